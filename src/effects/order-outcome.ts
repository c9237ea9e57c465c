import { orderAttemptRoutes, type Order } from '#contract/order'
import { isRefusedWith, refusalIn } from '#contract/refusal'
import { requireSuccess, type Client } from './client.ts'
import type { OrderOutline } from './outbox.ts'

/**
 * Looks up what became of an order of which only the outline is left; it can't be sent again. If it was not placed, its key is
 * discarded.
 *
 * @returns null if it was not placed
 * @throws the refusal if the gateway can't say
 */
export async function orderOutcome(call: Client, { requestId, sessionId }: OrderOutline): Promise<Order | null> {
  const params = { requestId, sessionId }
  const find = async (): Promise<Order | null> => {
    try {
      return (await requireSuccess(call(orderAttemptRoutes.findOrder, { params }))).data
    } catch (error) {
      if (isRefusedWith(refusalIn(error), 404)) return null
      throw error
    }
  }
  const order = await find()
  if (order !== null) return order
  try {
    await requireSuccess(call(orderAttemptRoutes.giveUpOrder, { params }))
  } catch (error) {
    const refusal = refusalIn(error)
    // placed between the two calls
    if (isRefusedWith(refusal, 409)) return find()
    if (!isRefusedWith(refusal, 404)) throw error
  }
  return null
}
