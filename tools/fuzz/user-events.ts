import type { CartContext } from '#machines/cart/cart-setup'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals, savedAddresses } from '#machines/checkout/order-rules'
import { loginHandle, type LoginContext } from '#machines/session/login'
import { passwordHandle, type PasswordContext } from '#machines/password/password'
import { registrationHandle, type RegistrationContext } from '#machines/registration/registration-setup'
import { resetHandle, type ResetContext } from '#machines/password/reset'
import type { AddressesContext } from '#machines/account/addresses-setup'
import type { RowQuery } from '#machines/messages/row-opening'
import { substitutions } from '#contract/substitution'
import { optionsOf, type Suggested } from '#machines/suggestions/suggestion-options'
import type { OrderChangeContext } from '#machines/order-change/order-change'
import type { OrderProblemContext } from '#machines/order-problem/order-problem'
import { problemKinds } from '#contract/order-problem'
import type { OrdersContext } from '#machines/orders/orders'
import type { SlotsContext } from '#machines/slots/slots'
import { shownLists } from '#machines/shopping-lists/selectors'
import type { ShoppingListsContext } from '#machines/shopping-lists/shopping-lists-setup'
import { fields, fieldError } from '#contract/fields'
import type { Random } from './random.ts'
import { markOf, passwordOf, seededCustomers } from './gateway/state.ts'
import { stateOf, type UserEvent, type Page, type Tab, type World } from './world.ts'

interface EventContext {
  world: World
  tab: Tab & { page: Page }
  random: Random
}

