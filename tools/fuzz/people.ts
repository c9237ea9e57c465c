import type { CartContext } from '#machines/cart/cart-setup'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals, savedAddresses } from '#machines/checkout/order-rules'
import { loginHandle, type LoginContext } from '#machines/session/login'
import { passwordHandle, type PasswordContext } from '#machines/password/password'
import { registrationHandle, type RegistrationContext } from '#machines/registration/registration'
import { resetHandle, type ResetContext } from '#machines/password/reset'
import type { AddressesContext } from '#machines/account/addresses'
import type { OrdersContext } from '#machines/orders/orders'
import { fields, mistakeIn } from '#contract/fields'
import type { Dice } from './dice.ts'
import { markOf, passwordOf, residents } from './gateway/state.ts'
import { stateOf, type Act, type Page, type Tab, type World } from './world.ts'

interface Place {
  world: World
  tab: Tab & { page: Page }
  dice: Dice
}

/** What people type when they mean it, and when they do not. */
const odd = [
  '',
  ' ',
  'a',
  '李美玲',
  '👩‍🌾🍚',
  'x'.repeat(300),
  '-1',
  '0',
  '1e9',
  '<b>&',
  "' or 1=1",
  '\u202Eabc',
  '\uD800',
  '01',
]

const contextOf = <Context>(page: Page, path: string) => stateOf<{ context: Context }>(page, path)?.context

/** Who the tab says is shopping. */
export const customerOf = (page: Page): string | null =>
  contextOf<{ customer: { customerId: string } | null }>(page, 'session')?.customer?.customerId ?? null

/** A text that is typed; a customer's text has their mark, so that it can be recognised everywhere. */
function text({ dice, tab }: Place, good: string): string {
  if (dice.chance(0.15)) return dice.pick(odd)
  const customer = customerOf(tab.page)
  const isResident = residents.some(one => one === customer)
  return customer && isResident && dice.chance(0.5) ? `${good} ${markOf(customer)}` : good
}

const goodText: Record<string, string> = {
  firstName: 'Ann',
  lastName: '陈',
  email: 'ann@example.com',
  telephone: '0255500199',
  company: 'Tea & Co',
  address1: '88 Lantern Lane',
  address2: 'Level 2',
  city: 'Eastwood',
  postCode: '2122',
}
const personFields = ['firstName', 'lastName', 'email', 'telephone'] as const
const addressFields = ['company', 'address1', 'address2', 'city', 'postCode'] as const

const typedFor = (place: Place, field: string) => ({
  field,
  value: field === 'email' && place.dice.chance(0.9) ? goodText.email! : text(place, goodText[field]!),
})

const country = ({ dice }: Place) => {
  const id = dice.pick([1, 2, null])
  return { id, name: id === null ? '' : `Country ${id}` }
}
const region = ({ dice }: Place) => {
  const id = dice.pick([11, 12, 21, null])
  return { id, name: id === null ? '' : `Region ${id}` }
}

/** A password is typed: into the vault, as the page's field does; the machine is told what is wrong with it. */
function typesSecret({ tab, dice }: Place, handle: string, other: string | null, good: string) {
  const { vault } = tab.page
  const value = dice.chance(0.75) ? good : dice.pick(['', 's3cr3t-other', 's3', 's3cr3t-长长长'])
  vault.keep(handle, value)
  const twin = other === null ? value : vault.read(other)
  return { value, match: twin === '' || twin === value ? ('same' as const) : ('different' as const) }
}

function secret(place: Place, field: 'password' | 'confirmPassword', handleOf: (field: never) => string) {
  const other = field === 'password' ? 'confirmPassword' : 'password'
  const { value, match } = typesSecret(place, handleOf(field as never), handleOf(other as never), 's3cr3t-new')
  return { field, mistake: mistakeIn(field, value), match }
}

const aLine = ({ tab, dice }: Place): string => {
  const lines = contextOf<CartContext>(tab.page, 'cart')?.lines ?? []
  return dice.chance(0.9) && lines.length > 0 ? dice.pick(lines).id : dice.pick(['line-0', '', 'line-1', '✗'])
}

