import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import { canonicalAddress, isLoopback, isLoopbackAddress } from '../requests/addresses.ts'

/** Whether a proxy's forwarded addresses are trusted. */
export type Trusts = (address: string) => boolean

/**
 * The client of requests that a proxy of this machine forwards without saying for whom. It is counted, unlike this machine itself, and
 * no client has it (RFC 1122 §3.2.1.3).
 */
const unknownClient = '0.0.0.0'

/**
 * Proxies of this machine are always trusted: only they, and the operator, connect from a loopback address.
 *
 * @param proxies - further addresses and ranges, separated by commas; false for none
 * @throws Error for text that is neither an address nor a range
 */
export function createTrust(proxies: string | false): Trusts {
  const named = proxies === false ? [] : proxies.split(',').map(proxy => proxy.trim())
  const isTrusted = compile(['loopback', ...named.filter(Boolean)])
  return address => isIP(address) !== 0 && isTrusted(address, 0)
}

/**
 * The IP address of a request's client: the nearest forwarded one that is not a trusted proxy's. Those further left were written by the
 * client, who can write anything. If a trusted proxy forwards text that is no address, the request counts for the proxy.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusts: Trusts,
): string {
  const hops = forwardedAddresses(headers)
  let client = canonicalAddress(socket.remoteAddress ?? '') ?? unknownClient
  for (const hop of hops) {
    if (hop === null || !trusts(client)) break
    client = hop
  }
  return hops.length > 0 && isLoopbackAddress(client) ? unknownClient : client
}

/** Whether a proxy has said for whom it forwards a request. */
export const isForwarded = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined

/**
 * Whether a browser on this machine has sent a request, and no proxy has forwarded it. A proxy on this machine has a loopback address too:
 * it says for whom it forwards, or names itself, or keeps the name that the browser asked for.
 */
export const isFromThisMachine = ({ client, hostname, raw, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(client) &&
  isLoopback(hostname) &&
  !isForwarded(raw) &&
  !['via', 'x-real-ip', 'x-forwarded-host'].some(name => headers[name] !== undefined)

/** The forwarded addresses, the nearest first; null for what is none. `Forwarded` counts only without `X-Forwarded-For`. */
function forwardedAddresses({ 'x-forwarded-for': listed, forwarded }: IncomingMessage['headers']): (string | null)[] {
  // Node joins repeated headers in their order
  if (listed !== undefined) return [listed].flat().join(',').split(',').map(addressIn).toReversed()
  return forwarded === undefined ? [] : elementsOf(forwarded).map(addressOfElement).toReversed()
}

/** The elements of a `Forwarded` header (RFC 7239 §4); commas inside quotes separate nothing. */
const elementsOf = (forwarded: string): string[] => forwarded.match(/(?:"[^"]*"|[^,"]|")+/g) ?? []

const addressOfElement = (element: string): string | null =>
  addressIn(/(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(element)?.[1]?.replaceAll('"', '') ?? '')

/** Reads '203.0.113.9', '203.0.113.9:4000', '2001:db8::1' and '[2001:db8::1]:4000', with spaces around; null for anything else. */
function addressIn(text: string): string | null {
  const trimmed = text.trim()
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d*)?|([\d.]+):\d*)$/.exec(trimmed) ?? []
  return canonicalAddress(bracketed ?? dotted ?? trimmed)
}
