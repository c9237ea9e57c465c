import { join } from 'node:path'
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
import { trimSlashes } from '#contract/paths'
import { defaultTokenLife, type TokenLife } from '../accounts/tokens.ts'
import { isPlainEmail } from '../customers/form-rules.ts'
import type { OfficeSetting } from '../office/office-access.ts'
import type { OrderWebhook } from '../shop/services.ts'
import { isPayPalSandbox, type PayPalAccount } from '../payments/paypal.ts'
import { isLoopback } from '../requests/addresses.ts'
import { defaultLimits, type Limits } from '../requests/rate-limits.ts'

/** The payment provider. The sandbox moves no money: it is for development and tests. */
export type PaymentsSetting = 'paypal' | 'sandbox' | 'none'

/** The settings of the gateway; each is an environment variable. */
export interface Settings {
  host: string
  port: number
  dataDir: string
  /** Port of the metrics for Prometheus; 0 for none. */
  metricsPort: number
  databaseUrl: string | null
  /** Connections of this gateway to PostgreSQL. */
  databaseConnections: number
  /** Base URL of the gateway for browsers. */
  publicUrl: string
  /** Proxies on other machines whose X-Forwarded-For is trusted: IP addresses and ranges, separated by commas; false for none. */
  trustProxy: string | false
  /** Origins whose pages may call the API; `*` for all; undefined for the origin of `publicUrl`. */
  corsOrigins: string[] | undefined
  limits: Limits
  /** Signs tokens; null to generate and store a secret. */
  tokenSecret: string | null
  tokenLife: TokenLife
  /** The SMTP server; null to write mails into a folder. */
  smtpUrl: string | null
  /** The sender's email address, and its name if it is not the store's. */
  mailFrom: { address: string; name?: string }
  /** The grocer's email address, for payments that a person has to settle; null for none. */
  shopEmail: string | null
  /** Where new orders are reported to; null for nowhere. */
  orderWebhook: OrderWebhook | null
  /** The payment provider; with `none` the shop takes payment on delivery only. */
  payments: PaymentsSetting
  /** The PayPal account; null without one. */
  paypal: PayPalAccount | null
  /** Whether orders that browsers created at the provider are accepted. */
  acceptsBrowserOrders: boolean
  /** Milliseconds that the sandbox's slow card delays an answer. */
  sandboxSlowness: number
  /** The folder for picture files. */
  pictureFolder: string
  /** Whether the shop makes pictures after its start, before visitors ask for them. */
  makesPicturesAhead: boolean
  /** The folder of the store's photographs: '{product}-{view}.jpg'. */
  photographFolder: string
  /** Where the office is served; by default to browsers on this machine, if only it reaches the shop. */
  office: OfficeSetting
  /** Whether the inspector is served and pages can be inspected; by default on this machine only. */
  inspector: 'on' | 'off'
  /** `off`: browsers remove the service worker at their next visit. */
  serviceWorker: 'on' | 'off'
}

/** A whole number within limits, written in digits. */
const wholeNumber = (standard: number, most: number, least = 0) =>
  defaulted(coerce(max(min(integer(), least), most), string(), Number), standard)

/** An http: or https: URL; slashes at its end are dropped. */
/** A URL that is called as it is written. */
const exactUrl = refine(string(), 'webUrl', text => /^https?:/.test(text) && URL.canParse(text))

/** A URL that paths are added to. */
const webUrl = coerce(exactUrl, string(), trimSlashes)

const smtpUrl = refine(string(), 'smtpUrl', text => /^smtps?:/.test(text) && URL.canParse(text))

const limit = (name: keyof Limits) => wholeNumber(defaultLimits[name], 1_000_000)

/** A scheme, a host and a port, as browsers send it in `Origin`. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** A URL that secrets may be sent to. One with a name or a password can't be called. */
const secure = (url: typeof webUrl) =>
  refine(
    refine(url, 'secureUrl', text => text.startsWith('https:') || isLoopback(new URL(text).hostname)),
    'plainUrl',
    text => new URL(text).username === '' && new URL(text).password === '',
  )

