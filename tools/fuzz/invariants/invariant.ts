import type { CartContext } from '#machines/cart/cart-setup'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { PaymentSnapshot } from '#machines/payment/payment'
import type { SessionContext } from '#machines/session/session'
import type { ShopContext } from '#machines/shop/shop'
import { runningTabs, stateOf, type Act, type Page, type Pending, type Tab, type World } from '../world.ts'

interface Named {
  /** The name that `docs/invariants.md` has for it. */
  name: string
  /** What holds, in a sentence. */
  holds: string
}

/** Something that has to hold in every state. */
export interface StateInvariant extends Named {
  /** After every step, after some of them, or once the faults have ended and everything is answered. */
  when: 'always' | 'seldom' | 'atRest'
  /** @returns what is wrong; null where nothing is */
  check(world: World): string | null
}

/** An invariant about the last action. */
export interface ActInvariant extends Named {
  when: 'act'
  /** @param before - what the machine held before */
  check(world: World, tab: Tab & { page: Page }, act: Act, before: unknown): string | null
}

/** Something that has to hold of every call as it leaves the shop. */
export interface CallInvariant extends Named {
  when: 'call'
  check(world: World, call: Pending): string | null
}

export type Invariant = StateInvariant | ActInvariant | CallInvariant

/** Looks at each tab that runs, until something is wrong. */
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

/** What a shop holds. */
export const shopIn = (page: Page) => page.root.getSnapshot() as { value: unknown; context: ShopContext }
export const cartIn = (page: Page) =>
  stateOf<{ value: { lines: string; coupon: string | object }; context: CartContext }>(page, 'cart')!
export const sessionIn = (page: Page) =>
  stateOf<{ value: { who: string; start: string }; context: SessionContext }>(page, 'session')!
export const checkoutIn = (page: Page) => stateOf<CheckoutSnapshot>(page, 'checkout')
export const paymentIn = (page: Page) => stateOf<PaymentSnapshot>(page, 'checkout/payment')

/** The step of a checkout, or the state of its order: `unknown` without its nested states. */
export function stepIn({ value: { step } }: CheckoutSnapshot): string {
  if (typeof step === 'string') return step
  return 'filling' in step ? step.filling : 'unknown'
}
