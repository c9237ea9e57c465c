import { setup, type AnyMachineSnapshot } from 'xstate'
import { lazyMachineIds, pageOf, pageWith } from '#contract/paths'
import { shopMachine } from '#machines/shop/shop'
import type { ShopContext } from '#machines/shop/shop-setup'
import { done, fails, type Model } from '#tools/walks/graph'
import {
  accountFor,
  lost,
  mai,
  newOrder,
  refused,
  registered,
  riceLine,
  savedAddress,
  settings,
} from '../kit/outcomes.ts'
import { locationOf } from '../kit/open-shop.ts'

/** A child machine of which only the name is known: the model sends its reports. */
const quiet = setup({}).createMachine({})
const machines = ['session', 'cart', 'menus', 'catalogue', 'search', 'newsletter', 'list', ...lazyMachineIds]

const contextOf = (state: AnyMachineSnapshot) => state.context as ShopContext

/** A list of the first load, a page without a machine, a page for guests, and one for customers. */
const paths = ['/main/product-list/0', '/nowhere', '/auth/login', '/manage-account/modify-account']

const pages = paths.map(pageOf)

const goes = (path: string) => ({ type: 'location.changed', move: 'PUSH', location: locationOf(path) })

const cartTold = { sessionId: 'session-1', lines: [riceLine] }
/** The session's reports about the customer, possible at any time. */
const customerReports = [
  { type: 'session.changed', customer: mai, account: accountFor(mai) },
  { type: 'session.changed', customer: null, account: null },
  { type: 'session.ended', sessionId: null },
]
/** All other reports of child machines, which are forwarded in every state. */
const forwardedReports = [
  { type: 'session.loaded', settings, lines: [riceLine] },
  { type: 'session.loadFailed' },
  { type: 'settings.cleared' },
  { type: 'session.loggedIn', ...cartTold },
  { type: 'session.loggedIn', sessionId: 'session-1', lines: null },
  { type: 'session.refused', refusal: { ...refused, status: 401 } },
  { type: 'session.refused', refusal: lost },
  { type: 'registration.refused', refusal: refused },
  { type: 'session.logIn', email: mai.email, password: 'login/password/1' },
  { type: 'session.registered', ...registered },
  { type: 'session.renewed', customer: mai, validFor: 3_600_000, info: null },
  { type: 'address.saved', address: savedAddress, use: 'delivery' },
  { type: 'cart.changed', basket: { ...cartTold, quantity: 1, subtotal: 1590, coupon: null }, isOwn: false },
  { type: 'cart.removed' },
  { type: 'cart.added', sessionId: null },
  {
    type: 'checkout.placed',
    sessionId: 'session-1',
    toast: { kind: 'success', text: 'Your order LL-1001 was placed.' },
  },
  { type: 'checkout.refused', toast: { kind: 'error', text: 'Your order was not placed. Sold out' } },
  { type: 'checkout.refused', toast: null },
  { type: 'machine.start', machine: 'checkout', event: { type: 'checkout.recover', order: newOrder, sentAt: 1 } },
  { type: 'machine.start', machine: 'suggestions', event: null },
  { type: 'machine.start', machine: 'rows', event: { type: 'rows.open', row: { kind: 'special' } } },
  { type: 'toast.raised', toast: { kind: 'success', text: 'Success: You have added rice.' } },
]

/** Navigation of a guest and a customer, with the reports of child machines. */
export const shopModel: Model = {
  machine: shopMachine.provide({ actors: Object.fromEntries(machines.map(name => [name, quiet])) } as never),
  cases(state: AnyMachineSnapshot) {
    const page = pageOf(contextOf(state).requestedLocation?.pathname ?? '/')
    return [
      { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } },
      // a navigation cancels the one in progress from every state alike: one path is enough
      ...(state.hasTag('busy') && !state.matches('redirected') ? paths.slice(0, 1) : paths).map(path => goes(path)),
      { type: 'location.go', to: '/cart' },
      { type: 'page.retry' },
      { type: 'page.ready', page },
      { type: 'page.ready', page: 'register' },
      ...customerReports,
      ...(state.hasTag('busy') ? [] : forwardedReports),
      done('loadPage', { page }),
      fails('loadPage', lost),
      done('reveal', null),
      fails('reveal', lost),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { requestedLocation, shown, loaded, spawned, customer } = contextOf(state)
    return JSON.stringify([
      state.value,
      [requestedLocation?.pathname ?? null, shown?.pathname ?? null],
      loaded.filter(page => pages.includes(page)).toSorted(),
      spawned.filter(machine => pages.includes(pageWith(machine)!)).toSorted(),
      customer !== null,
    ])
  },
}
