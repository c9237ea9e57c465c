import type { AnyStateMachine } from 'xstate'
import { addressesMachine } from './account/addresses.ts'
import { profileMachine } from './account/profile.ts'
import { placesMachine } from './address/places.ts'
import { cartMachine } from './cart/cart.ts'
import { catalogueMachine } from './catalogue/catalogue.ts'
import { listMachine } from './catalogue/list.ts'
import { checkoutMachine } from './checkout/checkout.ts'
import { menusMachine } from './menus/menus.ts'
import { newsletterMachine } from './newsletter/newsletter.ts'
import { ordersMachine } from './orders/orders.ts'
import { lookupMachine } from './parts/lookup.ts'
import { forgottenMachine } from './password/forgotten.ts'
import { passwordMachine } from './password/password.ts'
import { resetMachine } from './password/reset.ts'
import { paymentMachine } from './payment/payment.ts'
import { productMachine } from './product/product.ts'
import { registrationMachine } from './registration/registration.ts'
import { searchMachine } from './search/search.ts'
import { loginMachine } from './session/login.ts'
import { sessionMachine } from './session/session.ts'
import { lazyCharts } from './shop/location.ts'
import { shopMachine } from './shop/shop.ts'

/** A machine and the source file that defines it, relative to `machines/`. */
export interface ListedMachine {
  machine: AnyStateMachine
  file: string
}

const listed = (machine: AnyStateMachine, folder: string): ListedMachine => ({
  machine,
  file: `${folder}/${machine.id}.ts`,
})

/**
 * Every machine of the storefront, the root first. Diagrams, the inspector, model tests and walks iterate this list.
 * The first load never imports it: it holds the code of every page.
 */
export const machines: readonly ListedMachine[] = [
  listed(shopMachine, 'shop'),
  listed(sessionMachine, 'session'),
  listed(cartMachine, 'cart'),
  listed(checkoutMachine, 'checkout'),
  listed(paymentMachine, 'payment'),
  listed(loginMachine, 'session'),
  listed(registrationMachine, 'registration'),
  listed(forgottenMachine, 'password'),
  listed(resetMachine, 'password'),
  listed(profileMachine, 'account'),
  listed(passwordMachine, 'password'),
  listed(addressesMachine, 'account'),
  listed(ordersMachine, 'orders'),
  listed(listMachine, 'catalogue'),
  listed(productMachine, 'product'),
  listed(catalogueMachine, 'catalogue'),
  listed(placesMachine, 'address'),
  listed(lookupMachine, 'parts'),
  listed(menusMachine, 'menus'),
  listed(searchMachine, 'search'),
  listed(newsletterMachine, 'newsletter'),
]

/** The machines of pages, which are loaded with their page and not with the first load. */
export const lazyMachines: readonly AnyStateMachine[] = machines
  .map(({ machine }) => machine)
  .filter(({ id }) => (lazyCharts as readonly string[]).includes(id))

/** The shop with the machines of all pages. Effects are stubs that never start, so any journal can be replayed on it. */
export const wholeShop: AnyStateMachine = shopMachine.provide({
  actors: Object.fromEntries(lazyMachines.map(machine => [machine.id, machine])),
})

/** Every machine by its id. */
export const machinesById: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  machines.map(({ machine }) => [machine.id, machine]),
)
