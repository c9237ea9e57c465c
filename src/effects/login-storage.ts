import { accountRoutes } from '#contract/account'
import { standardMessage } from '#contract/refusal'
import type { LoginResult } from '#machines/session/session'
import { accountOf, type Identity } from '#machines/messages/customer'
import type { Environment } from './environment.ts'
import { requireSuccess, type Client } from './client.ts'
import { identityIn } from './token.ts'

/**
 * Stores a token that the gateway has issued.
 *
 * @returns its claims, for the machines
 * @throws a lost answer if the token can't be used
 */
export function storeToken({ keep, now }: Pick<Environment, 'keep' | 'now'>, token: string) {
  const identity: Identity = identityIn(token, now())
  if (identity.is !== 'customer') throw { code: 'lost', message: standardMessage, status: 0 }
  keep.storeToken(token)
  return { customer: identity.customer, validFor: identity.validFor }
}

/**
 * Starts a customer's session in this browser: stores its token. If another tab has logged in meanwhile, the journals of
 * that customer are cleared first.
 *
 * @throws a lost answer if the token can't be used; if the shopper has logged out or logged in again meanwhile
 */
export async function startSession(
  environment: Pick<Environment, 'keep' | 'now' | 'forgetJournal'>,
  token: string,
  signal: AbortSignal,
) {
  if (environment.keep.token() !== null) await environment.forgetJournal()
  signal.throwIfAborted()
  return storeToken(environment, token)
}

/** Logs in: the guest's cart becomes the customer's; token and cart session are stored. */
export async function logIn(
  environment: Pick<Environment, 'call' | 'keep' | 'vault' | 'now' | 'forgetJournal'>,
  { email, password }: { email: string; password: string },
  signal: AbortSignal,
): Promise<LoginResult> {
  const { call, keep, vault } = environment
  const body = { email, password: vault.read(password), sessionId: keep.sessionId() }
  const answer = await requireSuccess(call(accountRoutes.login, { body, signal }))
  const claims = await startSession(environment, answer.token, signal)
  vault.forget(password)
  const sessionId = answer.sessionId ?? answer.shoppingCart[0]?.sessionId ?? keep.sessionId()
  if (sessionId !== null) keep.storeSessionId(sessionId)
  const account = accountOf(answer.customerInfo, answer.data, answer.billingAddress, 'first')
  return { ...claims, account, sessionId, lines: answer.shoppingCart }
}

/** Revokes the token at the gateway; the result is ignored. */
export const revokeToken = (call: Client, bearer: string) => call(accountRoutes.logout, { body: {}, bearer })
