import { isIP } from 'node:net'

/**
 * One spelling for each IP address: IPv6 in its shortest form without a zone, an IPv4 address inside IPv6 as IPv4.
 *
 * @returns null for text that is no address
 * @see RFC 5952 §4
 */
export function canonicalAddress(text: string): string | null {
  const [address = ''] = text.split('%', 1)
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest) ?? []
  if (high === undefined || low === undefined) return shortest
  return [high, low]
    .map(part => Number.parseInt(part, 16))
    .flatMap(part => [part >> 8, part & 255])
    .join('.')
}

/**
 * Whether an IP address is a loopback address: the client is the operator, or a proxy on this machine that does not say for whom it
 * forwards. All shoppers behind such a proxy would share one count, so a few of them could lock out all others.
 */
export function isLoopbackAddress(ip: string): boolean {
  const address = canonicalAddress(ip)
  return address === '::1' || (address?.startsWith('127.') ?? false)
}

/**
 * The network that a rate limit counts for an IP address: the address itself for IPv4, the /64 network for IPv6. All text that is no
 * address shares one.
 */
export function networkOf(ip: string): string {
  const address = canonicalAddress(ip)
  if (address === null) return 'unknown'
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}

/** Whether only this machine reaches a host. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
