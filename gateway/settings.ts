import { toDollars } from '#contract/money'

/** What a grocer decides about the shop; amounts in cents. */
export interface StoreRules {
  currency: string
  /** The fee where a delivery method has none of its own. */
  standardDeliveryFee: number
  /** The least that the lines must come to, before any discount. */
  minimumOrderLimit: number
  /** Whether only suburbs of the delivery area are delivered to. */
  limitAreaShipping: boolean
  /** Whether the fee depends on the address, so that the shop has to ask for it. */
  calculateDeliveryFee: boolean
  /** Whether orders can be paid online. */
  receivedOnlinePayment: boolean
  /** Fees by post code, for methods that have none of their own. */
  deliveryFees: Readonly<Record<string, number>>
}

/** How many tries an IP address has, a minute. */
export interface Limits {
  couponChecks: number
}

/** How the gateway runs; each is an environment variable. */
export interface Settings {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  /** Where browsers reach the gateway. */
  publicUrl: string
  /** Proxies whose X-Forwarded-For is believed: addresses and ranges, separated by commas; false for none. */
  trustProxy: string | false
  limits: Limits
}

/**
 * Reads the settings.
 *
 * @param from - HOST, PORT, DATA_DIR, DATABASE_URL, PUBLIC_URL, TRUST_PROXY, COUPON_CHECKS_PER_MINUTE
 * @throws Error naming the variable whose value makes no sense
 */
export function settingsFrom(from: Record<string, string | undefined>): Settings {
  const host = from.HOST || '127.0.0.1'
  const port = wholeNumber('PORT', from.PORT, 4173, 65_535)
  return {
    host,
    port,
    dataDir: from.DATA_DIR || '.data',
    databaseUrl: from.DATABASE_URL || null,
    publicUrl: originOf(from.PUBLIC_URL || `http://${spoken(host)}:${port}`),
    trustProxy: from.TRUST_PROXY || false,
    limits: { couponChecks: wholeNumber('COUPON_CHECKS_PER_MINUTE', from.COUPON_CHECKS_PER_MINUTE, 10, 1_000_000) },
  }
}

/** The name by which people reach a host: an address that means "everywhere" is nobody's address. */
export const spoken = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host

function wholeNumber(name: string, text: string | undefined, standard: number, most: number): number {
  const value = text ? Number(text) : standard
  if (!Number.isInteger(value) || value < 0 || value > most) throw new Error(`${name} is not a number: ${text}`)
  return value
}

function originOf(address: string): string {
  if (!/^https?:/.test(address) || !URL.canParse(address)) throw new Error(`PUBLIC_URL is no web address: ${address}`)
  return address.replace(/\/+$/, '')
}

/** An amount for a person: '$12.30'. */
export const spelt = (cents: number): string => `$${toDollars(cents).toFixed(2)}`
