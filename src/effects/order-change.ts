import { orderChangeRoutes } from '#contract/order-change'
import { suggestionRoutes } from '#contract/suggestions'
import { orderChangeMachine } from '#machines/order-change/order-change'
import { requireSuccess, type Client } from './client.ts'
import { liveEffect } from './live.ts'
import { slotsWith } from './slots.ts'

/**
 * The machine of an order's draft with its effects.
 *
 * @param keyOf - the part of a body with the key of the link that has opened the order; empty without one
 */
export const orderChangeWith = (call: Client, keyOf: (number: number) => { key?: string }) =>
  orderChangeMachine.provide({
    actors: {
      slots: slotsWith(call),
      readSuggestions: liveEffect(
        async ({ text }, signal) =>
          (await requireSuccess(call(suggestionRoutes.suggestions, { params: { q: text }, signal }))).data,
      ),
      readPreview: liveEffect(async ({ number, orderId, change }, signal) => {
        const body = { ...change, ...keyOf(number) }
        const answer = call(orderChangeRoutes.previewOrderChange, { params: { id: orderId }, body, signal })
        return (await requireSuccess(answer)).data
      }),
      changeOrder: liveEffect(async ({ number, orderId, change, requestId }, signal) => {
        const body = { requestId, ...change, ...keyOf(number) }
        const answer = call(orderChangeRoutes.changeOrder, { params: { id: orderId }, body, signal })
        return (await requireSuccess(answer)).data
      }),
    },
  })
