import { cartWalks } from '../../tests/browser/walks/cart.ts'
import { checkoutWalks } from '../../tests/browser/walks/checkout.ts'
import { lockWalks } from '../../tests/browser/walks/lock.ts'
import { menusWalks } from '../../tests/browser/walks/menus.ts'
import { orderAttemptWalks } from '../../tests/browser/walks/order-attempt.ts'
import { paymentWalks } from '../../tests/browser/walks/payment.ts'
import type { WalkedMachine } from '../walks/page-walk.ts'

/** The machines whose walks on the page must detect mutants. */
export const walkedMachines: Readonly<Record<string, WalkedMachine>> = {
  cart: cartWalks,
  checkout: checkoutWalks,
  lock: lockWalks,
  menus: menusWalks,
  orderAttempt: orderAttemptWalks,
  payment: paymentWalks,
}