/** An addition, as a product's card or page makes it. */
export function addition({ world, dice }: Place): Act {
  const { id, name, price } = dice.pick(world.store.goods)
  const isOdd = dice.chance(0.05)
  const quantity = isOdd ? dice.pick([0, -3, 1_000, 1.5, 9_999_999]) : 1 + dice.below(4)
  const productId = isOdd ? dice.pick([0, -1, 99, id]) : id
  const known = { productId, productName: name, productImage: '/pictures/tea.svg', productPrice: price / 100 }
  const from = dice.pick(['list', 'detail', 'undo', 'order'])
  return { to: 'cart', event: { type: 'cart.add', from, ...known, quantity } }
}

const quantities = [1, 2, 7, 12, 999, null, 0, -4, 1.5, 1000]

const ofCart: Record<string, (place: Place) => object> = {
  'cart.setQuantity': place => ({ lineId: aLine(place), quantity: place.dice.pick(quantities) }),
  'cart.remove': place => ({ lineId: aLine(place) }),
  'cart.reload': () => ({}),
  'coupon.typed': ({ dice }) => ({ value: dice.pick(['TEN', 'FIVE', ' once ', 'ONCE', 'NONE', ...odd]) }),
  'coupon.apply': () => ({}),
  'coupon.remove': () => ({}),
  'coupon.recheck': () => ({}),
}

const formOf = ({ dice }: Place) => dice.pick(['billing', 'delivery'] as const)
const totalOf = ({ tab, dice }: Place) => {
  const context = contextOf<CheckoutContext>(tab.page, 'checkout')
  return { total: context && dice.chance(0.9) ? checkoutTotals(context).total : dice.pick([0, -1, 100]) }
}

const ofCheckout: Record<string, (place: Place) => object> = {
  'checkout.typed': place =>
    place.dice.chance(0.5)
      ? { form: 'person', ...typedFor(place, place.dice.pick(personFields)) }
      : { form: formOf(place), ...typedFor(place, place.dice.pick(addressFields)) },
  'checkout.typedComment': place => ({ value: text(place, 'Ring twice') }),
  'checkout.blurred': place => ({ form: formOf(place), field: place.dice.pick(addressFields) }),
  'checkout.chooseCountry': place => ({ form: formOf(place), ...country(place) }),
  'checkout.chooseRegion': place => ({ form: formOf(place), ...region(place) }),
  'checkout.chooseMethod': ({ dice }) => ({ id: dice.pick(['home', 'pickup', 'pigeon']) }),
  'checkout.chooseDeliverTo': ({ dice }) => ({ to: dice.pick(['billing', 'other']) }),
  'checkout.chooseSaved': ({ tab, dice }) => {
    const context = contextOf<CheckoutContext>(tab.page, 'checkout')
    const saved = context ? savedAddresses(context).map(({ addressId }) => addressId) : []
    return { id: dice.pick([...saved, 'address-0']) }
  },
  'checkout.choosePayment': ({ dice }) => ({ method: dice.pick(['on-delivery', 'online']) }),
  'checkout.continue': () => ({}),
  'checkout.edit': ({ dice }) => ({ step: dice.pick(['details', 'delivery', 'payment', 'review']) }),
  'checkout.retry': () => ({}),
  'checkout.place': totalOf,
  'checkout.pay': totalOf,
  'checkout.ask': () => ({}),
  'checkout.resend': () => ({}),
  'checkout.abandon': () => ({}),
  'checkout.takeOver': () => ({}),
}

const payingFor = ({ tab, dice }: Place) => {
  const id = contextOf<{ providerOrderId: string | null }>(tab.page, 'checkout/payment')?.providerOrderId
  return { providerOrderId: dice.chance(0.7) ? (id ?? 'PAY-0') : dice.pick(['PAY-0', '', 'PAY-1']) }
}

const ofPayment: Record<string, (place: Place) => object> = {
  'payment.ask': () => ({}),
  'payment.abandon': () => ({}),
  'payment.reload': () => ({}),
  'payment.loaded': () => ({}),
  'payment.unloaded': () => ({}),
  'payment.clicked': () => ({}),
  'payment.approved': payingFor,
  'payment.cancelled': () => ({}),
  'payment.failed': ({ dice }) => ({
    reason: dice.pick(['windowBlocked', 'notBegun', 'provider']),
    message: dice.pick(['The window went wrong', '']),
  }),
  'payment.placeChosen': ({ dice }) => ({
    place: { city: dice.pick(['Eastwood', 'Far']), state: 'NSW', postCode: dice.pick(['2122', '9000', '']) },
  }),
}

