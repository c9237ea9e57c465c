import { sessionRoutes, settingsIn } from '#contract/settings'
import { refusalIn } from '#contract/refusal'
import { sessionMachine } from '#machines/session/session'
import { accountOf } from '#machines/messages/customer'
import type { Environment } from './environment.ts'
import { requireSuccess } from './client.ts'
import { liveEffect } from './live.ts'
import { importUnreadable } from './import-unreadable.ts'
import { identityIn } from './token.ts'

type Needs = Pick<
  Environment,
  | 'call'
  | 'storage'
  | 'vault'
  | 'now'
  | 'deleteJournals'
  | 'trimJournal'
  | 'forgetOrders'
  | 'raiseToast'
  | 'startVisit'
  | 'reload'
  | 'log'
>

/** The session machine with its effects. The code of login and logout is imported when it is needed. */
export const sessionWith = (environment: Needs, unreadable = importUnreadable) => {
  const { call, storage, vault, now, deleteJournals, forgetOrders, reload, log } = environment
  return sessionMachine.provide({
    actors: {
      begin: liveEffect(async (_: null, signal) => {
        const ask = (sessionId: string | null, bearer?: '') =>
          requireSuccess(call(sessionRoutes.begin, { params: { sessionId: sessionId ?? 'null' }, signal, bearer }))
        const answer = await ask(storage.sessionId()).catch(async (error: unknown) => {
          if (refusalIn(error).status < 400) throw error
          return (await unreadable()).beginWithout(environment, error, ask)
        })
        const { customerInfo, billingAddress, deliveryAddress, shoppingCart } = answer
        const [line] = shoppingCart
        if (customerInfo && line && !signal.aborted) storage.storeSessionId(line.sessionId)
        return {
          settings: settingsIn(answer),
          lines: shoppingCart,
          account: customerInfo && accountOf(customerInfo, deliveryAddress, billingAddress, 'billing'),
        }
      }),
      logIn: liveEffect(async (credentials, signal) =>
        (await import('./login-calls.ts')).logIn(environment, credentials, signal),
      ),
      logOut: liveEffect(async () => {
        const token = storage.token()
        // before the token: a tab that sees the logout first would keep outlines of them
        const orders = forgetOrders()
        storage.clearToken()
        storage.clearSessionId()
        vault.clear()
        const ending = import('./login-calls.ts').then(({ endLogin }) => endLogin(environment, token, orders))
        await Promise.allSettled([deleteJournals('all'), ending])
        return null
      }),
      forget: liveEffect(async ({ why }, signal) => {
        const token = storage.token()
        // another tab has renewed the token while this one was frozen: the reloaded page uses it
        if (why === 'expired' && identityIn(token, now()).is === 'customer') {
          if (!signal.aborted) reload()
          return null
        }
        if (why === 'malformed') log('The stored token is malformed: it is not a JWT with three parts')
        // otherwise another tab has removed it, with all journals; cart and journals may be the next shopper's by now
        const isRemoved = why !== 'otherTab' && token !== null
        if (isRemoved) storage.clearToken()
        if (isRemoved && why !== 'malformed') storage.clearSessionId()
        vault.clear()
        await deleteJournals(isRemoved ? 'all' : 'own')
        // without a stored token there is nothing to reload, and a login that was begun meanwhile is not interrupted
        if (why === 'refused' && isRemoved && !signal.aborted) reload()
        return null
      }),
    },
  })
}
