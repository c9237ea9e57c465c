import type { FastifyRequest } from 'fastify'
import type { routes } from '#contract/routes'
import { unknownCustomer } from '../requests/refusals.ts'
import type { Bearer, Tokens } from '../accounts/tokens.ts'

type Name = keyof typeof routes

/** Calls that nobody makes without a good token. */
const customersOnly: readonly Name[] = [
  'updatePassword',
  'updateCustomer',
  'createAddress',
  'updateAddress',
  'orders',
  'order',
]
/** Calls that visitors make, too; but who brings a token that is not good is told so. */
const knowing: readonly Name[] = ['begin', 'placeOrder', 'beginPayment', 'authorizePayment']
/** Calls on which a token that is not good counts as none. */
const tolerant: readonly Name[] = ['addLine', 'cart', 'changeLine', 'removeLine', 'logout']

/**
 * Who makes a call; null for a visitor. Calls that are the same for everybody do not look.
 *
 * @throws Refused 401
 */
export async function bearerOf(name: Name, request: FastifyRequest, tokens: Tokens): Promise<Bearer | null> {
  const isStrict = customersOnly.includes(name)
  if (!isStrict && !knowing.includes(name) && !tolerant.includes(name)) return null
  const token = tokenIn(request.headers.authorization)
  const bearer = token === null ? null : await tokens.read(token)
  const isBad = token !== null && bearer === null
  if ((isStrict && bearer === null) || (isBad && knowing.includes(name))) throw unknownCustomer()
  return bearer
}

/** @returns null where no token was sent (RFC 6750 2.1) */
function tokenIn(authorization: string | undefined): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')
  return found === null ? null : (found[1] ?? '')
}