const ofLogin: Record<string, (place: Place) => object> = {
  'login.typed': ({ dice }) => ({ value: dice.chance(0.8) ? `${dice.pick(residents)}@example.com` : dice.pick(odd) }),
  'login.typedPassword': place => {
    const { email, ...context } = contextOf<LoginContext>(place.tab.page, 'login') ?? { email: '', round: 0 }
    const { value } = typesSecret(place, loginHandle(context), null, passwordOf(email.split('@')[0]!))
    return { mistake: value === '' ? fields.password.required : null }
  },
  'login.blurred': ({ dice }) => ({ field: dice.pick(['email', 'password']) }),
  'login.submit': () => ({}),
}

const nothingTyped = { secrets: { round: 0 } }
const ofRegistration: Record<string, (place: Place) => object> = {
  'registration.typed': place =>
    place.dice.chance(0.5)
      ? { form: 'person', ...typedFor(place, place.dice.pick(personFields)) }
      : { form: 'address', ...typedFor(place, place.dice.pick(addressFields)) },
  'registration.typedSecret': place => {
    const context = contextOf<RegistrationContext>(place.tab.page, 'registration') ?? (nothingTyped as never)
    return secret(place, place.dice.pick(['password', 'confirmPassword']), field => registrationHandle(context, field))
  },
  'registration.tick': ({ dice }) => ({
    box: dice.pick(['acceptTerms', 'subscribeNewsletter']),
    to: dice.pick(['on', 'on', 'off']),
  }),
  'registration.chooseCountry': country,
  'registration.chooseRegion': region,
  'registration.blurred': ({ dice }) => ({ name: dice.pick(['person.email', 'address.city', 'password']) }),
  'registration.retry': () => ({}),
  'registration.submit': () => ({}),
}

const ofReset: Record<string, (place: Place) => object> = {
  'reset.typed': place => {
    const context = contextOf<ResetContext>(place.tab.page, 'reset') ?? (nothingTyped as never)
    return secret(place, place.dice.pick(['password', 'confirmPassword']), field => resetHandle(context, field))
  },
  'reset.blurred': ({ dice }) => ({ field: dice.pick(['password', 'confirmPassword']) }),
  'reset.submit': () => ({}),
}

const ofPassword: Record<string, (place: Place) => object> = {
  'password.typed': place => {
    const context = contextOf<PasswordContext>(place.tab.page, 'password') ?? (nothingTyped as never)
    return secret(place, place.dice.pick(['password', 'confirmPassword']), field => passwordHandle(context, field))
  },
  'password.typedCurrent': place => {
    const context = contextOf<PasswordContext>(place.tab.page, 'password') ?? (nothingTyped as never)
    const handle = passwordHandle(context, 'currentPassword')
    const { value } = typesSecret(place, handle, null, passwordOf(customerOf(place.tab.page) ?? 'nobody'))
    return { mistake: value === '' ? fields.password.required : null }
  },
  'password.blurred': ({ dice }) => ({ field: dice.pick(['currentPassword', 'password', 'confirmPassword']) }),
  'password.submit': () => ({}),
}

const ofProfile: Record<string, (place: Place) => object> = {
  'profile.typed': place => {
    const field = place.dice.pick(personFields)
    const own = `${customerOf(place.tab.page) ?? 'nobody'}@example.com`
    return field === 'email' ? { field, value: own } : typedFor(place, field)
  },
  'profile.blurred': ({ dice }) => ({ field: dice.pick(personFields) }),
  'profile.submit': () => ({}),
  'profile.cancel': () => ({}),
}

