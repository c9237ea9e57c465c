import type { FastifyRequest } from 'fastify'
import type { routes } from '#contract/routes'
import { unauthenticated } from '../requests/refusals.ts'
import type { Bearer, Tokens } from './tokens.ts'

type Name = keyof typeof routes

/**
 * What a call does with a token.
 *
 * - `needed`: it needs a valid one
 * - `checked`: it is open to guests, and refuses an invalid one
 * - `read`: it is open to guests, and ignores an invalid one
 * - `ignored`: its answer is the same for everyone
 */
export type TokenUse = 'needed' | 'checked' | 'read' | 'ignored'

const tokenUses: Partial<Record<Name, TokenUse>> = {
  updatePassword: 'needed',
  updateCustomer: 'needed',
  createAddress: 'needed',
  updateAddress: 'needed',
  orders: 'needed',
  order: 'needed',
  favourites: 'needed',
  saveFavourites: 'needed',
  removeFavourite: 'needed',
  revisions: 'needed',
  usuals: 'needed',
  shoppingLists: 'needed',
  createLists: 'needed',
  renameList: 'needed',
  deleteList: 'needed',
  setListLine: 'needed',
  removeListLine: 'needed',
  shareList: 'needed',
  stopSharingList: 'needed',
  requestStockNotice: 'checked',
  begin: 'checked',
  placeOrder: 'checked',
  findOrder: 'checked',
  discardOrder: 'checked',
  orderByLink: 'checked',
  cancelOrder: 'checked',
  previewOrderChange: 'checked',
  changeOrder: 'checked',
  reportProblem: 'checked',
  beginPayment: 'checked',
  authorizePayment: 'checked',
  endPayment: 'checked',
  addLine: 'read',
  addLines: 'read',
  cart: 'read',
  changeLine: 'read',
  removeLine: 'read',
  logout: 'read',
}

export const tokenUseOf = (name: Name): TokenUse => tokenUses[name] ?? 'ignored'

/**
 * Reads the customer of a request; null for a guest. Calls whose answer is the same for everyone ignore tokens.
 *
 * @throws Refused 401
 */
export async function authenticate(name: Name, request: FastifyRequest, tokens: Tokens): Promise<Bearer | null> {
  const use = tokenUseOf(name)
  if (use === 'ignored') return null
  const token = readToken(request.headers.authorization)
  const bearer = token === null ? null : await tokens.read(token)
  const isBad = token !== null && bearer === null
  if ((use === 'needed' && bearer === null) || (isBad && use === 'checked')) throw unauthenticated()
  return bearer
}

/** @returns null if no token was sent (RFC 6750 §2.1) */
function readToken(authorization: string | undefined): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')
  return found === null ? null : (found[1] ?? '')
}
