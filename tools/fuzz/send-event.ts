import { matchesState } from 'xstate'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { checkEvent } from './invariants.ts'
import { checkoutIn, orderIn } from './invariants/invariant.ts'
import { startVisit } from './pages.ts'
import type { Random } from './random.ts'
import { recordOwnChange, recordReview } from './seen-amounts.ts'
import { actorIn, stateOf, type Page, type Tab, type UserEvent, type World } from './world.ts'

export type StepContext = { world: World; random: Random; tab: Tab & { page: Page } }

/** Events with which the shopper places an order or asks for its outcome. */
const asksForOrder = ['checkout.place', 'checkout.pay', 'order.ask', 'order.resend', 'payment.ask', 'payment.approved']

/** Whether the checkout waits for a delivery fee. */
const isQuoting = ({ value }: CheckoutSnapshot) => matchesState({ step: { filling: 'quoting' } }, value)

/** Sends a shopper's event to a machine and checks the invariants about it. */
export function sendEvent({ world, tab }: Pick<StepContext, 'world' | 'tab'>, { to, event }: UserEvent): void {
  const actor = actorIn(tab.page, to)
  if (!actor) return
  if (event.type === 'cart.add') world.additionsRequested += 1
  const before = actor.getSnapshot()
  if (to === 'checkout' && /typed$|choose/.test(event.type) && isQuoting(checkoutIn(tab.page)!))
    tab.page.isChangedWhileQuoting = true
  world.activePage = tab.page
  recordOwnChange(tab, { to, event })
  actor.send(event)
  world.activePage = null
  const key = asksForOrder.includes(event.type) && orderIn(tab.page)?.context.pendingOrder?.requestId
  if (key) world.orderRequestedAt.set(key, world.now)
  if (event.type === 'checkout.pay' && key) tab.paidKey = key
  if (event.type === 'checkout.place' && orderIn(tab.page)?.value === 'placing') tab.paidKey = null
  checkEvent(world, tab, { to, event }, before)
  recordReview(tab, event.type === 'checkout.accept')
}

/** Delivers one message of another tab. */
export function receiveMessage(world: World, tab: Tab & { page: Page }): void {
  const message = tab.inbox.shift()
  if (message === 'storage') startVisit(world, tab)
  if (message === 'cart.changed' || message === 'order.placed')
    sendEvent({ world, tab }, { to: 'cart', event: { type: 'cart.read' } })
  if (message !== 'order.placed' || stateOf<CheckoutSnapshot>(tab.page, 'checkout')?.value.tab !== 'otherTab') return
  sendEvent({ world, tab }, { to: 'checkout', event: { type: 'checkout.ordered' } })
  tab.page.trim()
}