const environment = type({
  HOST: defaulted(string(), '127.0.0.1'),
  PORT: wholeNumber(4173, 65_535),
  METRICS_PORT: wholeNumber(0, 65_535),
  PUBLIC_URL: optional(webUrl),
  DATA_DIR: defaulted(string(), '.data'),
  DATABASE_URL: optional(string()),
  DATABASE_CONNECTIONS: wholeNumber(20, 1_000, 2),
  TRUST_PROXY: optional(string()),
  CORS_ORIGINS: optional(
    refine(string(), 'origins', text =>
      text.split(',').every(origin => origin.trim() === '*' || isOrigin(origin.trim())),
    ),
  ),
  COUPON_CHECKS_PER_MINUTE: limit('couponChecks'),
  PAYMENTS_PER_MINUTE: limit('payments'),
  FAILED_LOGINS_PER_MINUTE: limit('failedLogins'),
  FAILED_LOGINS_PER_IP_PER_MINUTE: limit('failedLoginsByAddress'),
  REGISTRATIONS_PER_MINUTE: limit('registrations'),
  RESET_MAILS_PER_MINUTE: limit('resetMails'),
  RESET_MAILS_PER_CUSTOMER_PER_MINUTE: limit('resetMailsToAddress'),
  ORDERS_PER_MINUTE: limit('orders'),
  ORDERS_PER_DAY: limit('ordersPerDay'),
  GUEST_ORDERS_PER_EMAIL_PER_HOUR: limit('guestOrdersToAddress'),
  DISCARDED_ORDERS_PER_MINUTE: limit('discardedOrders'),
  WRONG_ORDER_KEYS_PER_MINUTE: limit('wrongOrderKeys'),
  PROBLEM_REPORTS_PER_HOUR: limit('problemReports'),
  NEWSLETTER_PER_MINUTE: limit('newsletter'),
  STOCK_NOTICES_PER_MINUTE: limit('stockNotices'),
  STOCK_NOTICES_PER_EMAIL_PER_DAY: limit('stockNoticesToAddress'),
  LIST_KEYS_PER_MINUTE: limit('listKeys'),
  READS_PER_MINUTE: limit('reads'),
  WRITES_PER_MINUTE: limit('writes'),
  PAGES_PER_MINUTE: limit('pages'),
  PREFETCHES_PER_MINUTE: limit('prefetches'),
  PICTURES_PER_MINUTE: limit('pictures'),
  RESERVED_PERCENT_PER_IP: wholeNumber(defaultLimits.reservedPercent, 100),
  RESERVED_COUPONS_PER_IP: limit('reservedCoupons'),
  TOKEN_SECRET: optional(refine(string(), 'longSecret', text => text.length >= 32)),
  TOKEN_MINUTES: wholeNumber(defaultTokenLife.total, 525_600, 1),
  TOKEN_IDLE_MINUTES: wholeNumber(defaultTokenLife.idle, 525_600, 1),
  SMTP_URL: optional(smtpUrl),
  MAIL_FROM: optional(refine(string(), 'mailbox', text => mailboxIn(text) !== null)),
  ORDER_WEBHOOK_URL: optional(secure(exactUrl)),
  ORDER_WEBHOOK_SECRET: optional(refine(string(), 'longSecret', text => text.length >= 32)),
  SHOP_EMAIL: optional(refine(string(), 'email', isPlainEmail)),
  PAYMENTS: optional(enums(['paypal', 'sandbox', 'none'])),
  SANDBOX_IN_PUBLIC: optional(enums(['on', 'off'])),
  PAYPAL_CLIENT_ID: optional(string()),
  PAYPAL_SECRET: optional(string()),
  PAYPAL_API_URL: optional(string()),
  PAYPAL_MERCHANT_ID: optional(string()),
  PAYPAL_WEBHOOK_ID: optional(string()),
  PAYPAL_BROWSER_ORDERS: optional(enums(['on', 'off'])),
  SANDBOX_SLOW_MILLISECONDS: wholeNumber(10_000, 60_000),
  PICTURE_DIR: optional(string()),
  PICTURES_AHEAD: optional(enums(['on', 'off'])),
  PHOTOGRAPH_DIR: optional(string()),
  INSPECTOR: optional(enums(['on', 'off'])),
  OFFICE: optional(enums(['on', 'off'])),
  SERVICE_WORKER: optional(enums(['on', 'off'])),
})

/** The environment variables of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.schema)

/** An address, or a name and an address in angle brackets (RFC 5322 §3.4). @returns null for other text, and for several addresses */
function mailboxIn(text: string): Settings['mailFrom'] | null {
  const found = /^(?:(?<name>[^<>]*)<(?<bracketed>[^<>]*)>|(?<plain>[^<>]*))$/.exec(text.trim())?.groups
  const address = (found?.bracketed ?? found?.plain ?? '').trim()
  if (!/^[^\s@,;:"()]+@[^\s@,;:"()]+$/.test(address)) return null
  const name = found!.name?.trim().replace(/^"(.*)"$/, '$1')
  return name ? { name, address } : { address }
}

