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
  /** Milliseconds for which the sandbox's slow card keeps the shop waiting. */
  sandboxSlowness: number
  /** Whether the inspector is served, and the shop's pages may be inspected. */
  inspector: 'on' | 'off'
}

/**
 * Reads the settings.
 *
 * @param from - the environment; the README lists what is read
 * @throws Error naming the variable whose value makes no sense
 */
export function readSettings(from: Record<string, string | undefined>): Settings {
  const host = from.HOST || '127.0.0.1'
  const port = wholeNumber('PORT', from.PORT, 4173, 65_535)
  const publicUrl = originOf(from.PUBLIC_URL || `http://${displayHost(host)}:${port}`)
  return {
    host,
    port,
    dataDir: from.DATA_DIR || '.data',
    databaseUrl: from.DATABASE_URL || null,
    publicUrl,
    trustProxy: from.TRUST_PROXY || false,
    limits: limitsFrom(from),
    tokenSecret: longSecret(from.TOKEN_SECRET),
    tokenLife: {
      total: wholeNumber('TOKEN_MINUTES', from.TOKEN_MINUTES, defaultTokenLife.total, 525_600, 1),
      idle: wholeNumber('TOKEN_IDLE_MINUTES', from.TOKEN_IDLE_MINUTES, defaultTokenLife.idle, 525_600, 1),
    },
    smtpUrl: mailServer(from.SMTP_URL),
    mailFrom: from.MAIL_FROM || `no-reply@${new URL(publicUrl).hostname}`,
    paypal: paypalFrom(from),
    sandboxSlowness: wholeNumber('SANDBOX_SLOW_MILLISECONDS', from.SANDBOX_SLOW_MILLISECONDS, 10_000, 60_000),
    inspector: onOrOff('INSPECTOR', from.INSPECTOR),
  }
}

function onOrOff(name: string, text = 'on'): 'on' | 'off' {
  if (text !== 'on' && text !== 'off') throw new Error(`${name} is neither on nor off: ${text}`)
  return text
}

/** Half an account is a mistake: the shop would seem to take money, and would not. */
function paypalFrom(from: Record<string, string | undefined>): PayPalAccount | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret } = from
  if (!clientId && !secret) return null
  if (!clientId) throw new Error('PAYPAL_CLIENT_ID is missing: PAYPAL_SECRET is of no use without it.')
  if (!secret) throw new Error('PAYPAL_SECRET is missing: PAYPAL_CLIENT_ID is of no use without it.')
  return { clientId, secret, apiUrl: originOf(from.PAYPAL_API_URL || 'https://api-m.paypal.com', 'PAYPAL_API_URL') }
}

const limitNames = {
  couponChecks: 'COUPON_CHECKS_PER_MINUTE',
  payments: 'PAYMENTS_PER_MINUTE',
  failedLogins: 'FAILED_LOGINS_PER_MINUTE',
  failedLoginsByAddress: 'FAILED_LOGINS_PER_IP_PER_MINUTE',
  registrations: 'REGISTRATIONS_PER_MINUTE',
  resetMails: 'RESET_MAILS_PER_MINUTE',
  resetMailsToAddress: 'RESET_MAILS_PER_CUSTOMER_PER_MINUTE',
} as const satisfies Record<keyof Limits, string>

function limitsFrom(from: Record<string, string | undefined>): Limits {
  const names = Object.keys(limitNames) as (keyof Limits)[]
  const limitOf = (name: keyof Limits) => {
    const variable = limitNames[name]
    return [name, wholeNumber(variable, from[variable], defaultLimits[name], 1_000_000)]
  }
  return Object.fromEntries(names.map(limitOf)) as Limits
}

function longSecret(secret: string | undefined): string | null {
  if (secret && secret.length < 32) throw new Error('TOKEN_SECRET has less than 32 characters.')
  return secret || null
}

/** The address holds a password, so that the error does not say it. */
function mailServer(url: string | undefined): string | null {
  if (url && !(URL.canParse(url) && /^smtps?:/.test(url))) throw new Error('SMTP_URL is no smtp: or smtps: address.')
  return url || null
}

/** The name by which people reach a host: an address that means "everywhere" is nobody's address. */
export const displayHost = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host

function wholeNumber(name: string, text: string | undefined, standard: number, most: number, least = 0): number {
  const value = text ? Number(text) : standard
  if (!Number.isInteger(value) || value < least || value > most) throw new Error(`${name} is not a number: ${text}`)
  return value
}

function originOf(address: string, name = 'PUBLIC_URL'): string {
  if (!/^https?:/.test(address) || !URL.canParse(address)) throw new Error(`${name} is no web address: ${address}`)
  return address.replace(/\/+$/, '')
}
