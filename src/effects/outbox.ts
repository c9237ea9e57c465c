import { is, literal, max, min, nullable, number, string, type, type Infer, type Struct } from 'superstruct'
import { newOrder, type NewOrder } from '#contract/order'
import { longestUnattended } from '#machines/parts/resumed'
import { orderKeyPrefix, orderKeys } from './order-keys.ts'

/** A date of JavaScript: others can't be shown. */
const time = max(min(number(), 0), 8.64e15)

/** An unsettled order as it is stored. Its version and shape do not depend on machines or journals. */
const unsettledOrder = type({
  version: literal(1),
  /** When it was sent, in milliseconds since the epoch. */
  sentAt: time,
  /** Null for a guest's. */
  customerId: nullable(string()),
  body: newOrder,
})
export type UnsettledOrder = Omit<Infer<typeof unsettledOrder>, 'version'>

/** The unsettled order in a stored text. @returns null if there is none */
export function unsettledIn(text: string | null): UnsettledOrder | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return is(stored, unsettledOrder) ? stored : null
  } catch {
    return null
  }
}

/** The longest stored order, in characters: one of some 500 lines. */
const longestText = 100_000

/** What is left of a customer's unsettled order after the login has expired. */
const orderOutline = type({ sentAt: time, customerId: string(), sessionId: string() })
export interface OrderOutline extends Infer<typeof orderOutline> {
  requestId: string
}

/**
 * How long an unsettled order is stored, in milliseconds: 30 days. The gateway deletes a guest's unused cart after as long. One with a
 * date in the future was stored while the clock was wrong; it is kept until its outcome is known.
 */
export const storedFor = 30 * 86_400_000

/** Orders from just before they are sent until their outcome is known. */
export interface Outbox {
  /** Stores an order that is about to be sent. A retry keeps the first time, unless the shopper asked for it later. */
  store(order: NewOrder, customerId: string | null): void
  find(requestId: string): UnsettledOrder | null
  /** The outcome is known. */
  remove(requestId: string): void
  /** Oldest first. Deletes orders that are unreadable, and those that are too old once the time is known. */
  list(): UnsettledOrder[]
  /** Deletes what customers other than this one have ordered; of their orders the outline stays. */
  outlineOthers(customerId: string | null): void
  /** The orders of which only the outline is left. */
  outlines(): OrderOutline[]
}

/** Whether an order is recent enough to be sent again without asking the shopper; not with a date in the distant future. */
export const isRecent = (sentAt: number, now: number): boolean => Math.abs(now - sentAt) < longestUnattended

/**
 * The outbox in a `Storage`, written synchronously; in memory until the next page load if the browser refuses.
 *
 * @param storage - may throw, as browsers do if storage is blocked
 * @param now - milliseconds since the epoch
 * @param isTimeKnown - whether `now` may be relied on: an order is not deleted because the clock was set forward
 */
export function createOutbox(storage: () => Storage, now: () => number, isTimeKnown = () => true): Outbox {
  const memory = new Map<string, string>()
  const keyOf = (requestId: string) => `${orderKeyPrefix}${requestId}`
  const read = (key: string): string | null => {
    try {
      return storage().getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  }
  const write = (key: string, text: string) => {
    try {
      storage().setItem(key, text)
      memory.delete(key)
    } catch {
      memory.set(key, text)
    }
  }
  const removeKey = (key: string) => {
    memory.delete(key)
    try {
      storage().removeItem(key)
    } catch {
      // blocked storage never held it
    }
  }
  const parse = <Stored extends { sentAt: number }>(
    text: string | null,
    shape: Struct<Stored, unknown>,
  ): Stored | null => {
    try {
      const stored: unknown = JSON.parse(text && text.length <= longestText ? text : 'null')
      return is(stored, shape) ? stored : null
    } catch {
      return null
    }
  }
  const find = (requestId: string) => parse(read(keyOf(requestId)), unsettledOrder)
  return {
    store(body, customerId) {
      const known = find(body.requestId)
      const sentAt = known !== null && isRecent(known.sentAt, now()) ? known.sentAt : now()
      const text = JSON.stringify({ version: 1, sentAt, customerId, body })
      write(keyOf(body.requestId), text)
    },
    find,
    remove: requestId => removeKey(keyOf(requestId)),
    list() {
      const orders: UnsettledOrder[] = []
      for (const key of orderKeys(storage)) {
        const text = read(key)
        const unsettled = parse(text, unsettledOrder)
        // one under another key could never be removed, and a long session can't be looked up
        const isUsable = unsettled && keyOf(unsettled.body.requestId) === key && unsettled.body.sessionId.length <= 200
        const order = isUsable ? unsettled : null
        const stored = order ?? parse(text, orderOutline)
        if (stored === null || (isTimeKnown() && now() - stored.sentAt >= storedFor)) removeKey(key)
        else if (order !== null) orders.push(order)
      }
      return orders.toSorted((a, b) => a.sentAt - b.sentAt)
    },
    outlineOthers(customerId) {
      for (const key of orderKeys(storage)) {
        const order = parse(read(key), unsettledOrder)
        if (order === null || order.customerId === null || order.customerId === customerId) continue
        const { sentAt, body } = order
        write(key, JSON.stringify({ sentAt, customerId: order.customerId, sessionId: body.sessionId }))
      }
    },
    outlines: () =>
      orderKeys(storage).flatMap(key => {
        const outline = parse(read(key), orderOutline)
        return outline === null ? [] : [{ ...outline, requestId: key.slice(orderKeyPrefix.length) }]
      }),
  }
}
