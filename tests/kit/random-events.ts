import fc from 'fast-check'
import type { AnyMachineSnapshot } from 'xstate'
import { actorAt } from '#machines/journal/actor-at'
import { answerFor, gone, identityOf, lan, lost, mai, refused, saturday } from './outcomes.ts'
import { locationOf, type OpenShop } from './open-shop.ts'
import { settled } from './system.ts'

/** Every event that a person or the world outside the machines can send to the shop. */
export const randomEvents: [string, { type: string; [field: string]: unknown }][] = [
  ...[
    '/main/product-list/0',
    '/main/product-list/11?by=category&page=2',
    '/main/product-list/0?by=search&q=tea',
    '/main/product-detail/1',
    '/main/product-detail/2',
    '/cart',
    '/check-out',
    '/auth/login?return=/check-out',
    '/auth/logout',
    '/main/register',
    '/manage-account',
    '/manage-account/modify-address',
    '/manage-account/modify-delivery-address',
    '/manage-account/modify-account',
    '/manage-account/change-password',
    '/manage-order/current-order',
    '/main/favourites',
    '/main/lists',
    '/main/shared-list',
    '/main/list/900000001',
    '/account/usuals',
    '/order/1001',
    '/forget-password',
    '/reset-password',
    '/nowhere',
  ].map((path): [string, { type: string }] => [
    'shop',
    { type: 'location.changed', move: 'PUSH', location: locationOf(path) } as { type: string },
  ]),
  ...([{ is: 'guest' }, { is: 'expired' }, { is: 'malformed' }, identityOf(mai), identityOf(lan)] as const).map(
    (identity): [string, { type: string }] => [
      'shop',
      { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity } as { type: string },
    ],
  ),
  ['shop/session', { type: 'session.logIn', email: 'mai@example.com', password: 'login/password/1' }],
  ['shop/session', { type: 'session.logOut' }],
  ['shop/session', { type: 'session.forget' }],
  ['shop/session', { type: 'session.expired' }],
  ['shop/login', { type: 'login.typed', value: 'mai@example.com' }],
  ['shop/login', { type: 'login.typedPassword', error: null }],
  ['shop/login', { type: 'login.submit' }],
  ...['firstName', 'lastName', 'email', 'telephone'].map((field): [string, { type: string }] => [
    'shop/registration',
    {
      type: 'registration.typed',
      form: 'person',
      field,
      value: field === 'email' ? 'mai@example.com' : '0255500188',
    } as { type: string },
  ]),
  ...['address1', 'city', 'postCode'].map((field): [string, { type: string }] => [
    'shop/registration',
    { type: 'registration.typed', form: 'address', field, value: '2122' } as { type: string },
  ]),
  ['shop/registration', { type: 'registration.chooseCountry', id: 1, name: 'Australia' }],
  ['shop/registration', { type: 'registration.chooseRegion', id: 1, name: 'New South Wales' }],
  ['shop/registration', { type: 'registration.typedSecret', field: 'password', error: null, match: 'same' }],
  ['shop/registration', { type: 'registration.typedSecret', field: 'confirmPassword', error: null, match: 'same' }],
  ['shop/registration', { type: 'registration.tick', box: 'acceptTerms', to: 'on' }],
  ['shop/registration', { type: 'registration.submit' }],
  ['shop/forgotten', { type: 'forgotten.typed', value: 'mai@example.com' }],
  ['shop/forgotten', { type: 'forgotten.submit' }],
  ['shop/reset', { type: 'reset.typed', field: 'password', error: null, match: 'same' }],
  ['shop/reset', { type: 'reset.typed', field: 'confirmPassword', error: null, match: 'same' }],
  ['shop/reset', { type: 'reset.submit' }],
  ['shop/profile', { type: 'profile.typed', field: 'firstName', value: '美 ' }],
  ['shop/profile', { type: 'profile.submit' }],
  ['shop/profile', { type: 'profile.cancel' }],
  ['shop/password', { type: 'password.typedCurrent', error: null }],
  ['shop/password', { type: 'password.typed', field: 'password', error: null, match: 'same' }],
  ['shop/password', { type: 'password.typed', field: 'confirmPassword', error: null, match: 'same' }],
  ['shop/password', { type: 'password.submit' }],
  ['shop/addresses', { type: 'addresses.typed', field: 'address1', value: '1 Plum Street' }],
  ['shop/addresses', { type: 'addresses.chooseCountry', id: 1, name: 'Australia' }],
  ['shop/addresses', { type: 'addresses.edit', addressId: 'address-1' }],
  ['shop/addresses', { type: 'addresses.add' }],
  ['shop/addresses', { type: 'addresses.pick', addressId: 'address-1' }],
  ['shop/addresses', { type: 'addresses.submit' }],
  ['shop/addresses', { type: 'addresses.cancel' }],
  ['shop/orders', { type: 'orders.toggle', orderId: 'order-1' }],
  ['shop/orders', { type: 'orders.retry' }],
  ['shop/orders', { type: 'orders.buyAgain', orderId: 'order-1', sessionId: 'session-1', isAlwaysShown: false }],
  ['shop/orders/orderBulkAdd', { type: 'bulk.choose', productId: 1, isChosen: true }],
  ['shop/orders/orderBulkAdd', { type: 'bulk.setQuantity', productId: 1, quantity: 2 }],
  ['shop/orders/orderBulkAdd', { type: 'bulk.confirm', sessionId: 'session-1' }],
  ['shop/orders/orderBulkAdd', { type: 'bulk.retry' }],
  ['shop/orders/orderBulkAdd', { type: 'bulk.close' }],
  ['shop/favourites', { type: 'favourites.save', productId: 1, name: 'Rice' }],
  ['shop/favourites', { type: 'favourites.remove', productId: 1, name: 'Rice' }],
  ['shop/favourites', { type: 'favourites.save', productId: 2, name: 'Tea' }],
  ['shop/favourites', { type: 'favourites.retry' }],
  ['shop/shoppingLists', { type: 'lists.choose', productId: 1, name: 'Rice', quantity: 2 }],
  ['shop/shoppingLists', { type: 'lists.typedName', value: 'Hot pot' }],
  ['shop/shoppingLists', { type: 'lists.create' }],
  ['shop/shoppingLists', { type: 'lists.startRenaming' }],
  ['shop/shoppingLists', { type: 'lists.rename' }],
  ['shop/shoppingLists', { type: 'lists.startDeleting' }],
  ['shop/shoppingLists', { type: 'lists.delete' }],
  ['shop/shoppingLists', { type: 'lists.startSharing' }],
  ['shop/shoppingLists', { type: 'lists.makeLink' }],
  ['shop/shoppingLists', { type: 'lists.stopSharing' }],
  ['shop/shoppingLists', { type: 'lists.close' }],
  ['shop/shoppingLists', { type: 'lists.addLine', listId: 900_000_001, productId: 1, name: 'Rice', quantity: 2 }],
  ['shop/shoppingLists', { type: 'lists.setQuantity', productId: 2, name: 'Tea', quantity: 4 }],
  ['shop/shoppingLists', { type: 'lists.removeLine', listId: 900_000_001, productId: 2, name: 'Tea' }],
  ['shop/shoppingLists', { type: 'lists.addAll', sessionId: 'session-1' }],
  ['shop/shoppingLists', { type: 'lists.retry' }],
  ['shop/ownOrder', { type: 'order.reload' }],
  ['shop/ownOrder', { type: 'cancellation.ask' }],
  ['shop/ownOrder', { type: 'cancellation.dismiss' }],
  ['shop/ownOrder', { type: 'cancellation.confirm' }],
  ['shop/ownOrder', { type: 'change.open' }],
  ['shop/ownOrder/orderChange', { type: 'change.setQuantity', productId: 1, quantity: 2 }],
  ['shop/ownOrder/orderChange', { type: 'change.chooseSlot', slotId: 'pickup_2026-12-05_0900' }],
  ['shop/ownOrder/orderChange', { type: 'change.typedAddress', field: 'address1', value: '1 Plum Street' }],
  ['shop/ownOrder/orderChange', { type: 'change.search', text: 'tea' }],
  ['shop/ownOrder/orderChange', { type: 'change.add', productId: 2 }],
  ['shop/ownOrder/orderChange', { type: 'change.save' }],
  ['shop/ownOrder/orderChange', { type: 'change.discard' }],
  ['shop/ownOrder/orderChange', { type: 'change.confirm' }],
  ['shop/ownOrder', { type: 'problem.open' }],
  ['shop/ownOrder/orderProblem', { type: 'problem.chooseLine', productId: 1, quantity: 1 }],
  ['shop/ownOrder/orderProblem', { type: 'problem.chooseKind', kind: 'damaged' }],
  ['shop/ownOrder/orderProblem', { type: 'problem.typeComment', text: 'The bag was open' }],
  ['shop/ownOrder/orderProblem', { type: 'problem.choosePhotograph', handle: 'photograph', bytes: 40_000 }],
  ['shop/ownOrder/orderProblem', { type: 'problem.send' }],
  ['shop/ownOrder/orderProblem', { type: 'problem.dismiss' }],
  ['shop/shoppingLists/sharedList', { type: 'shared.setQuantity', productId: 2, name: 'Tea', quantity: 4 }],
  ['shop/shoppingLists/sharedList', { type: 'shared.removeLine', productId: 2, name: 'Tea' }],
  ['shop/shoppingLists/sharedList', { type: 'shared.addAll', sessionId: 'session-1' }],
  ['shop/shoppingLists/sharedList', { type: 'shared.copy' }],
  ['shop/shoppingLists/sharedList', { type: 'shared.retry' }],
  ['shop/usuals', { type: 'usuals.retry' }],
  ['shop/usuals', { type: 'usuals.addAll', sessionId: 'session-1' }],
  [
    'shop',
    { type: 'machine.start', machine: 'rows', event: { type: 'rows.open', row: { kind: 'special' } } } as {
      type: string
    },
  ],
  ['shop', { type: 'machine.start', machine: 'deliveryPlace', event: { type: 'place.open' } } as { type: string }],
  ['shop/deliveryPlace', { type: 'place.open' }],
  ['shop/deliveryPlace', { type: 'place.typed', value: 'Eastwod' } as { type: string }],
  ['shop/deliveryPlace', { type: 'place.submit' }],
  ['shop/deliveryPlace', { type: 'place.use', name: 'Eastwood', postCode: '2122' } as { type: string }],
  ['shop/deliveryPlace', { type: 'place.remove' }],
  ['shop/rows', { type: 'rows.open', row: { kind: 'buyAgain' } } as { type: string }],
  [
    'shop/cart',
    {
      type: 'cart.add',
      from: 'list',
      productId: 1,
      productName: 'Rice',
      productPrice: 15.9,
      productImage: '',
      quantity: 1,
    },
  ],
  [
    'shop/cart',
    {
      type: 'cart.add',
      from: 'detail',
      productId: 2,
      productName: 'Tea',
      productPrice: 11.9,
      productImage: '',
      quantity: 3,
    },
  ],
  ['shop/cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 }],
  ['shop/cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: null }],
  ['shop/cart', { type: 'cart.remove', lineId: 'line-1' }],
  ['shop/cart', { type: 'connection.returned' }],
  ['shop/cart', { type: 'cart.reload' }],
  ['shop/cart', { type: 'cart.read' }],
  ['shop/cart', { type: 'coupon.typed', value: 'TEN' }],
  ['shop/cart', { type: 'coupon.apply' }],
  ['shop/cart', { type: 'coupon.remove' }],
  ['shop/menus', { type: 'menus.toggle', menu: 'cart' }],
  ['shop/menus', { type: 'menus.toggle', menu: 'drawer' }],
  ['shop/menus', { type: 'menus.toggleCategory', id: 1 }],
  ['shop/search', { type: 'search.typed', value: '茶' }],
  ['shop/search', { type: 'search.submit' }],
  ['shop/newsletter', { type: 'newsletter.typed', value: 'mai@example.com' }],
  ['shop/newsletter', { type: 'newsletter.submit' }],
  ['shop/catalogue', { type: 'catalogue.retry' }],
  ['shop/list', { type: 'list.retry' }],
  ['shop/product', { type: 'product.typedQuantity', quantity: 3 }],
  ['shop/product', { type: 'product.typedEmail', value: 'mai@example.com' }],
  ['shop/product', { type: 'product.askNotice', requestId: 'notice-1' }],
  ['shop/product', { type: 'product.retry' }],
  ['shop/shipping', { type: 'shipping.retry' }],
  ['shop/session', { type: 'session.retry' }],
  ...(['firstName', 'lastName', 'email', 'telephone'] as const).map((field): [string, { type: string }] => [
    'shop/checkout',
    {
      type: 'checkout.typed',
      form: 'person',
      field,
      value: field === 'email' ? 'mai@example.com' : 'Mai Tran 01',
    } as never,
  ]),
  ...(['address1', 'city', 'postCode'] as const).map((field): [string, { type: string }] => [
    'shop/checkout',
    { type: 'checkout.typed', form: 'billing', field, value: '2122' } as never,
  ]),
  ['shop/checkout', { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Australia' }],
  ['shop/checkout', { type: 'checkout.chooseRegion', form: 'billing', id: 1, name: 'New South Wales' }],
  ['shop/checkout', { type: 'checkout.chooseMethod', id: 'pickup' }],
  ['shop/checkout', { type: 'checkout.chooseDeliverTo', to: 'other' }],
  ['shop/checkout', { type: 'checkout.chooseSlot', slot: saturday }],
  ['shop/checkout', { type: 'checkout.continue' }],
  ['shop/checkout', { type: 'checkout.skipToReview' }],
  ['shop/checkout', { type: 'checkout.edit', step: 'details' }],
  ['shop/checkout', { type: 'checkout.place', total: 2540 }],
  ['shop/checkout', { type: 'checkout.place', total: 1590 }],
  ['shop/checkout', { type: 'checkout.choosePayment', method: 'online' }],
  ['shop/checkout', { type: 'checkout.pay', total: 2540 }],
  ['shop/checkout', { type: 'checkout.pay', total: 1590 }],
  ['shop/checkout', { type: 'checkout.takeOver' }],
  ['shop/checkout/orderAttempt/payment', { type: 'payment.loaded' }],
  ['shop/checkout/orderAttempt/payment', { type: 'payment.approved', providerOrderId: 'PAY-1' }],
  ['shop/checkout/orderAttempt/payment', { type: 'payment.cancelled' }],
  ['shop/checkout/orderAttempt/payment', { type: 'payment.failed', reason: 'provider', message: 'No window' }],
  [
    'shop/checkout/orderAttempt/payment',
    { type: 'payment.placeChosen', place: { city: 'Bondi', state: 'NSW', postCode: '2026' } } as never,
  ],
  ['shop/checkout/orderAttempt/payment', { type: 'payment.ask' }],
  ['shop/checkout/orderAttempt', { type: 'order.ask' }],
  ['shop/checkout/orderAttempt', { type: 'order.resend' }],
  ['shop/checkout/orderAttempt', { type: 'order.abandon' }],
  ['shop/checkout', { type: 'checkout.retry' }],
]

/** One step of a random run: a choice among the possible events, and random numbers for its payload. */
export interface Step {
  kind: 'send' | 'answer' | 'refuse' | 'time'
  dice: number
}
export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('send', 'send', 'answer', 'answer', 'answer', 'refuse', 'time'),
  dice: fc.nat(),
})

/** Sends one event. An event that is not possible now changes nothing. */
export async function take(run: OpenShop, { kind, dice }: Step) {
  if (kind === 'time') run.host.fireNext()
  else if (kind === 'send') {
    const [to, event] = randomEvents[dice % randomEvents.length]!
    actorAt(run.root, to)?.send(event)
  } else if (run.pending.length > 0) {
    const one = run.pending[dice % run.pending.length]!
    const refusal = [lost, refused, gone][dice % 3]!
    await run.settle(one, kind === 'answer' ? { answer: answerFor(one.name, one.input) } : { refusal })
  }
  await settled()
}

/** The events that are possible now and handled. */
export const possible = ({ root }: OpenShop) =>
  randomEvents.filter(([to, event]) => (actorAt(root, to)?.getSnapshot() as AnyMachineSnapshot | undefined)?.can(event))

/** Sends one of the possible events. */
export async function takePossible(run: OpenShop, one: Step) {
  if (one.kind !== 'send') return take(run, one)
  const can = possible(run)
  const [to, event] = can[one.dice % can.length]!
  actorAt(run.root, to)!.send(event)
  await settled()
}
