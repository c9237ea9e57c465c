import type { PageName } from '#contract/paths'
import { checkoutProgress, isOrdering } from '#machines/checkout/selectors'
import type { ShopActor } from '#machines/shop/shop'
import { lockName } from '../effects/checkout-lock.ts'
import type { Client } from '../effects/client.ts'
import { orderOutcome } from '../effects/order-outcome.ts'
import { createOutbox } from '../effects/outbox.ts'
import { orderFrom } from './unknown-text.ts'

interface RecoveryOptions {
  shop: ShopActor
  /** Loads the module of a page. */
  load(page: PageName): Promise<unknown>
  call: Client
  storage: () => Storage
  /** Milliseconds since the epoch. */
  now(): number
  /** Absent in old browsers. */
  locks: LockManager | undefined
}

/** Milliseconds between checks of another tab's lock. */
const lockPause = 1_000

/**
 * Hands the oldest unsettled order of an earlier visit to the checkout, which asks the gateway about it. Orders of other
 * customers stay in the outbox, and so does the order that a checkout has already, in this tab or in another one.
 */
export function recoverOrders({ shop, load, call, storage, now, locks }: RecoveryOptions): void {
  const outbox = createOutbox(storage, now)
  const owner = () => shop.getSnapshot().context.customer?.customerId ?? null
  const next = () => outbox.list().find(({ customerId }) => customerId === owner())
  const checkout = () => shop.getSnapshot().children.checkout?.getSnapshot()
  const isOrderInCheckout = () => {
    const here = checkout()
    return here !== undefined && isOrdering(checkoutProgress(here))
  }
  /** Resolves once no other tab holds the checkout. */
  async function checkoutIsFree() {
    const isHeldHere = () => checkout()?.children.lock?.getSnapshot().value === 'holding'
    // not a queued request: that would also wait for this tab's own checkout
    const isFree = () => locks?.request(lockName, { ifAvailable: true }, lock => lock !== null) ?? true
    while (!isHeldHere() && !(await isFree())) await new Promise(resolve => setTimeout(resolve, lockPause))
  }

  async function recover() {
    if (next() === undefined || isOrderInCheckout()) return
    await load('checkout')
    await checkoutIsFree()
    const order = next()
    if (order === undefined || isOrderInCheckout()) return
    shop.send({ type: 'order.recovered', order: order.body, sentAt: order.sentAt })
  }

  /** Says what became of orders of the customer whose content was deleted when a login expired. */
  async function reportOutlined() {
    const customerId = owner()
    for (const outline of outbox.outlines().filter(one => one.customerId === customerId)) {
      const order = await orderOutcome(call, outline)
      outbox.remove(outline.requestId)
      const text =
        order === null
          ? `${orderFrom(outline.sentAt)} was not placed.`
          : `${orderFrom(outline.sentAt)} was placed. Its number is ${order.orderNumber}.`
      shop.send({ type: 'toast.raised', toast: { kind: order === null ? 'error' : 'success', text } })
    }
  }

  // a failed chunk or a blocked lock: the order stays stored, and the next visit tries again
  const start = () => {
    // a login that has expired ends the customer's data here
    outbox.outlineOthers(owner())
    recover().catch(() => {})
    reportOutlined().catch(() => {})
  }
  let known = owner()
  shop.subscribe(() => {
    if (owner() === known) return
    known = owner()
    start()
  })
  start()
}
