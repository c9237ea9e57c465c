import type { Identity } from '#machines/session/customer'

/** The longest a timer of a browser can be set for, in milliseconds: 2^31 - 1. */
const longestTimer = 2_147_483_647

type Claims = Record<'sub' | 'firstName' | 'lastName' | 'email' | 'exp', unknown>

/** The claims of a JWT; its signature is the gateway's business. @returns null for what is no JWT of three parts */
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
 * Who a token says is shopping.
 *
 * @param token - a JWT, or null where none is kept
 * @param now - milliseconds since the epoch
 * @see RFC 7519 4.1.4 for `exp`, in seconds
 */
export function identityIn(token: string | null, now: number): Identity {
  if (token === null) return { is: 'nobody' }
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
