import type { AnyEventObject } from 'xstate'
import {
  boolean,
  enums,
  integer,
  literal,
  min,
  nullable,
  number,
  object,
  optional,
  refine,
  string,
  validate,
  type Struct,
} from 'superstruct'
import { deliveryPlace } from '#contract/delivery-place'
import { problemKinds } from '#contract/order-problem'
import { substitutions } from '#contract/substitution'
import { slot } from '#contract/slots'
import { typedAddressFields } from '#machines/address/address-form'
import { steps } from '#machines/checkout/context'

/** The payload of an event, without its type. */
export type Payload = Struct<Record<string, unknown>, Record<string, Struct>>

type Events = Readonly<Record<string, Payload>>

const payload = (schema: object = {}): Payload => object(schema as never) as unknown as Payload

const text = string()
const count = min(integer(), 0)
const id = string()
const typed = payload({ value: text })
const nothing = payload()
const namedProduct = { productId: min(integer(), 1), name: text }
const personField = enums(['firstName', 'lastName', 'email', 'telephone'])
const addressField = enums(typedAddressFields)
const anyField = enums(['firstName', 'lastName', 'email', 'telephone', ...typedAddressFields])
const chosen = { id: nullable(number()), name: text }
const person: readonly string[] = ['firstName', 'lastName', 'email', 'telephone']

/** A form's field: one of the person if the form is `person`. */
const inForm = (forms: readonly string[]): Payload =>
  refine(payload({ form: enums(forms), field: anyField, value: text }), 'field', ({ form, field }) =>
    person.includes(String(field)) === (form === 'person') ? true : `${String(form)} has no ${String(field)}`,
  )

const error = nullable(text)
/** The state of a password field. The password itself is in the vault; no event contains it. */
const secret = payload({ field: enums(['password', 'confirmPassword']), error, match: enums(['same', 'different']) })
const billingOrDelivery = { form: enums(['billing', 'delivery']) }

