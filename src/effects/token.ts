import type { Identity } from '#machines/messages/customer'

/** The longest delay of a browser's timer, in milliseconds: 2^31 - 1. */
const longestTimer = 2_147_483_647

type Claims = Record<'sub' | 'firstName' | 'lastName' | 'email' | 'exp', unknown>

/** The claims of a JWT; the signature is not checked. @returns null unless the token is a JWT of three parts */
function claimsIn(token: string): Claims | null {
  const [, claims, signature, ...rest] = token.split('.')
  if (!claims || !signature || rest.length > 0) return null
  try {
    const bytes = Uint8Array.from(atob(claims.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims
  } catch {
    return null
  }
}

const textIn = (claim: unknown) => (typeof claim === 'string' ? claim : '')

/**
 * The identity in a token.
 *
 * @param token - a JWT; null if none is stored
 * @param now - milliseconds since the epoch
 * @see RFC 7519 4.1.4 for `exp`, in seconds
 */
export function identityIn(token: string | null, now: number): Identity {
  if (token === null) return { is: 'guest' }
  const claims = claimsIn(token)
  const { sub, exp } = claims ?? {}
  if (!claims || typeof exp !== 'number' || (typeof sub !== 'string' && typeof sub !== 'number'))
    return { is: 'malformed' }
  const validFor = Math.min(exp * 1_000 - now, longestTimer)
  if (validFor <= 0) return { is: 'expired' }
  const { firstName, lastName, email } = claims
  const names = { firstName: textIn(firstName), lastName: textIn(lastName), email: textIn(email) }
  return { is: 'customer', customer: { customerId: String(sub), ...names }, validFor }
}
