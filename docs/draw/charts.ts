import { readFileSync } from 'node:fs'
import type { AnyStateMachine } from 'xstate'
import { cartMachine } from '#machines/cart'
import { catalogueMachine } from '#machines/catalogue'
import { checkoutMachine } from '#machines/checkout'
import { addressesMachine } from '#machines/addresses'
import { forgottenMachine } from '#machines/forgotten'
import { loginMachine } from '#machines/login'
import { ordersMachine } from '#machines/orders'
import { passwordMachine } from '#machines/password'
import { profileMachine } from '#machines/profile'
import { registrationMachine } from '#machines/registration'
import { resetMachine } from '#machines/reset'
import { listMachine } from '#machines/list'
import { lazyCharts } from '#machines/location'
import { lookupMachine } from '#machines/lookup'
import { menusMachine } from '#machines/menus'
import { newsletterMachine } from '#machines/newsletter'
import { paymentMachine } from '#machines/payment'
import { placesMachine } from '#machines/places'
import { productMachine } from '#machines/product'
import { searchMachine } from '#machines/search'
import { sessionMachine } from '#machines/session'
import { shopMachine } from '#machines/shop'
import { describeChart, type Chart } from './describe.ts'

/** Every chart of the shop, the one that starts the others first. */
export const machines: AnyStateMachine[] = [
  shopMachine,
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
]

const sourceOf = (id: string) => readFileSync(new URL(`../../machines/${id}.ts`, import.meta.url), 'utf8')

/** Every chart, described. */
export const readCharts = (): Chart[] =>
  machines.map(machine => describeChart(machine, sourceOf(machine.id), lazyCharts))
