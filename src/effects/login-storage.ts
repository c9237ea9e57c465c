import { accountRoutes } from '#contract/account'
import { standardMessage } from '#contract/refusal'
import type { LoginResult } from '#machines/session/session'
import { accountOf, type Identity } from '#machines/session/customer'
import type { World } from '../start/assemble.ts'
import { needed, type Client } from './client.ts'
import { identityIn } from './token.ts'

/**
 * Keeps a token that the gateway has given.
 *
 * @returns what the charts may know of it
 * @throws a lost answer for a token that can't be used
 */
export function keepToken({ keep, now }: Pick<World, 'keep' | 'now'>, token: string) {
  const identity: Identity = identityIn(token, now())
  if (identity.is !== 'customer') throw { code: 'lost', message: standardMessage, status: 0 }
  keep.keepToken(token)
  return { customer: identity.customer, validFor: identity.validFor }
}

/**
 * Keeps the token of somebody who comes in. Where another tab has let somebody else in meanwhile, what journals hold of
 * them goes.
 *
 * @throws a lost answer for a token that can't be used
 */
export async function enter(world: Pick<World, 'keep' | 'now' | 'forgetJournal'>, token: string) {
  if (world.keep.token() !== null) await world.forgetJournal()
  return keepToken(world, token)
}

/** A visitor's way in: the anonymous cart becomes the customer's, and token and session are kept. */
export async function logIn(
  world: Pick<World, 'call' | 'keep' | 'vault' | 'now' | 'forgetJournal'>,
  { email, password }: { email: string; password: string },
  signal: AbortSignal,
): Promise<LoginResult> {
  const { call, keep, vault } = world
  const body = { email, password: vault.read(password), sessionId: keep.sessionId() }
  const answer = await needed(call(accountRoutes.login, { body, signal }))
  const claims = await enter(world, answer.token)
  vault.forget(password)
  const sessionId = answer.sessionId ?? answer.shoppingCart[0]?.sessionId ?? keep.sessionId()
  if (sessionId !== null) keep.keepSession(sessionId)
  const account = accountOf(answer.customerInfo, answer.data, answer.billingAddress, 'first')
  return { ...claims, account, sessionId, lines: answer.shoppingCart }
}

/** Tells the gateway that a token has had its day; whether that arrives changes nothing here. */
export const tellLogout = (call: Client, bearer: string) => call(accountRoutes.logout, { body: {}, bearer })