/** Invalid and unusual input. */
const unusualInput = [
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

/** The id of the customer who is logged in on a page; null for a guest. */
export const customerOf = (page: Page): string | null =>
  contextOf<{ customer: { customerId: string } | null }>(page, 'session')?.customer?.customerId ?? null

/** Text for a field. The text of a customer often contains their mark. */
function text({ random, tab }: EventContext, valid: string): string {
  if (random.chance(0.15)) return random.pick(unusualInput)
  const customer = customerOf(tab.page)
  const isResident = seededCustomers.some(one => one === customer)
  return customer && isResident && random.chance(0.5) ? `${valid} ${markOf(customer)}` : valid
}

const validText: Record<string, string> = {
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

const typedFor = (place: EventContext, field: string) => ({
  field,
  value: field === 'email' && place.random.chance(0.9) ? validText.email! : text(place, validText[field]!),
})

const country = ({ random }: EventContext) => {
  const id = random.pick([1, 2, null])
  return { id, name: id === null ? '' : `Country ${id}` }
}
const region = ({ random }: EventContext) => {
  const id = random.pick([11, 12, 21, null])
  return { id, name: id === null ? '' : `Region ${id}` }
}

/** Types a password: the value goes into the vault; the machine receives whether it matches the other field. */
function typePassword({ tab, random }: EventContext, handle: string, other: string | null, good: string) {
  const { vault } = tab.page
  const value = random.chance(0.75) ? good : random.pick(['', 's3cr3t-other', 's3', 's3cr3t-长长长'])
  vault.keep(handle, value)
  const twin = other === null ? value : vault.read(other)
  return { value, match: twin === '' || twin === value ? ('same' as const) : ('different' as const) }
}

function secret(place: EventContext, field: 'password' | 'confirmPassword', handleOf: (field: never) => string) {
  const other = field === 'password' ? 'confirmPassword' : 'password'
  const { value, match } = typePassword(place, handleOf(field as never), handleOf(other as never), 's3cr3t-new')
  return { field, error: fieldError(field, value), match }
}

const lineId = ({ tab, random }: EventContext): string => {
  const lines = contextOf<CartContext>(tab.page, 'cart')?.lines ?? []
  return random.chance(0.9) && lines.length > 0 ? random.pick(lines).id : random.pick(['line-0', '', 'line-1', '✗'])
}

/** The event with which a product card or page adds to the cart. */
export function addToCart({ world, random }: EventContext): UserEvent {
  const { id, name, price } = random.pick(world.store.products)
  const isOdd = random.chance(0.05)
  const quantity = isOdd ? random.pick([0, -3, 1_000, 1.5, 9_999_999]) : 1 + random.integerBelow(4)
  const productId = isOdd ? random.pick([0, -1, 99, id]) : id
  const known = { productId, productName: name, productImage: '/pictures/tea.svg', productPrice: price / 100 }
  const from = random.pick(['list', 'detail', 'undo', 'order'])
  return { to: 'cart', event: { type: 'cart.add', from, ...known, quantity } }
}

const quantities = [1, 2, 7, 12, 999, null, 0, -4, 1.5, 1000]

const cartEvents: Record<string, (place: EventContext) => object> = {
  'cart.setQuantity': place => ({
    lineId: lineId(place),
    quantity: place.random.pick(quantities),
    ...(place.random.chance(0.2) && { choice: { substitution: place.random.pick([...substitutions, null]) } }),
    ...(place.random.chance(0.1) && { choice: { note: text(place, 'Ripe ones') } }),
  }),
  'cart.remove': place => ({ lineId: lineId(place) }),
  'cart.reload': () => ({}),
  'coupon.typed': ({ random }) => ({ value: random.pick(['TEN', 'FIVE', ' once ', 'ONCE', 'NONE', ...unusualInput]) }),
  'coupon.apply': () => ({}),
  'coupon.remove': () => ({}),
  'coupon.recheck': () => ({}),
}

/** A row of products that comes near the view. */
const row = ({ world, random }: EventContext): RowQuery => {
  const { id, name } = random.pick(world.store.products)
  return random.pick<RowQuery>([
    { kind: 'special' },
    { kind: 'season' },
    { kind: 'buyAgain' },
    { kind: 'recent', productIds: [id] },
    { kind: 'similar', productId: id, name, categoryId: 1 },
  ])
}

const formOf = ({ random }: EventContext) => random.pick(['billing', 'delivery'] as const)
const totalOf = ({ tab, random }: EventContext) => {
  const context = contextOf<CheckoutContext>(tab.page, 'checkout')
  return { total: context && random.chance(0.9) ? checkoutTotals(context).total : random.pick([0, -1, 100]) }
}

const checkoutEvents: Record<string, (place: EventContext) => object> = {
  'checkout.typed': place =>
    place.random.chance(0.5)
      ? { form: 'person', ...typedFor(place, place.random.pick(personFields)) }
      : { form: formOf(place), ...typedFor(place, place.random.pick(addressFields)) },
  'checkout.typedComment': place => ({ value: text(place, 'Ring twice') }),
  'checkout.chooseSubstitution': ({ random }) => ({ substitution: random.pick(substitutions) }),
  'checkout.blurred': place => ({ form: formOf(place), field: place.random.pick(addressFields) }),
  'checkout.chooseCountry': place => ({ form: formOf(place), ...country(place) }),
  'checkout.chooseRegion': place => ({ form: formOf(place), ...region(place) }),
  'checkout.chooseMethod': ({ random }) => ({ id: random.pick(['home', 'pickup', 'pigeon']) }),
  'checkout.chooseDeliverTo': ({ random }) => ({ to: random.pick(['billing', 'other']) }),
  'checkout.chooseSaved': ({ tab, random }) => {
    const context = contextOf<CheckoutContext>(tab.page, 'checkout')
    const saved = context ? savedAddresses(context).map(({ addressId }) => addressId) : []
    return { id: random.pick([...saved, 'address-0']) }
  },
  'checkout.chooseSlot': ({ tab }) => ({ slot: contextOf<SlotsContext>(tab.page, 'slots')?.slots[0] ?? null }),
  'checkout.choosePayment': ({ random }) => ({ method: random.pick(['on-delivery', 'online']) }),
  'checkout.continue': () => ({}),
  'checkout.skipToReview': () => ({}),
  'checkout.edit': ({ random }) => ({ step: random.pick(['details', 'delivery', 'payment', 'review']) }),
  'checkout.retry': () => ({}),
  'checkout.place': totalOf,
  'checkout.pay': totalOf,
  'checkout.accept': totalOf,
  'checkout.takeOver': () => ({}),
}

const attemptEvents: Record<string, (place: EventContext) => object> = {
  'order.ask': () => ({}),
  'order.resend': () => ({}),
  'order.abandon': () => ({}),
}

const payingFor = ({ tab, random }: EventContext) => {
  const id = contextOf<{ providerOrderId: string | null }>(tab.page, 'checkout/orderAttempt/payment')?.providerOrderId
  return { providerOrderId: random.chance(0.7) ? (id ?? 'PAY-0') : random.pick(['PAY-0', '', 'PAY-1']) }
}

const paymentEvents: Record<string, (place: EventContext) => object> = {
  'payment.ask': () => ({}),
  'payment.abandon': () => ({}),
  'payment.reload': () => ({}),
  'payment.loaded': () => ({}),
  'payment.unloaded': () => ({}),
  'payment.clicked': () => ({}),
  'payment.approved': payingFor,
  'payment.cancelled': () => ({}),
  'payment.failed': ({ random }) => ({
    reason: random.pick(['windowBlocked', 'notBegun', 'provider']),
    message: random.pick(['The window went wrong', '']),
  }),
  'payment.placeChosen': ({ random }) => ({
    place: { city: random.pick(['Eastwood', 'Far']), state: 'NSW', postCode: random.pick(['2122', '9000', '']) },
  }),
}

const loginEvents: Record<string, (place: EventContext) => object> = {
  'login.typed': ({ random }) => ({
    value: random.chance(0.8) ? `${random.pick(seededCustomers)}@example.com` : random.pick(unusualInput),
  }),
  'login.typedPassword': place => {
    const { email, ...context } = contextOf<LoginContext>(place.tab.page, 'login') ?? { email: '', round: 0 }
    const { value } = typePassword(place, loginHandle(context), null, passwordOf(email.split('@')[0]!))
    return { error: value === '' ? fields.password.required : null }
  },
  'login.blurred': ({ random }) => ({ field: random.pick(['email', 'password']) }),
  'login.submit': () => ({}),
}

const nothingTyped = { secrets: { round: 0 } }
const registrationEvents: Record<string, (place: EventContext) => object> = {
  'registration.typed': place =>
    place.random.chance(0.5)
      ? { form: 'person', ...typedFor(place, place.random.pick(personFields)) }
      : { form: 'address', ...typedFor(place, place.random.pick(addressFields)) },
  'registration.typedSecret': place => {
    const context = contextOf<RegistrationContext>(place.tab.page, 'registration') ?? (nothingTyped as never)
    return secret(place, place.random.pick(['password', 'confirmPassword']), field =>
      registrationHandle(context, field),
    )
  },
  'registration.tick': ({ random }) => ({
    box: random.pick(['acceptTerms', 'subscribeNewsletter']),
    to: random.pick(['on', 'on', 'off']),
  }),
  'registration.chooseCountry': country,
  'registration.chooseRegion': region,
  'registration.blurred': ({ random }) => ({ name: random.pick(['person.email', 'address.city', 'password']) }),
  'registration.retry': () => ({}),
  'registration.submit': () => ({}),
}

const resetEvents: Record<string, (place: EventContext) => object> = {
  'reset.typed': place => {
    const context = contextOf<ResetContext>(place.tab.page, 'reset') ?? (nothingTyped as never)
    return secret(place, place.random.pick(['password', 'confirmPassword']), field => resetHandle(context, field))
  },
  'reset.blurred': ({ random }) => ({ field: random.pick(['password', 'confirmPassword']) }),
  'reset.submit': () => ({}),
}

const passwordEvents: Record<string, (place: EventContext) => object> = {
  'password.typed': place => {
    const context = contextOf<PasswordContext>(place.tab.page, 'password') ?? (nothingTyped as never)
    return secret(place, place.random.pick(['password', 'confirmPassword']), field => passwordHandle(context, field))
  },
  'password.typedCurrent': place => {
    const context = contextOf<PasswordContext>(place.tab.page, 'password') ?? (nothingTyped as never)
    const handle = passwordHandle(context, 'currentPassword')
    const { value } = typePassword(place, handle, null, passwordOf(customerOf(place.tab.page) ?? 'guest'))
    return { error: value === '' ? fields.password.required : null }
  },
  'password.blurred': ({ random }) => ({ field: random.pick(['currentPassword', 'password', 'confirmPassword']) }),
  'password.submit': () => ({}),
}

const profileEvents: Record<string, (place: EventContext) => object> = {
  'profile.typed': place => {
    const field = place.random.pick(personFields)
    const own = `${customerOf(place.tab.page) ?? 'guest'}@example.com`
    return field === 'email' ? { field, value: own } : typedFor(place, field)
  },
  'profile.blurred': ({ random }) => ({ field: random.pick(personFields) }),
  'profile.submit': () => ({}),
  'profile.cancel': () => ({}),
}

const anAddress = ({ tab, random }: EventContext) => {
  const saved = contextOf<AddressesContext>(tab.page, 'addresses')?.account?.addresses ?? []
  return { addressId: random.pick([...saved.map(({ addressId }) => addressId), 'address-0']) }
}
const addressEvents: Record<string, (place: EventContext) => object> = {
  'addresses.typed': place => typedFor(place, place.random.pick(addressFields)),
  'addresses.blurred': ({ random }) => ({ field: random.pick([...addressFields, 'country', 'region']) }),
  'addresses.chooseCountry': country,
  'addresses.chooseRegion': region,
  'addresses.retry': () => ({}),
  'addresses.pick': anAddress,
  'addresses.edit': anAddress,
  'addresses.add': () => ({}),
  'addresses.submit': () => ({}),
  'addresses.cancel': () => ({}),
}

const orderEvents: Record<string, (place: EventContext) => object> = {
  'orders.toggle': ({ tab, random }) => {
    const orders = contextOf<OrdersContext>(tab.page, 'orders')?.orders ?? []
    return { orderId: random.pick([...orders.map(({ orderId }) => orderId), 'order-0']) }
  },
  'orders.retry': () => ({}),
  'orders.retryOrder': () => ({}),
  'orders.buyAgain': ({ tab, random }) => {
    const read = contextOf<OrdersContext>(tab.page, 'orders')?.read ?? []
    return {
      orderId: random.pick([...read.map(({ order }) => order.orderId), 'order-0']),
      sessionId: contextOf<CartContext>(tab.page, 'cart')?.sessionId ?? null,
      isAlwaysShown: random.chance(0.5),
    }
  },
}

const bulkAddEvents: Record<string, (place: EventContext) => object> = {
  'bulk.choose': ({ random }) => ({ productId: random.pick([1, 2]), isChosen: random.chance(0.5) }),
  'bulk.setQuantity': ({ random }) => ({ productId: random.pick([1, 2]), quantity: random.pick([null, 0, 1, 3]) }),
  'bulk.confirm': ({ tab }) => ({ sessionId: contextOf<CartContext>(tab.page, 'cart')?.sessionId ?? null }),
  'bulk.close': () => ({}),
  'bulk.retry': () => ({}),
}

const ownOrderEvents: Record<string, (place: EventContext) => object> = {
  'order.reload': () => ({}),
  'cancellation.ask': () => ({}),
  'cancellation.dismiss': () => ({}),
  'cancellation.confirm': () => ({}),
  'change.open': () => ({}),
  'problem.open': () => ({}),
}

const orderProblemEvents: Record<string, (place: EventContext) => object> = {
  'problem.chooseLine': ({ tab, random }) => {
    const lines = contextOf<OrderProblemContext>(tab.page, 'ownOrder/orderProblem')?.order?.lines ?? []
    return {
      productId: random.pick([...lines.map(({ productId }) => productId), 99_999]),
      quantity: random.pick([0, 1, 2, 1_000, -1]),
    }
  },
  'problem.chooseKind': ({ random }) => ({ kind: random.pick([...problemKinds]) }),
  'problem.typeComment': place => ({ text: place.random.pick(['', 'The bag was open', ...unusualInput]) }),
  'problem.choosePhotograph': ({ random }) => ({ handle: 'photograph', bytes: random.pick([0, 40_000, 9_000_000]) }),
  'problem.removePhotograph': () => ({}),
  'problem.send': () => ({}),
  'problem.dismiss': () => ({}),
}

const aDraftedProduct = ({ tab, random }: EventContext) => {
  const lines = contextOf<OrderChangeContext>(tab.page, 'ownOrder/orderChange')?.draft.lines ?? []
  return { productId: random.pick([...lines.map(({ productId }) => productId), 99_999]) }
}
const orderChangeEvents: Record<string, (place: EventContext) => object> = {
  'change.setQuantity': place => ({ ...aDraftedProduct(place), quantity: place.random.pick([0, 1, 2, 3, 1_000, -1]) }),
  'change.setChoice': place => ({ ...aDraftedProduct(place), note: place.random.pick(['', 'Ripe', ...unusualInput]) }),
  'change.chooseSubstitution': ({ random }) => ({ substitution: random.pick([null, 'similar', 'leave-out']) }),
  'change.chooseSlot': ({ random }) => ({ slotId: random.pick([null, 'no-slot']) }),
  'change.typedAddress': place => ({
    field: place.random.pick(['address1', 'postCode']),
    value: text(place, '2 Plum Street'),
  }),
  'change.search': ({ random }) => ({ text: random.pick(['tea', ...unusualInput]) }),
  'change.add': ({ tab, random }) => {
    const found = contextOf<OrderChangeContext>(tab.page, 'ownOrder/orderChange')?.found ?? []
    return { productId: random.pick([...found.map(({ id }) => id), 99_999]) }
  },
  'change.retry': () => ({}),
  'change.save': () => ({}),
  'change.discard': () => ({}),
  'change.dismiss': () => ({}),
  'change.confirm': () => ({}),
  'change.reload': () => ({}),
}

const usualEvents: Record<string, (place: EventContext) => object> = {
  'usuals.retry': () => ({}),
  'usuals.addAll': ({ tab }) => ({ sessionId: contextOf<CartContext>(tab.page, 'cart')?.sessionId ?? null }),
}

const aProduct = ({ random }: EventContext) => ({ productId: random.pick([1, 2, 99_999]), name: 'Tea' })
const favouriteEvents: Record<string, (place: EventContext) => object> = {
  'favourites.save': aProduct,
  'favourites.remove': aProduct,
  'favourites.retry': () => ({}),
}

const aList = ({ tab, random }: EventContext) => {
  const context = contextOf<ShoppingListsContext>(tab.page, 'shoppingLists')
  return random.pick([...(context ? shownLists(context).map(({ id }) => id) : []), 1])
}
const shoppingListEvents: Record<string, (place: EventContext) => object> = {
  'lists.choose': place => ({ ...aProduct(place), quantity: place.random.pick([1, 3]) }),
  'lists.typedName': ({ random }) => ({
    value: random.pick(['', 'Weekly', 'Hot pot', 'x'.repeat(41), ...unusualInput]),
  }),
  'lists.create': () => ({}),
  'lists.startRenaming': () => ({}),
  'lists.rename': () => ({}),
  'lists.startDeleting': () => ({}),
  'lists.delete': () => ({}),
  'lists.startSharing': () => ({}),
  'lists.makeLink': () => ({}),
  'lists.stopSharing': () => ({}),
  'lists.close': () => ({}),
  'lists.addLine': place => ({ ...aProduct(place), listId: aList(place), quantity: place.random.pick([1, 3]) }),
  'lists.setQuantity': place => ({ ...aProduct(place), quantity: place.random.pick([null, 0, 2, 1_000]) }),
  'lists.removeLine': place => ({ ...aProduct(place), listId: aList(place) }),
  'lists.addAll': ({ tab }) => ({ sessionId: contextOf<CartContext>(tab.page, 'cart')?.sessionId ?? null }),
  'lists.retry': () => ({}),
}

const sharedListEvents: Record<string, (place: EventContext) => object> = {
  'shared.setQuantity': place => ({ ...aProduct(place), quantity: place.random.pick([null, 0, 2, 1_000]) }),
  'shared.removeLine': place => aProduct(place),
  'shared.addAll': ({ tab }) => ({ sessionId: contextOf<CartContext>(tab.page, 'cart')?.sessionId ?? null }),
  'shared.copy': () => ({}),
  'shared.retry': () => ({}),
}

const searches = ['green tea', ...unusualInput]
const menus = ['drawer', 'cart', 'account']
const layoutEvents: Record<string, [string, (place: EventContext) => object]> = {
  'menus.toggle': ['menus', ({ random }) => ({ menu: random.pick(menus) })],
  'menus.close': ['menus', () => ({})],
  'menus.toggleCategory': ['menus', ({ random }) => ({ id: random.pick([1, 2, -1]) })],
  'menus.toggleSide': ['menus', () => ({})],
  // without the customer's mark: search words stay in the URL
  'search.typed': ['search', ({ random }) => ({ value: random.pick(searches) })],
  'search.submit': ['search', () => ({})],
  'machine.start': [
    'shop',
    place =>
      place.random.pick([
        { machine: 'suggestions', event: null },
        { machine: 'rows', event: { type: 'rows.open', row: row(place) } },
        { machine: 'deliveryPlace', event: { type: 'place.open' } },
      ]),
  ],
  'rows.open': ['rows', place => ({ row: row(place) })],
  'suggestions.open': ['suggestions', ({ random }) => ({ text: random.pick(searches), recent: ['tofu'] })],
  'suggestions.type': ['suggestions', ({ random }) => ({ text: random.pick(searches) })],
  'suggestions.compose': ['suggestions', () => ({})],
  'suggestions.move': ['suggestions', ({ random }) => ({ by: random.pick([1, -1]) })],
  'suggestions.choose': [
    'suggestions',
    ({ tab, random }) => {
      const context = contextOf<Suggested>(tab.page, 'suggestions')
      return { optionId: random.pick([...(context ? optionsOf(context).map(({ key }) => key) : []), 'no option']) }
    },
  ],
  'suggestions.remember': ['suggestions', ({ random }) => ({ text: random.pick(searches) })],
  'suggestions.remove': ['suggestions', () => ({ text: 'tofu' })],
  'suggestions.close': ['suggestions', () => ({})],
  'newsletter.typed': ['newsletter', place => ({ value: text(place, 'ann@example.com') })],
  'newsletter.submit': ['newsletter', () => ({})],
  'catalogue.retry': ['catalogue', () => ({})],
  'list.retry': ['list', () => ({})],
  'product.retry': ['product', () => ({})],
  'shipping.retry': ['shipping', () => ({})],
  'place.open': ['deliveryPlace', () => ({})],
  'place.close': ['deliveryPlace', () => ({})],
  'place.typed': ['deliveryPlace', ({ random }) => ({ value: random.pick(['Eastwod', '2122', ...unusualInput]) })],
  'place.submit': ['deliveryPlace', () => ({})],
  'place.use': ['deliveryPlace', () => ({ name: 'Eastwood', postCode: '2122' })],
  'place.remove': ['deliveryPlace', () => ({})],
  'place.retry': ['deliveryPlace', () => ({})],
  'product.typedQuantity': ['product', ({ random }) => ({ quantity: random.pick(quantities) })],
  'product.typedEmail': ['product', place => ({ value: text(place, 'ann@example.com') })],
  'product.askNotice': ['product', ({ random }) => ({ requestId: `notice-${random.pick([1, 2, 3])}` })],
  'product.choosePicture': ['product', ({ random }) => ({ index: random.pick([0, 1, 99, -1]) })],
  'forgotten.typed': ['forgotten', place => ({ value: text(place, 'ann@example.com') })],
  'forgotten.blurred': ['forgotten', () => ({})],
  'forgotten.submit': ['forgotten', () => ({})],
  'session.retry': ['session', () => ({})],
  'page.retry': ['shop', () => ({})],
}

const byMachine: Record<string, Record<string, (place: EventContext) => object>> = {
  cart: cartEvents,
  checkout: checkoutEvents,
  'checkout/orderAttempt': attemptEvents,
  'checkout/orderAttempt/payment': paymentEvents,
  login: loginEvents,
  registration: registrationEvents,
  reset: resetEvents,
  password: passwordEvents,
  profile: profileEvents,
  addresses: addressEvents,
  orders: orderEvents,
  'orders/orderBulkAdd': bulkAddEvents,
  ownOrder: ownOrderEvents,
  'ownOrder/orderChange': orderChangeEvents,
  'ownOrder/orderProblem': orderProblemEvents,
  usuals: usualEvents,
  'usuals/usualsBulkAdd': bulkAddEvents,
  favourites: favouriteEvents,
  shoppingLists: shoppingListEvents,
  'shoppingLists/listBulkAdd': bulkAddEvents,
  'shoppingLists/sharedList': sharedListEvents,
}

/** Every event that the user interface and the payment button send, by machine. */
export const publicEvents: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...Object.entries(byMachine).map(([machine, events]): [string, string[]] => [
    machine,
    [...Object.keys(events), ...(machine === 'cart' ? ['cart.add'] : [])],
  ]),
  ...[...new Set(Object.values(layoutEvents).map(([machine]) => machine))].map((machine): [string, string[]] => [
    machine,
    Object.entries(layoutEvents).flatMap(([type, [to]]) => (to === machine ? [type] : [])),
  ]),
])

/** A random event of the shopper; mostly for the machine of the page that is shown. */
export function randomEvent(place: EventContext): UserEvent | null {
  const { tab, random } = place
  const running = Object.keys(byMachine).filter(machine => stateOf(tab.page, machine) !== undefined)
  const what = random.integerBelow(10)
  if (what < 1) {
    const type = random.pick(Object.keys(layoutEvents))
    const [to, make] = layoutEvents[type]!
    return stateOf(tab.page, to) === undefined ? null : { to, event: { type, ...make(place) } }
  }
  if (what < 2) return addToCart(place)
  const machine = random.chance(0.2) ? 'cart' : random.pick(running)
  const type = random.pick(Object.keys(byMachine[machine]!))
  return { to: machine, event: { type, ...byMachine[machine]![type]!(place) } }
}
