/**
 * Whether a token may still be sent.
 *
 * @param token - a JWT; its claims are read, its signature is the gateway's business
 * @param now - milliseconds since the epoch
 * @returns false for a token that is expired, or is no JWT of three parts
 * @see RFC 7519 4.1.4 for `exp`, in seconds
 */
export function isUnexpired(token: string, now: number): boolean {
  const [, claims, signature, ...rest] = token.split('.')
  if (!claims || !signature || rest.length > 0) return false
  try {
    const { exp } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: unknown }
    return typeof exp === 'number' && exp * 1_000 > now
  } catch {
    return false
  }
}