/** The events that the user interface and the browser send, by machine id. Events between machines are omitted. */
export const publicEvents: Readonly<Record<string, Events>> = {
  shop: {
    'location.go': payload({ to: text, replace: optional(literal(true)) }),
    'page.retry': nothing,
  },
  session: {
    'session.retry': nothing,
    'session.logOut': nothing,
    'session.forget': nothing,
    'session.expired': nothing,
  },
  cart: {
    'cart.add': payload({
      from: enums(['list', 'detail', 'undo', 'order']),
      at: optional(count),
      productId: number(),
      productName: text,
      productPrice: min(number(), 0),
      productImage: text,
      quantity: min(integer(), 1),
    }),
    'cart.setQuantity': payload({
      lineId: id,
      quantity: nullable(integer()),
      choice: optional(
        payload({ substitution: optional(nullable(enums(substitutions))), note: optional(nullable(text)) }),
      ),
    }),
    'cart.remove': payload({ lineId: id }),
    'connection.returned': nothing,
    'cart.reload': nothing,
    'cart.read': nothing,
    'coupon.typed': typed,
    'coupon.apply': nothing,
    'coupon.recheck': nothing,
    'coupon.remove': nothing,
  },
  menus: {
    'menus.toggle': payload({ menu: enums(['drawer', 'cart', 'account']) }),
    'menus.close': nothing,
    'menus.toggleCategory': payload({ id: number() }),
    'menus.toggleSide': nothing,
  },
  catalogue: { 'catalogue.retry': nothing },
  search: { 'search.typed': typed, 'search.submit': nothing },
  suggestions: {
    'suggestions.type': payload({ text }),
    'suggestions.compose': nothing,
    'suggestions.move': payload({ by: enums([1, -1]) }),
    'suggestions.choose': payload({ optionId: id }),
    'suggestions.remember': payload({ text }),
    'suggestions.remove': payload({ text }),
    'suggestions.close': nothing,
  },
  newsletter: { 'newsletter.typed': typed, 'newsletter.submit': nothing },
  ownOrder: {
    'order.reload': nothing,
    'cancellation.ask': nothing,
    'cancellation.dismiss': nothing,
    'cancellation.confirm': nothing,
    'change.open': nothing,
    'problem.open': nothing,
  },
  orderProblem: {
    'problem.chooseLine': payload({ productId: min(integer(), 1), quantity: count }),
    'problem.chooseKind': payload({ kind: enums(problemKinds) }),
    'problem.typeComment': payload({ text }),
    'problem.choosePhotograph': payload({ handle: id, bytes: count }),
    'problem.removePhotograph': nothing,
    'problem.send': nothing,
    'problem.dismiss': nothing,
  },
  orderChange: {
    'change.setQuantity': payload({ productId: min(integer(), 1), quantity: count }),
    'change.setChoice': payload({
      productId: min(integer(), 1),
      substitution: optional(nullable(enums(substitutions))),
      note: optional(text),
    }),
    'change.chooseSubstitution': payload({ substitution: nullable(enums(substitutions)) }),
    'change.chooseSlot': payload({ slotId: nullable(id) }),
    'change.typedAddress': payload({ field: addressField, value: text }),
    'change.search': payload({ text }),
    'change.add': payload({ productId: min(integer(), 1) }),
    'change.retry': nothing,
    'change.save': nothing,
    'change.discard': nothing,
    'change.dismiss': nothing,
    'change.confirm': nothing,
    'change.reload': nothing,
  },
  usuals: { 'usuals.retry': nothing, 'usuals.addAll': payload({ sessionId: nullable(id) }) },
  favourites: {
    'favourites.save': payload(namedProduct),
    'favourites.remove': payload(namedProduct),
    'favourites.retry': nothing,
  },
  shoppingLists: {
    'lists.choose': payload({ ...namedProduct, quantity: min(integer(), 1) }),
    'lists.typedName': typed,
    'lists.create': nothing,
    'lists.startRenaming': nothing,
    'lists.rename': nothing,
    'lists.startDeleting': nothing,
    'lists.delete': nothing,
    'lists.startSharing': nothing,
    'lists.makeLink': nothing,
    'lists.stopSharing': nothing,
    'lists.close': nothing,
    'lists.addLine': payload({ ...namedProduct, listId: count, quantity: min(integer(), 1) }),
    'lists.setQuantity': payload({ ...namedProduct, quantity: nullable(integer()) }),
    'lists.removeLine': payload({ ...namedProduct, listId: count }),
    'lists.addAll': payload({ sessionId: nullable(id) }),
    'lists.retry': nothing,
  },
  list: { 'list.retry': nothing },
  product: {
    'product.retry': nothing,
    'product.typedQuantity': payload({ quantity: nullable(integer()) }),
    'product.choosePicture': payload({ index: count }),
    'product.typedEmail': typed,
    'product.askNotice': payload({ requestId: id }),
  },
  shipping: { 'shipping.retry': nothing },
  deliveryPlace: {
    'place.open': nothing,
    'place.close': nothing,
    'place.typed': typed,
    'place.submit': nothing,
    'place.use': payload(deliveryPlace.schema),
    'place.remove': nothing,
    'place.retry': nothing,
  },
  checkout: {
    'checkout.typed': inForm(['person', 'billing', 'delivery']),
    'checkout.typedComment': typed,
    'checkout.chooseSubstitution': payload({ substitution: enums(substitutions) }),
    'checkout.blurred': payload({ form: enums(['person', 'billing', 'delivery']), field: text }),
    'checkout.chooseCountry': payload({ ...billingOrDelivery, ...chosen }),
    'checkout.chooseRegion': payload({ ...billingOrDelivery, ...chosen }),
    'checkout.chooseMethod': payload({ id }),
    'checkout.chooseDeliverTo': payload({ to: enums(['billing', 'other']) }),
    'checkout.chooseSaved': payload({ id }),
    'checkout.chooseSlot': payload({ slot: nullable(slot) }),
    'checkout.choosePayment': payload({ method: enums(['on-delivery', 'online']) }),
    'checkout.continue': nothing,
    'checkout.skipToReview': nothing,
    'checkout.edit': payload({ step: enums(steps) }),
    'checkout.retry': nothing,
    'checkout.place': payload({ total: count }),
    'checkout.pay': payload({ total: count }),
    'checkout.accept': payload({ total: count }),
    'checkout.ordered': nothing,
    'checkout.takeOver': nothing,
  },
  orderAttempt: {
    'order.ask': nothing,
    'order.resend': nothing,
    'order.abandon': nothing,
  },
  payment: {
    'payment.ask': nothing,
    'payment.abandon': nothing,
    'payment.reload': nothing,
    'payment.loaded': nothing,
    'payment.unloaded': nothing,
    'payment.clicked': nothing,
    'payment.approved': payload({ providerOrderId: id }),
    'payment.cancelled': nothing,
    'payment.failed': payload({ reason: enums(['windowBlocked', 'notBegun', 'provider']), message: text }),
    'payment.placeChosen': payload({ place: object({ city: text, state: text, postCode: text }) }),
  },
  registration: {
    'registration.typed': inForm(['person', 'address']),
    'registration.typedSecret': secret,
    'registration.tick': payload({ box: enums(['acceptTerms', 'subscribeNewsletter']), to: enums(['on', 'off']) }),
    'registration.chooseCountry': payload(chosen),
    'registration.chooseRegion': payload(chosen),
    'registration.blurred': payload({ name: text }),
    'registration.retry': nothing,
    'registration.submit': nothing,
  },
  login: {
    'login.typed': typed,
    'login.typedPassword': payload({ error }),
    'login.blurred': payload({ field: enums(['email', 'password']) }),
    'login.submit': nothing,
  },
  forgotten: { 'forgotten.typed': typed, 'forgotten.blurred': nothing, 'forgotten.submit': nothing },
  reset: {
    'reset.typed': secret,
    'reset.blurred': payload({ field: enums(['password', 'confirmPassword']) }),
    'reset.submit': nothing,
  },
  profile: {
    'profile.typed': payload({ field: personField, value: text }),
    'profile.blurred': payload({ field: personField }),
    'profile.submit': nothing,
    'profile.cancel': nothing,
  },
  password: {
    'password.typed': secret,
    'password.typedCurrent': payload({ error }),
    'password.blurred': payload({ field: enums(['currentPassword', 'password', 'confirmPassword']) }),
    'password.submit': nothing,
  },
  addresses: {
    'addresses.typed': payload({ field: addressField, value: text }),
    'addresses.blurred': payload({ field: enums([...typedAddressFields, 'country', 'region']) }),
    'addresses.chooseCountry': payload(chosen),
    'addresses.chooseRegion': payload(chosen),
    'addresses.retry': nothing,
    'addresses.pick': payload({ addressId: id }),
    'addresses.edit': payload({ addressId: id }),
    'addresses.add': nothing,
    'addresses.submit': nothing,
    'addresses.cancel': nothing,
  },
  orders: {
    'orders.retry': nothing,
    'orders.toggle': payload({ orderId: id }),
    'orders.retryOrder': nothing,
    'orders.buyAgain': payload({ orderId: id, sessionId: nullable(id), isAlwaysShown: boolean() }),
  },
  sharedList: {
    'shared.setQuantity': payload({ ...namedProduct, quantity: nullable(integer()) }),
    'shared.removeLine': payload(namedProduct),
    'shared.addAll': payload({ sessionId: nullable(id) }),
    'shared.copy': nothing,
    'shared.retry': nothing,
  },
  bulkAdd: {
    'bulk.choose': payload({ productId: min(integer(), 1), isChosen: boolean() }),
    'bulk.setQuantity': payload({ productId: min(integer(), 1), quantity: nullable(integer()) }),
    'bulk.confirm': payload({ sessionId: nullable(id) }),
    'bulk.close': nothing,
    'bulk.retry': nothing,
  },
  places: {
    'places.chooseCountry': payload({ countryId: nullable(number()) }),
    'places.chooseRegion': payload({ regionId: nullable(number()) }),
    'places.retry': nothing,
  },
}

/** The reason why an event is not sent to a machine; null if it is. */
export function refusalOf(machine: string, { type, ...rest }: AnyEventObject): string | null {
  if (type.startsWith('xstate.')) return 'Events of XState itself are not sent.'
  const struct = publicEvents[machine]?.[type]
  if (struct === undefined) return `${machine} takes no ${type} from people.`
  const [failure] = validate(rest, struct)
  if (failure === undefined) return null
  return [...failure.path, failure.message.replace(/^At path: \S+ -- /, '')].join(': ')
}
