import { sessionRoutes, type Settings } from '#contract/settings'
import { sessionMachine } from '#machines/session/session'
import { accountOf } from '#machines/session/customer'
import type { World } from '../start/assemble.ts'
import { needed } from './client.ts'
import { live } from './live.ts'

type Needs = Pick<World, 'call' | 'keep' | 'vault' | 'now' | 'forgetJournal' | 'reload' | 'log'>

/** The session's chart with the gateway and the browser's storage behind it. Login and logout come when they are wanted. */
export const sessionWith = (world: Needs) => {
  const { call, keep, vault, forgetJournal, reload, log } = world
  return sessionMachine.provide({
    actors: {
      begin: live(async (_: null, signal) => {
        const params = { sessionId: keep.sessionId() ?? 'null' }
        const answer = await needed(call(sessionRoutes.begin, { params, signal }))
        const { customerInfo, billingAddress, deliveryAddress, shoppingCart } = answer
        const [line] = shoppingCart
        if (customerInfo && line && !signal.aborted) keep.keepSession(line.sessionId)
        return {
          settings: settingsIn(answer),
          lines: shoppingCart,
          account: customerInfo && accountOf(customerInfo, deliveryAddress, billingAddress, 'billing'),
        }
      }),
      logIn: live(async (asked, signal) => (await import('./login-storage.ts')).logIn(world, asked, signal)),
      logOut: live(async () => {
        const token = keep.token()
        keep.forgetToken()
        keep.forgetSession()
        vault.clear()
        const telling =
          token === null ? null : import('./login-storage.ts').then(({ tellLogout }) => tellLogout(call, token))
        await Promise.allSettled([forgetJournal(), telling])
        return null
      }),
      forget: live(async ({ why }) => {
        const isHeld = keep.token() !== null
        if (why === 'malformed') log('The stored token is malformed: it is no JWT of three parts')
        if (why !== 'elsewhere') keep.forgetToken()
        if (why === 'expired' || why === 'refused') keep.forgetSession()
        vault.clear()
        await forgetJournal()
        // with no token held there is nothing to reload
        if (why === 'refused' && isHeld) reload()
        return null
      }),
    },
  })
}

/** The settings alone: what else an answer has stays out of the chart. */
const settingsIn = ({
  limitAreaShipping,
  receivedOnlinePayment,
  calculateDeliveyFee,
  deliveryFee,
  minimumOrderLimit,
}: Settings): Settings => ({
  limitAreaShipping,
  receivedOnlinePayment,
  calculateDeliveyFee,
  deliveryFee,
  minimumOrderLimit,
})
