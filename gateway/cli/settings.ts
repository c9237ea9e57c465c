import {
  coerce,
  defaulted,
  enums,
  integer,
  max,
  min,
  optional,
  refine,
  string,
  type,
  validate,
  type Struct,
} from 'superstruct'
import { defaultTokenLife, type TokenLife } from '../accounts/tokens.ts'
import type { PayPalAccount } from '../payments/paypal.ts'
import { defaultLimits, type Limits } from '../requests/rate-limits.ts'

/** The settings of the gateway; each is an environment variable. */
export interface Settings {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  /** Base URL of the gateway for browsers. */
  publicUrl: string
  /** Proxies whose X-Forwarded-For is trusted: IP addresses and ranges, separated by commas; false for none. */
  trustProxy: string | false
  limits: Limits
  /** Signs tokens; null to generate and store a secret. */
  tokenSecret: string | null
  tokenLife: TokenLife
  /** The SMTP server; null to write mails into a folder. */
  smtpUrl: string | null
  /** The sender's e-mail address. */
  mailFrom: string
  /** The PayPal account; null to use the sandbox, which moves no money. */
  paypal: PayPalAccount | null
  /** Milliseconds that the sandbox's slow card delays an answer. */
  sandboxSlowness: number
  /** Whether the inspector is served and pages can be inspected; by default on this machine only. */
  inspector: 'on' | 'off'
}

/** A whole number within limits, written in digits. */
const wholeNumber = (standard: number, most: number, least = 0) =>
  defaulted(coerce(max(min(integer(), least), most), string(), Number), standard)

/** An http: or https: URL; slashes at its end are dropped. */
const webAddress = coerce(
  refine(string(), 'webAddress', text => /^https?:/.test(text) && URL.canParse(text)),
  string(),
  text => text.replace(/\/+$/, ''),
)

const smtpAddress = refine(string(), 'smtpAddress', text => /^smtps?:/.test(text) && URL.canParse(text))

const perMinute = (limit: keyof Limits) => wholeNumber(defaultLimits[limit], 1_000_000)

const environment = type({
  HOST: defaulted(string(), '127.0.0.1'),
  PORT: wholeNumber(4173, 65_535),
  PUBLIC_URL: optional(webAddress),
  DATA_DIR: defaulted(string(), '.data'),
  DATABASE_URL: optional(string()),
  TRUST_PROXY: optional(string()),
  COUPON_CHECKS_PER_MINUTE: perMinute('couponChecks'),
  PAYMENTS_PER_MINUTE: perMinute('payments'),
  FAILED_LOGINS_PER_MINUTE: perMinute('failedLogins'),
  FAILED_LOGINS_PER_IP_PER_MINUTE: perMinute('failedLoginsByAddress'),
  REGISTRATIONS_PER_MINUTE: perMinute('registrations'),
  RESET_MAILS_PER_MINUTE: perMinute('resetMails'),
  RESET_MAILS_PER_CUSTOMER_PER_MINUTE: perMinute('resetMailsToAddress'),
  TOKEN_SECRET: optional(refine(string(), 'longSecret', text => text.length >= 32)),
  TOKEN_MINUTES: wholeNumber(defaultTokenLife.total, 525_600, 1),
  TOKEN_IDLE_MINUTES: wholeNumber(defaultTokenLife.idle, 525_600, 1),
  SMTP_URL: optional(smtpAddress),
  MAIL_FROM: optional(string()),
  PAYPAL_CLIENT_ID: optional(string()),
  PAYPAL_SECRET: optional(string()),
  PAYPAL_API_URL: optional(string()),
  SANDBOX_SLOW_MILLISECONDS: wholeNumber(10_000, 60_000),
  INSPECTOR: optional(enums(['on', 'off'])),
})

/** What is wrong with a value, by the rule it breaks. Values that can contain a secret are not repeated. */
const problems: Record<string, (value: string) => string> = {
  enums: value => `is neither on nor off: ${value}`,
  longSecret: () => 'has less than 32 characters.',
  smtpAddress: () => 'is not an smtp: or smtps: address.',
  webAddress: value => `is not a web address: ${value}`,
}

/** @throws Error naming the variable */
function parse<T, S>(from: Record<string, string | undefined>, struct: Struct<T, S>): T {
  const present = Object.fromEntries(Object.entries(from).filter(([, value]) => value)) // an empty variable is unset
  const [error, value] = validate(present, struct, { coerce: true })
  if (error === undefined) return value
  const { path, refinement, type: rule } = error
  const name = String(path[0])
  const problem = problems[refinement ?? rule] ?? (text => `is not a number: ${text}`)
  throw new Error(`${name} ${problem(present[name] ?? '')}`)
}

/**
 * Reads the settings.
 *
 * @param from - the environment; the README lists the variables
 * @throws Error naming the variable with an invalid value
 */
export function readSettings(from: Record<string, string | undefined>): Settings {
  const variables = parse(from, environment)
  const { HOST: host, PORT: port } = variables
  const ownUrl = `http://${displayHost(host)}:${port}`
  const { PUBLIC_URL: publicUrl } = parse(
    { PUBLIC_URL: variables.PUBLIC_URL ?? ownUrl },
    type({ PUBLIC_URL: webAddress }),
  )
  return {
    host,
    port,
    dataDir: variables.DATA_DIR,
    databaseUrl: variables.DATABASE_URL ?? null,
    publicUrl,
    trustProxy: variables.TRUST_PROXY ?? false,
    limits: {
      couponChecks: variables.COUPON_CHECKS_PER_MINUTE,
      payments: variables.PAYMENTS_PER_MINUTE,
      failedLogins: variables.FAILED_LOGINS_PER_MINUTE,
      failedLoginsByAddress: variables.FAILED_LOGINS_PER_IP_PER_MINUTE,
      registrations: variables.REGISTRATIONS_PER_MINUTE,
      resetMails: variables.RESET_MAILS_PER_MINUTE,
      resetMailsToAddress: variables.RESET_MAILS_PER_CUSTOMER_PER_MINUTE,
    },
    tokenSecret: variables.TOKEN_SECRET ?? null,
    tokenLife: { total: variables.TOKEN_MINUTES, idle: variables.TOKEN_IDLE_MINUTES },
    smtpUrl: variables.SMTP_URL ?? null,
    mailFrom: variables.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    paypal: readPayPalAccount(variables),
    sandboxSlowness: variables.SANDBOX_SLOW_MILLISECONDS,
    inspector:
      variables.INSPECTOR ?? (isLoopback(variables.PUBLIC_URL ? new URL(publicUrl).hostname : host) ? 'on' : 'off'),
  }
}

/** Half an account is refused: with the sandbox instead, the shop would seem to take money. */
function readPayPalAccount(variables: typeof environment.TYPE): PayPalAccount | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret, PAYPAL_API_URL: url } = variables
  if (!clientId && !secret) return null
  if (!clientId) throw new Error('PAYPAL_CLIENT_ID is missing: PAYPAL_SECRET has no effect without it.')
  if (!secret) throw new Error('PAYPAL_SECRET is missing: PAYPAL_CLIENT_ID has no effect without it.')
  const api = parse({ PAYPAL_API_URL: url ?? 'https://api-m.paypal.com' }, type({ PAYPAL_API_URL: webAddress }))
  return { clientId, secret, apiUrl: api.PAYPAL_API_URL }
}

/** Whether only this machine reaches a host. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** The host name for people: an address that means "all interfaces" cannot be opened in a browser. */
export const displayHost = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
