import type { PageName } from '#contract/paths'
import { checkoutProgress, isOrdering } from '#machines/checkout/selectors'
import type { ShopActor } from '#machines/shop/shop'
import { lockName } from '../effects/checkout-lock.ts'
import { createOutbox } from '../effects/outbox.ts'

interface RecoveryOptions {
  shop: ShopActor
  /** Loads the module of a page. */
  load(page: PageName): Promise<unknown>
  storage: () => Storage
  /** Milliseconds since the epoch. */
  now(): number
  /** Absent in old browsers. */
  locks: LockManager | undefined
}

/**
 * Hands the oldest unsettled order of an earlier visit to the checkout, which asks the gateway about it. Orders of other
 * customers stay where they are. An order that this tab's checkout has is left to it; while another tab has the checkout,
 * that tab has the order.
 */
export function recoverOrders({ shop, load, storage, now, locks }: RecoveryOptions): void {
  const outbox = createOutbox(storage, now)
  const owner = () => shop.getSnapshot().context.customer?.customerId ?? null
  const next = () => outbox.list().find(({ customerId }) => customerId === owner())
  const checkout = () => shop.getSnapshot().children.checkout?.getSnapshot()
  const isOrderInCheckout = () => {
    const here = checkout()
    return here !== undefined && isOrdering(checkoutProgress(here))
  }
  /** Whether this tab's checkout has the lock. */
  const isHeldHere = () => checkout()?.context.isElsewhere === false

  async function recover() {
    if (next() === undefined || isOrderInCheckout()) return
    await load('checkout')
    // resolves once no other tab has the checkout
    if (!isHeldHere()) await locks?.request(lockName, () => {})
    const order = next()
    if (order === undefined || isOrderInCheckout()) return
    shop.send({ type: 'order.recovered', order: order.body, sentAt: order.sentAt })
  }

  // a failed chunk or a blocked lock: the order stays stored, and the next visit looks again
  const start = () => void recover().catch(() => {})
  let known = owner()
  shop.subscribe(() => {
    if (owner() === known) return
    known = owner()
    start()
  })
  start()
}
