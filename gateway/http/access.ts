import type { FastifyRequest } from 'fastify'
import type { routes } from '#contract/routes'
import { unauthenticated } from '../requests/refusals.ts'
import type { Bearer, Tokens } from '../accounts/tokens.ts'

type Name = keyof typeof routes

/** Calls that need a valid token. */
const required: readonly Name[] = [
  'updatePassword',
  'updateCustomer',
  'createAddress',
  'updateAddress',
  'orders',
  'order',
]
/** Calls open to guests that refuse an invalid token. */
const optionalStrict: readonly Name[] = [
  'begin',
  'placeOrder',
  'findOrder',
  'discardOrder',
  'beginPayment',
  'authorizePayment',
  'endPayment',
]
/** Calls open to guests that ignore an invalid token. */
const optional: readonly Name[] = ['addLine', 'cart', 'changeLine', 'removeLine', 'logout']

/**
 * Reads the customer of a request; null for a guest. Calls whose answer is the same for everyone ignore tokens.
 *
 * @throws Refused 401
 */
export async function authenticate(name: Name, request: FastifyRequest, tokens: Tokens): Promise<Bearer | null> {
  const isStrict = required.includes(name)
  if (!isStrict && !optionalStrict.includes(name) && !optional.includes(name)) return null
  const token = readToken(request.headers.authorization)
  const bearer = token === null ? null : await tokens.read(token)
  const isBad = token !== null && bearer === null
  if ((isStrict && bearer === null) || (isBad && optionalStrict.includes(name))) throw unauthenticated()
  return bearer
}

/** @returns null if no token was sent (RFC 6750 §2.1) */
function readToken(authorization: string | undefined): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')
  return found === null ? null : (found[1] ?? '')
}