/** Error messages, by variable or by the rule that a value breaks. Values that can contain a secret are not repeated. */
const problems: Record<string, (value: string) => string> = {
  PAYPAL_BROWSER_ORDERS: value => `is neither on nor off: ${value}`,
  SHOP_EMAIL: () => 'is not an email address.',
  MAIL_FROM: value => `is neither an email address nor a name with one, as in Shop <shop@example.com>: ${value}`,
  PICTURES_AHEAD: value => `is neither on nor off: ${value}`,
  OFFICE: value => `is neither on nor off: ${value}`,
  SERVICE_WORKER: value => `is neither on nor off: ${value}`,
  INSPECTOR: value => `is neither on nor off: ${value}`,
  SANDBOX_IN_PUBLIC: value => `is neither on nor off: ${value}`,
  PAYMENTS: value => `is neither paypal, sandbox nor none: ${value}`,
  longSecret: () => 'has less than 32 characters.',
  smtpUrl: () => 'is not an smtp: or smtps: URL.',
  origins: value => `has a value that is not an origin: ${value}`,
  secureUrl: () => 'must begin with https:, except on this machine.',
  plainUrl: () => 'may not have a user name or a password.',
  webUrl: value => `is not an http: or https: URL: ${value}`,
}

/** @throws Error naming the variable */
function parse<T, S>(from: Record<string, string | undefined>, struct: Struct<T, S>): T {
  const present = Object.fromEntries(Object.entries(from).filter(([, value]) => value)) // an empty variable is unset
  const [error, value] = validate(present, struct, { coerce: true })
  if (error === undefined) return value
  const { path, refinement, type: rule } = error
  const name = String(path[0])
  const problem =
    problems[name] ?? problems[refinement ?? rule] ?? (text => `is not a whole number in its range: ${text}`)
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
  const { PUBLIC_URL: publicUrl } = parse({ PUBLIC_URL: variables.PUBLIC_URL ?? ownUrl }, type({ PUBLIC_URL: webUrl }))
  const isLocal = isLoopback(variables.PUBLIC_URL ? new URL(publicUrl).hostname : host)
  const paypal = readPayPalAccount(variables)
  const payments = choosePayments(variables.PAYMENTS, paypal, isLocal)
  if (!isLocal && variables.SANDBOX_IN_PUBLIC !== 'on') refuseSandbox(payments, paypal)
  return {
    host,
    port,
    dataDir: variables.DATA_DIR,
    metricsPort: variables.METRICS_PORT,
    databaseUrl: variables.DATABASE_URL ?? null,
    databaseConnections: variables.DATABASE_CONNECTIONS,
    publicUrl,
    trustProxy: variables.TRUST_PROXY ?? false,
    corsOrigins: variables.CORS_ORIGINS?.split(',').map(origin => origin.trim()),
    limits: {
      couponChecks: variables.COUPON_CHECKS_PER_MINUTE,
      payments: variables.PAYMENTS_PER_MINUTE,
      failedLogins: variables.FAILED_LOGINS_PER_MINUTE,
      failedLoginsByAddress: variables.FAILED_LOGINS_PER_IP_PER_MINUTE,
      registrations: variables.REGISTRATIONS_PER_MINUTE,
      resetMails: variables.RESET_MAILS_PER_MINUTE,
      resetMailsToAddress: variables.RESET_MAILS_PER_CUSTOMER_PER_MINUTE,
      orders: variables.ORDERS_PER_MINUTE,
      ordersPerDay: variables.ORDERS_PER_DAY,
      guestOrdersToAddress: variables.GUEST_ORDERS_PER_EMAIL_PER_HOUR,
      discardedOrders: variables.DISCARDED_ORDERS_PER_MINUTE,
      wrongOrderKeys: variables.WRONG_ORDER_KEYS_PER_MINUTE,
      problemReports: variables.PROBLEM_REPORTS_PER_HOUR,
      newsletter: variables.NEWSLETTER_PER_MINUTE,
      stockNotices: variables.STOCK_NOTICES_PER_MINUTE,
      stockNoticesToAddress: variables.STOCK_NOTICES_PER_EMAIL_PER_DAY,
      listKeys: variables.LIST_KEYS_PER_MINUTE,
      reads: variables.READS_PER_MINUTE,
      writes: variables.WRITES_PER_MINUTE,
      pages: variables.PAGES_PER_MINUTE,
      prefetches: variables.PREFETCHES_PER_MINUTE,
      pictures: variables.PICTURES_PER_MINUTE,
      reservedPercent: variables.RESERVED_PERCENT_PER_IP,
      reservedCoupons: variables.RESERVED_COUPONS_PER_IP,
    },
    tokenSecret: variables.TOKEN_SECRET ?? null,
    tokenLife: { total: variables.TOKEN_MINUTES, idle: variables.TOKEN_IDLE_MINUTES },
    smtpUrl: variables.SMTP_URL ?? null,
    shopEmail: variables.SHOP_EMAIL ?? null,
    orderWebhook: readOrderWebhook(variables),
    mailFrom: mailboxIn(variables.MAIL_FROM ?? '') ?? { address: `no-reply@${new URL(publicUrl).hostname}` },
    payments,
    paypal,
    acceptsBrowserOrders: acceptsBrowserOrders(variables, payments),
    sandboxSlowness: variables.SANDBOX_SLOW_MILLISECONDS,
    pictureFolder: variables.PICTURE_DIR ?? join(variables.DATA_DIR, 'pictures'),
    makesPicturesAhead: variables.PICTURES_AHEAD !== 'off',
    photographFolder: variables.PHOTOGRAPH_DIR ?? join(variables.DATA_DIR, 'photographs'),
    office: variables.OFFICE ?? (isLocal ? 'local' : 'off'),
    inspector: variables.INSPECTOR ?? (isLocal ? 'on' : 'off'),
    serviceWorker: variables.SERVICE_WORKER ?? 'on',
  }
}

