import { cartRoutes } from '#contract/cart'
import { refusalIn } from '#contract/refusal'
import { cartMachine } from '#machines/cart/cart'
import { listOrEmpty, requireSuccess, type Client } from './client.ts'
import { liveEffect } from './live.ts'
import { importUnreadable } from './import-unreadable.ts'
import { unreadableStatuses, type ShopStorage } from './storage.ts'

/**
 * The cart machine with its effects.
 *
 * An addition's key is journaled before the request is sent, so that after a crash no other addition uses it.
 *
 * @param notifyTabs - reports to the other tabs that the cart has changed, or may have
 * @param writeJournalTail - writes the journal's tail at once
 */
export function cartWith(
  call: Client,
  storage: ShopStorage,
  notifyTabs: () => void,
  writeJournalTail: () => void,
  unreadable = importUnreadable,
) {
  const changed = <T>(answer: Promise<T>): Promise<T> => answer.finally(() => notifyTabs())
  return cartMachine.provide({
    actors: {
      readCart: liveEffect(({ sessionId }, signal) =>
        listOrEmpty(call(cartRoutes.cart, { params: { sessionId }, signal })),
      ),
      addLine: liveEffect(
        async ({ productId, productName, productPrice, productImage, quantity, requestId, sessionId }, signal) => {
          // another tab may have begun a session in the meantime: the stored one counts
          const mySessionId = storage.sessionId() ?? sessionId
          const body = { productId, productName, productPrice, productImage, quantity, requestId }
          const add = (mySessionId: string | null) =>
            requireSuccess(call(cartRoutes.addLine, { body: { ...body, mySessionId } }))
          writeJournalTail()
          const { data } = await changed(
            add(mySessionId).catch(async (error: unknown) => {
              const { status } = refusalIn(error)
              // the session may be another gateway's, which this one does not know or can't read: a new one begins
              const isRefused =
                mySessionId !== null &&
                (status === 404 ||
                  (unreadableStatuses.includes(status) &&
                    (await (await unreadable()).isSessionUnreadable(call, mySessionId))))
              if (!isRefused) throw error
              return add(null)
            }),
          )
          // the shopper may have logged out in the meantime
          if (!signal.aborted) storage.storeSessionId(data.sessionId)
          return data
        },
      ),
      changeLine: liveEffect(async ({ id, ...body }) => {
        return (await changed(requireSuccess(call(cartRoutes.changeLine, { params: { id }, body })))).data
      }),
      removeLine: liveEffect(
        async ({ id }) => (await changed(requireSuccess(call(cartRoutes.removeLine, { params: { id } })))).data,
      ),
      // loaded with the first coupon
      validateCoupon: liveEffect(async ({ code }, signal) =>
        (await import('./coupon.ts')).validated(call, code, signal),
      ),
      removeCoupon: liveEffect(async ({ sessionId }) => (await import('./coupon.ts')).removed(call, sessionId)),
    },
  })
}
