import type { AnyStateMachine } from 'xstate'
import { addressesMachine } from '#machines/addresses'
import { cartMachine } from '#machines/cart'
import { catalogueMachine } from '#machines/catalogue'
import { checkoutMachine } from '#machines/checkout'
import { forgottenMachine } from '#machines/forgotten'
import { listMachine } from '#machines/list'
import { loginMachine } from '#machines/login'
import { lookupMachine } from '#machines/lookup'
import { menusMachine } from '#machines/menus'
import { newsletterMachine } from '#machines/newsletter'
import { ordersMachine } from '#machines/orders'
import { passwordMachine } from '#machines/password'
import { paymentMachine } from '#machines/payment'
import { placesMachine } from '#machines/places'
import { productMachine } from '#machines/product'
import { profileMachine } from '#machines/profile'
import { registrationMachine } from '#machines/registration'
import { resetMachine } from '#machines/reset'
import { searchMachine } from '#machines/search'
import { sessionMachine } from '#machines/session'
import { shopMachine } from '#machines/shop'

/** The shop with the charts of all pages in it, and effects that never start: any journal can be replayed on it. */
export const wholeShop: AnyStateMachine = shopMachine.provide({
  actors: {
    product: productMachine,
    checkout: checkoutMachine,
    registration: registrationMachine,
    login: loginMachine,
    forgotten: forgottenMachine,
    reset: resetMachine,
    profile: profileMachine,
    password: passwordMachine,
    addresses: addressesMachine,
    orders: ordersMachine,
  },
})

/** Every chart by its id. */
export const charts: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  (
    [
      wholeShop,
      sessionMachine,
      cartMachine,
      checkoutMachine,
      paymentMachine,
      loginMachine,
      registrationMachine,
      forgottenMachine,
      resetMachine,
      profileMachine,
      passwordMachine,
      addressesMachine,
      ordersMachine,
      listMachine,
      productMachine,
      catalogueMachine,
      placesMachine,
      lookupMachine,
      menusMachine,
      searchMachine,
      newsletterMachine,
    ] as AnyStateMachine[]
  ).map(machine => [machine.id, machine]),
)