/** Without a secret a receiver could not tell the shop's reports from others. */
function readOrderWebhook(variables: typeof environment.TYPE): OrderWebhook | null {
  const { ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secret } = variables
  if (url !== undefined && secret === undefined)
    throw new Error('ORDER_WEBHOOK_SECRET is missing: it signs what is sent to ORDER_WEBHOOK_URL.')
  return url === undefined || secret === undefined ? null : { url, secret }
}

/**
 * The provider that is set, else PayPal if there is an account. The sandbox accepts orders without money: it is the
 * default only if the shop's URL is on this machine. If HOST accepts other machines nevertheless, a warning is logged at the start.
 */
function choosePayments(
  chosen: PaymentsSetting | undefined,
  paypal: PayPalAccount | null,
  isLocal: boolean,
): PaymentsSetting {
  if (chosen === 'paypal' && paypal === null)
    throw new Error('PAYMENTS is paypal, but PAYPAL_CLIENT_ID and PAYPAL_SECRET are missing.')
  if (chosen !== undefined) return chosen
  if (paypal !== null) return 'paypal'
  return isLocal ? 'sandbox' : 'none'
}

/** Anyone can approve a payment in a sandbox: goods could be ordered without paying. */
function refuseSandbox(payments: PaymentsSetting, paypal: PayPalAccount | null): void {
  const isOwn = payments === 'sandbox'
  if (!isOwn && !(payments === 'paypal' && isPayPalSandbox(paypal!.apiUrl))) return
  throw new Error(
    `${isOwn ? 'PAYMENTS is sandbox' : 'PAYPAL_API_URL is PayPal’s sandbox'}, and other machines reach this shop: goods would be ordered without money. For a shop that only shows how it works, set SANDBOX_IN_PUBLIC=on.`,
  )
}

/** An incomplete account is refused: falling back to the sandbox, the shop would only seem to take money. */
function readPayPalAccount(variables: typeof environment.TYPE): PayPalAccount | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret, PAYPAL_API_URL: url } = variables
  if (!clientId && !secret) return null
  if (!clientId) throw new Error('PAYPAL_CLIENT_ID is missing: PAYPAL_SECRET has no effect without it.')
  if (!secret) throw new Error('PAYPAL_SECRET is missing: PAYPAL_CLIENT_ID has no effect without it.')
  const api = parse({ PAYPAL_API_URL: url ?? 'https://api-m.paypal.com' }, type({ PAYPAL_API_URL: secure(webUrl) }))
  return {
    clientId,
    secret,
    apiUrl: api.PAYPAL_API_URL,
    merchantId: variables.PAYPAL_MERCHANT_ID ?? null,
    webhookId: variables.PAYPAL_WEBHOOK_ID ?? null,
  }
}

/**
 * A browser can create any order at PayPal, also one that pays another account: orders of browsers are accepted only if
 * that is set, and the account to compare with is known. The sandbox moves no money and accepts them.
 */
function acceptsBrowserOrders(variables: typeof environment.TYPE, payments: PaymentsSetting): boolean {
  const { PAYPAL_BROWSER_ORDERS: setting, PAYPAL_MERCHANT_ID: merchantId } = variables
  if (payments === 'paypal' && setting === 'on' && !merchantId)
    throw new Error(
      'PAYPAL_MERCHANT_ID is missing: with PAYPAL_BROWSER_ORDERS the payee of each order is compared with it.',
    )
  return (setting ?? (payments === 'sandbox' ? 'on' : 'off')) === 'on'
}

/** The host name for people: an address that means "all interfaces" cannot be opened in a browser. */
export const displayHost = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
