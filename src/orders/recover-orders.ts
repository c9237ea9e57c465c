import type { PageName } from '#contract/paths'
import { isOrdering } from '#machines/checkout/selectors'
import type { ShopActor } from '#machines/shop/shop'
import { lockName } from '../effects/checkout-lock.ts'
import type { Client } from '../effects/client.ts'
import { gatewayNow, isTimeKnown } from '../effects/gateway-clock.ts'
import { orderOutcome, outcomeToast } from '../effects/order-outcome.ts'
import { createOutbox } from '../effects/outbox.ts'
import { locksIn, type Locks } from '../effects/secure-context.ts'

/** Milliseconds between checks of another tab's lock. */
const lockPause = 1_000

/** One tab at a time hands an order to its checkout. */
const recoveryLock = 'shop/recovery'

/** What the recovery of orders needs from its environment. */
export interface RecoveryOptions {
  shop: ShopActor
  /** Loads the module of a page. */
  load(page: PageName): Promise<unknown>
  call: Client
  storage: () => Storage
  /** Milliseconds since the epoch. */
  now(): number
  /** @see createOutbox */
  isTimeKnown?(): boolean
  /** Absent in old browsers. */
  locks: Locks | undefined
}

const recoveries = new WeakMap<ShopActor, () => void>()

/**
 * Hands the oldest unsettled order to the checkout, which asks the gateway about it. Orders of other customers stay in the outbox,
 * and so does the order that a checkout has already, in this tab or in another one. Called at the start and whenever the tab is
 * shown: a tab that was closed since may have left an order.
 *
 * @param load - loads the module of a page
 */
export function recoverOrders(shop: ShopActor, load: (page: PageName) => Promise<unknown>, call: Client): void {
  const again = recoveries.get(shop)
  if (again) return again()
  const storage = () => window.localStorage
  recoveries.set(
    shop,
    createRecovery({ shop, load, call, storage, now: gatewayNow, isTimeKnown, locks: locksIn(window) }),
  )
}

/** Looks for unsettled orders now. @returns looks for them again */
export function createRecovery({ shop, load, call, storage, now, isTimeKnown, locks }: RecoveryOptions): () => void {
  const outbox = createOutbox(storage, now, isTimeKnown)
  const owner = () => shop.getSnapshot().context.customer?.customerId ?? null
  const next = () => outbox.list().find(({ customerId }) => customerId === owner())
  const checkout = () => shop.getSnapshot().children.checkout?.getSnapshot()
  const lock = () => checkout()?.children.lock
  const isOrderInCheckout = () => {
    const here = checkout()
    return here !== undefined && isOrdering(here)
  }
  /** Resolves once no other tab holds the checkout. */
  async function checkoutIsFree() {
    const isHeldHere = () => lock()?.getSnapshot().value === 'holding'
    // not a queued request: that would also wait for this tab's own checkout
    const isFree = () => locks?.request(lockName, { ifAvailable: true }, held => held !== null) ?? true
    while (!isHeldHere() && !(await isFree())) await new Promise(resolve => setTimeout(resolve, lockPause))
  }
  /** Resolves once it is known which tab holds the checkout. */
  const checkoutIsClaimed = () =>
    new Promise<void>(resolve => {
      const claim = lock()
      if (!claim?.getSnapshot().hasTag('busy')) return resolve()
      const watching = claim.subscribe(snapshot => {
        if (snapshot.hasTag('busy')) return
        watching.unsubscribe()
        resolve()
      })
    })

  async function recover() {
    if (next() === undefined || isOrderInCheckout()) return
    await load('checkout')
    await checkoutIsFree()
    const order = next()
    if (order === undefined || isOrderInCheckout()) return
    const event = { type: 'checkout.recover', order: order.body, sentAt: order.sentAt } as const
    shop.send({ type: 'machine.start', machine: 'checkout', event })
    await checkoutIsClaimed()
  }

  /** Says what became of orders of the customer whose content was deleted when a login expired. */
  async function reportOutlined() {
    const customerId = owner()
    for (const outline of outbox.outlines().filter(one => one.customerId === customerId)) {
      const order = await orderOutcome(call, outline)
      outbox.remove(outline.requestId)
      shop.send({ type: 'toast.raised', toast: outcomeToast(order, outline.sentAt) })
    }
  }

  const recovery = { isUnderWay: false }
  /** The order stays stored if a chunk or a lock fails; the next time that the tab is shown tries again. */
  async function recoverOnce() {
    if (recovery.isUnderWay || next() === undefined || isOrderInCheckout()) return
    recovery.isUnderWay = true
    await Promise.resolve(locks?.request(recoveryLock, recover) ?? recover()).catch(() => {})
    recovery.isUnderWay = false
  }
  const start = () => {
    // a login that has expired ends the customer's data here
    outbox.outlineOthers(owner())
    void recoverOnce()
    reportOutlined().catch(() => {})
  }
  let known = owner()
  shop.subscribe(() => {
    if (owner() === known) return
    known = owner()
    start()
  })
  start()
  return () => void recoverOnce()
}
