import { accountRoutes } from '#contract/account'
import { accountOf } from '#machines/messages/customer'
import type { LoginResult } from '#machines/session/session-setup'
import { requireSuccess, type Client } from './client.ts'
import type { Environment } from './environment.ts'
import { startSession } from './login-storage.ts'

/** Logs in: the guest's cart becomes the customer's; token and cart session are stored. */
export async function logIn(
  environment: Pick<Environment, 'call' | 'storage' | 'vault' | 'now' | 'deleteJournals' | 'trimJournal'>,
  { email, password }: { email: string; password: string },
  signal: AbortSignal,
): Promise<LoginResult> {
  const { call, storage, vault } = environment
  const body = { email, password: vault.read(password), sessionId: storage.sessionId() }
  const answer = await requireSuccess(call(accountRoutes.login, { body, signal }))
  const claims = await startSession(environment, answer.token, signal)
  vault.forget(password)
  const sessionId = answer.sessionId ?? answer.shoppingCart[0]?.sessionId ?? storage.sessionId()
  if (sessionId !== null) storage.storeSessionId(sessionId)
  const account = accountOf(answer.customerInfo, answer.data, answer.billingAddress, 'first')
  return { ...claims, account, sessionId, lines: answer.shoppingCart }
}

/** Resolves when the page is closed or left. */
const pageIsLeft = () => new Promise(resolve => window.addEventListener('pagehide', resolve, { once: true }))

/**
 * Ends a login at the gateway: settles the orders whose outcome was not known, then revokes the token. A page that is left meanwhile
 * revokes it at once.
 *
 * @param bearer - the token; null for a guest
 * @param orders - as they were stored
 */
export async function endLogin(
  environment: Pick<Environment, 'call' | 'raiseToast'>,
  bearer: string | null,
  orders: readonly string[],
  isLeft: () => Promise<unknown> = pageIsLeft,
): Promise<void> {
  if (orders.length > 0) {
    const settling = import('./abandoned-orders.ts')
      .then(({ settleAbandoned }) => settleAbandoned(environment, bearer, orders))
      // code that can't be loaded does not keep the token valid
      .catch(() => {})
    await Promise.race([settling, isLeft()])
  }
  if (bearer !== null) await revokeToken(environment.call, bearer)
}

/** Revokes the token at the gateway; the result is ignored. */
export const revokeToken = (call: Client, bearer: string) => call(accountRoutes.logout, { body: {}, bearer })
