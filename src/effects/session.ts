import { sessionRoutes } from '#contract/settings'
import { sessionMachine } from '#machines/session'
import { needed, type Client } from './client.ts'
import { live } from './live.ts'

/** The session's chart with the gateway behind it. */
export const sessionWith = (call: Client) =>
  sessionMachine.provide({
    actors: {
      begin: live(async ({ sessionId }, signal) => {
        const answer = await needed(call(sessionRoutes.begin, { params: { sessionId: sessionId ?? 'null' }, signal }))
        const { limitAreaShipping, receivedOnlinePayment, calculateDeliveyFee, deliveryFee, minimumOrderLimit } = answer
        return {
          settings: { limitAreaShipping, receivedOnlinePayment, calculateDeliveyFee, deliveryFee, minimumOrderLimit },
          lines: answer.shoppingCart,
        }
      }),
    },
  })
