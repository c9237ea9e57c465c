import type { CartContext } from '#machines/cart/cart-setup'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { OrderAttemptSnapshot } from '#machines/orders/order-attempt'
import type { PaymentSnapshot } from '#machines/payment/payment'
import type { SessionContext } from '#machines/session/session-setup'
import type { ShopContext } from '#machines/shop/shop-setup'
import { runningTabs, stateOf, type UserEvent, type Page, type Pending, type Tab, type World } from '../world.ts'

interface Named {
  /** The name in `docs/invariants.md`. */
  name: string
  /** The guarantee, in a sentence. */
  holds: string
}

/** An invariant of a state. */
export interface StateInvariant extends Named {
  /** After every step, after some of them, or after the faults have ended and every response has arrived. */
  when: 'always' | 'seldom' | 'atRest'
  /** @returns the violation; null if there is none */
  check(world: World): string | null
}

/** An invariant about an event of the shopper. */
export interface EventInvariant extends Named {
  when: 'act'
  /** @param before - the machine's snapshot before the event */
  check(world: World, tab: Tab & { page: Page }, act: UserEvent, before: unknown): string | null
}

/** An invariant about a call, checked when the shop sends it. */
export interface CallInvariant extends Named {
  when: 'call'
  check(world: World, call: Pending): string | null
}

export type Invariant = StateInvariant | EventInvariant | CallInvariant

/** Checks each running tab. @returns the first violation */
export function inEachTab(
  world: World,
  check: (page: Page, tab: Tab) => string | null | undefined | false,
): string | null {
  for (const tab of runningTabs(world)) {
    const wrong = check(tab.page, tab)
    if (wrong) return `tab ${tab.number}: ${wrong}`
  }
  return null
}

export const shopIn = (page: Page) => page.root.getSnapshot() as { value: unknown; context: ShopContext }
export const cartIn = (page: Page) =>
  stateOf<{ value: { lines: string; coupon: string | object }; context: CartContext }>(page, 'cart')!
export const sessionIn = (page: Page) =>
  stateOf<{ value: { who: string; start: string }; context: SessionContext }>(page, 'session')!
export const checkoutIn = (page: Page) => stateOf<CheckoutSnapshot>(page, 'checkout')
export const orderIn = (page: Page) => stateOf<OrderAttemptSnapshot>(page, 'checkout/orderAttempt')
export const paymentIn = (page: Page) => stateOf<PaymentSnapshot>(page, 'checkout/orderAttempt/payment')

/** The step of the checkout; `ordering` while an order is in flight. */
export const stepIn = ({ value: { step } }: CheckoutSnapshot): string =>
  typeof step === 'string' ? step : step.filling === 'quoting' ? 'delivery' : step.filling