const anAddress = ({ tab, dice }: Place) => {
  const saved = contextOf<AddressesContext>(tab.page, 'addresses')?.account?.addresses ?? []
  return { addressId: dice.pick([...saved.map(({ addressId }) => addressId), 'address-0']) }
}
const ofAddresses: Record<string, (place: Place) => object> = {
  'addresses.typed': place => typedFor(place, place.dice.pick(addressFields)),
  'addresses.blurred': ({ dice }) => ({ field: dice.pick([...addressFields, 'country', 'region']) }),
  'addresses.chooseCountry': country,
  'addresses.chooseRegion': region,
  'addresses.retry': () => ({}),
  'addresses.pick': anAddress,
  'addresses.edit': anAddress,
  'addresses.add': () => ({}),
  'addresses.submit': () => ({}),
  'addresses.cancel': () => ({}),
}

const ofOrders: Record<string, (place: Place) => object> = {
  'orders.toggle': ({ tab, dice }) => {
    const orders = contextOf<OrdersContext>(tab.page, 'orders')?.orders ?? []
    return { orderId: dice.pick([...orders.map(({ orderId }) => orderId), 'order-0']) }
  },
  'orders.retry': () => ({}),
  'orders.retryOrder': () => ({}),
}

const menus = ['drawer', 'cart', 'account']
const ofLayout: Record<string, [string, (place: Place) => object]> = {
  'menus.toggle': ['menus', ({ dice }) => ({ menu: dice.pick(menus) })],
  'menus.close': ['menus', () => ({})],
  'menus.toggleCategory': ['menus', ({ dice }) => ({ id: dice.pick([1, 2, -1]) })],
  'menus.toggleSide': ['menus', () => ({})],
  // search words are in the URL and stay there
  'search.typed': ['search', ({ dice }) => ({ value: dice.pick(['green tea', ...odd]) })],
  'search.submit': ['search', () => ({})],
  'newsletter.typed': ['newsletter', place => ({ value: text(place, 'ann@example.com') })],
  'newsletter.submit': ['newsletter', () => ({})],
  'catalogue.retry': ['catalogue', () => ({})],
  'list.retry': ['list', () => ({})],
  'product.retry': ['product', () => ({})],
  'product.typedQuantity': ['product', ({ dice }) => ({ quantity: dice.pick(quantities) })],
  'product.choosePicture': ['product', ({ dice }) => ({ index: dice.pick([0, 1, 99, -1]) })],
  'forgotten.typed': ['forgotten', place => ({ value: text(place, 'ann@example.com') })],
  'forgotten.blurred': ['forgotten', () => ({})],
  'forgotten.submit': ['forgotten', () => ({})],
  'session.retry': ['session', () => ({})],
  'page.retry': ['shop', () => ({})],
}

const byMachine: Record<string, Record<string, (place: Place) => object>> = {
  cart: ofCart,
  checkout: ofCheckout,
  'checkout/payment': ofPayment,
  login: ofLogin,
  registration: ofRegistration,
  reset: ofReset,
  password: ofPassword,
  profile: ofProfile,
  addresses: ofAddresses,
  orders: ofOrders,
}

/** Every event that people, and the provider's button, send: by machine, for who wants to know that none is left out. */
export const publicEvents: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...Object.entries(byMachine).map(([machine, events]): [string, string[]] => [
    machine,
    [...Object.keys(events), ...(machine === 'cart' ? ['cart.add'] : [])],
  ]),
  ...[...new Set(Object.values(ofLayout).map(([machine]) => machine))].map((machine): [string, string[]] => [
    machine,
    Object.entries(ofLayout).flatMap(([type, [to]]) => (to === machine ? [type] : [])),
  ]),
])

/** A random action, more often on the shown page's machine than on another. */
export function anyAct(place: Place): Act | null {
  const { tab, dice } = place
  const running = Object.keys(byMachine).filter(machine => stateOf(tab.page, machine) !== undefined)
  const what = dice.below(10)
  if (what < 1) {
    const type = dice.pick(Object.keys(ofLayout))
    const [to, make] = ofLayout[type]!
    return stateOf(tab.page, to) === undefined ? null : { to, event: { type, ...make(place) } }
  }
  if (what < 2) return addition(place)
  const machine = dice.chance(0.2) ? 'cart' : dice.pick(running)
  const type = dice.pick(Object.keys(byMachine[machine]!))
  return { to: machine, event: { type, ...byMachine[machine]![type]!(place) } }
}
