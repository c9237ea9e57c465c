import { offlineMessage } from '#contract/refusal'
import type { AnyEventObject } from 'xstate'
import { effectWords } from './answers.ts'
import { fillTemplate, type Data } from './fill.ts'

/** Sentences for events; `fill.ts` fills in their data. Each sentence starts with its subject. */
type Words = string | ((data: Data) => string)

const moves: Data = {
  PUSH: 'The shopper goes to',
  REPLACE: 'The shop redirects to',
  POP: 'The shopper goes back or forward to',
}

const visitors: Data = {
  customer: ' for the customer {identity.customer.firstName}',
  expired: ' with a token that has expired',
  malformed: ' with a token that cannot be read',
}

const secrets = (whose: string) => (data: Data) =>
  data.error
    ? `The shopper types ${whose}, which is invalid: {error}`
    : data.match === 'different'
      ? `The shopper types ${whose}, and the two differ`
      : `The shopper types ${whose}`

const starts: Data = {
  checkout: 'The browser has an order of an earlier visit whose outcome is not known',
  favourites: 'The browser starts the machine of the favourites, for the buttons of this page',
  shoppingLists: 'The browser starts the machine of the shopping lists, for the button of a product',
  suggestions: 'The code of the suggestions is loaded',
  rows: 'A row of products comes near the view',
  deliveryPlace: 'The shopper presses ‘Deliver to’',
}

const rowNames: Data = {
  special: 'of products on special',
  season: 'of products in season',
  buyAgain: 'of products bought before',
  recent: 'of viewed products',
  similar: 'of similar products',
}

const typed = 'The shopper [types “{value}” as|empties]'
const chooses = 'The shopper chooses the {form} address’s'

/** Every event type that machines handle. */
export const eventWords: Readonly<Record<string, Words>> = {
  'visit.started': ({ identity }) =>
    `The visit begins${String(visitors[(identity as Data | undefined)?.is as string] ?? '')}[, with the session {sessionId}|, with no session]`,
  'location.changed': ({ move }) => `${String(moves[move as string])} {location.pathname}[{location.search}]`,
  'location.go': 'A machine requests the page {to}',
  'page.retry': 'The shopper tries to open the page again',
  'address.saved': 'An address is saved for {use}: {address.address1}, {address.city}',
  'page.open': 'The shop opens the page[ {location.pathname}][{location.search}]',
  'page.shown': 'The shop shows the page[ “{page}”]',
  'page.ready': 'The page “{page}” can be shown',
  'toast.raised': 'A machine raises a toast: “{toast.text}”',

  'session.loaded': 'The gateway has sent the settings, and the cart [with {lines}|with nothing in it]',
  'session.loadFailed': 'The gateway can’t be reached for settings and cart',
  'session.changed': 'The session belongs to [{customer.firstName}|a guest]',
  'session.ended': 'The session reports that the customer has logged out[; the cart {sessionId} is kept]',
  'settings.cleared': 'The session reports that the customer’s data is cleared',
  'session.loggedIn': 'The session reports a login[, with {lines} in the cart][, with the cart {sessionId}]',
  'session.refused': 'The session reports that the login was refused: “{refusal.message}”',
  'session.logIn': 'The shopper logs in as {email}',
  'session.registered': 'The registration reports the new customer {customer.firstName}',
  'session.logOut': 'The shopper logs out',
  'session.forget': 'The shopper presses “Forget me on this device”',
  'session.expired': 'The gateway no longer accepts the token',
  'registration.refused': 'The registration reports that it was refused: “{refusal.message}”',
  'session.renewed': 'The gateway has renewed the token of {customer.firstName}',
  'session.customerChanged': 'The customer has changed',
  'session.retry': 'The shopper presses “Try again”',
  'account.changed': 'The session reports the account: [{account.info.firstName} {account.info.lastName}|a guest]',
  'settings.changed': ({ settings }) =>
    `The shop’s settings arrive${(settings as Data).receivedOnlinePayment === false ? ', without online payment' : ''}`,

  'cart.add': 'The shopper adds {productName}',
  'cart.setQuantity': 'The shopper [types {quantity} as|empties] the quantity of {lineId}',
  'cart.remove': 'The shopper removes {lineId}',
  'connection.returned': 'The browser has a connection again',
  'cart.open': 'The gateway has sent the cart [with {lines}|with nothing in it]',
  'cart.read': 'Another tab has changed the cart',
  'cart.reload': 'The shopper presses “Try again” in the cart',
  'cart.clear': 'The order of the cart has been placed',
  'cart.reset': 'The customer has logged out[; the cart continues as {sessionId}|; the cart is cleared]',
  'cart.changed': 'The cart reports that it [holds {basket.lines}|is empty]',
  'cart.added': 'Another machine has added products to the cart',
  'cart.removed': 'The cart reports that a line was removed',
  'coupon.typed': `${typed} the coupon code`,
  'coupon.apply': 'The shopper presses “Apply Coupon”',
  'coupon.recheck': 'The shopper presses “Try again” at the coupon',
  'coupon.remove': 'The shopper presses “Remove Coupon”',

  'checkout.typed': `${typed} the {field~}`,
  'checkout.typedComment': 'The shopper [types “{value}” as|empties] the comment',
  'checkout.chooseSubstitution': 'The shopper chooses “{substitution}” for the order if something runs out',
  'checkout.blurred': 'The shopper leaves the field for the {field~}',
  'checkout.chooseCountry': `${chooses} country: [{name}|none]`,
  'checkout.chooseRegion': `${chooses} region: [{name}|none]`,
  'checkout.chooseMethod': 'The shopper chooses the delivery method “{id}”',
  'checkout.chooseDeliverTo': ({ to }) =>
    `The shopper chooses delivery to ${to === 'billing' ? 'the billing address' : 'another address'}`,
  'checkout.chooseSlot': 'The shopper chooses [the time {slot.slotId}|no time]',
  'checkout.chooseSaved': 'The shopper chooses the saved address {id}',
  'checkout.choosePayment': ({ method }) =>
    `The shopper chooses to pay ${method === 'online' ? 'online' : 'on delivery'}`,
  'checkout.continue': 'The shopper presses “Continue”',
  'checkout.skipToReview': 'The customer presses “Go to Review”',
  'checkout.edit': 'The shopper goes to the {step}',
  'checkout.retry': 'The shopper presses “Try again” in the checkout',
  'checkout.place': 'The shopper places the order, seeing {total$}',
  'checkout.pay': 'The shopper presses the payment button, seeing {total$}',
  'checkout.accept': 'The shopper accepts what has changed, seeing {total$}',
  'checkout.recover': 'The outcome of an order of an earlier visit is not known',
  'checkout.ordered': 'The tab to which this one has handed its checkout has ordered the cart',
  'checkout.takeOver': 'The shopper continues the checkout of another tab here',
  'checkout.placed': 'The checkout reports: “{toast.text}”',
  'checkout.refused': 'The checkout reports that the order was refused[: “{toast.text}”|]',

  'order.place': 'The checkout sends the order of {order.total$$}',
  'order.recover': 'The outcome of an order of an earlier visit is not known',
  'order.takeOver': ({ isSent }) =>
    `The checkout of another tab continues here[, with its order of {order.total$$}|, without an order]${isSent ? ', whose outcome is not known' : ''}`,
  'order.clear': 'Another tab has ordered the cart',
  'order.choosePayment': ({ method }) => `The checkout is to be paid ${method === 'online' ? 'online' : 'on delivery'}`,
  'order.dismiss': 'The shopper leaves the review',
  'order.moved': 'Another tab has taken the checkout over',
  'order.ask': 'The shopper asks again whether the order was placed',
  'order.resend': 'The shopper resends an order that was not placed',
  'order.abandon': 'The shopper discards an order whose outcome is not known',
  'order.resumed': 'The page is loaded again after {age} ms and resumes from its journal',
  'order.placed': 'The attempt reports that the order {orderNumber} is placed',
  'order.unpaid': 'The attempt reports that the payment has ended, and the order was not paid',
  'order.refused': 'The attempt reports that the order was not placed[: “{refusal.message}”|]',
  'order.discarded': 'The attempt reports that the order is discarded',
  'machine.start': ({ machine }) => String(starts[machine as string]),

  'slots.show': 'The slots [of “{methodId}”|of all methods][ in {postCode}|] are shown',
  'slots.check': 'An order depends on the slots',
  'slots.renew': 'The slots are out of date',
  'slots.retry': 'The slots are requested again',
  'slots.clear': 'The order is placed: the slots are not kept',
  'slots.read': 'The slots of “{methodId}” were read',
  'place.open': 'The shopper opens the choice of the place that orders are to be delivered to',
  'place.close': 'The shopper closes the choice of the place',
  'place.typed': 'The shopper [types “{value}” as|empties] the suburb or post code',
  'place.submit': 'The shopper sends the suburb or post code',
  'place.use': 'The shopper chooses {name} {postCode}',
  'place.remove': 'The shopper removes the chosen place',
  'place.retry': 'The shopper requests the delivery area again',
  'lock.request': 'The checkout is opened again',
  'lock.takeOver': 'The checkout is taken over from another tab',
  'lock.taken': 'This tab holds the checkout[ and continues the other tab’s at “{handed.at}”|]',
  'lock.lost': 'Another tab holds the checkout',

  'payment.prepare': 'The shopper has chosen to pay online: the payment button is needed',
  'payment.loaded': 'The provider’s script is loaded',
  'payment.unloaded': 'The provider’s script could not be loaded',
  'payment.reload': 'The shopper presses “Try again” at the payment',
  'payment.clicked': 'The provider reports that its button was pressed',
  'payment.release': 'The last attempt to pay will not be continued',
  'payment.moved': 'Another tab has taken the checkout over',
  'payment.dismiss': 'The shopper goes back to another step',
  'payment.begin': 'The attempt starts the payment of an order of {order.total$$}',
  'payment.failed': 'The provider reports a failure: “{message}”',
  'payment.cancelled': 'The shopper closes the provider’s window',
  'payment.approved': 'The shopper approves the payment {providerOrderId}',
  'payment.placeChosen': 'The shopper chooses {place.city} {place.postCode} in the provider’s window',
  'payment.ask': 'The shopper asks again whether the payment succeeded',
  'payment.abandon': 'The shopper abandons the payment',
  'payment.resumed': 'The page is loaded again after {age} ms and resumes from its journal',
  'payment.finish': 'The attempt reports that the order [was refused: “{refusal.message}”|is placed]',
  'payment.paid': 'The payment {providerOrderId} is approved and paid',
  'payment.ended': ({ key }) =>
    `The payment has ended[: “{refusal.message}”]; the order ${key === 'reusable' ? 'keeps its idempotency key' : 'gets a new idempotency key'}`,

  'login.typed': `${typed} the email`,
  'login.typedPassword': secrets('the password'),
  'login.blurred': 'The shopper leaves the field for the {field~}',
  'login.submit': 'The shopper presses “Login”',
  'login.refused': 'The session reports that the login was refused: “{refusal.message}”',

  'registration.typed': `${typed} the {field~}`,
  'registration.typedSecret': secrets('the {field~}'),
  'registration.tick': ({ to }) => `The shopper ${to === 'on' ? 'ticks' : 'unticks'} “{box~}”`,
  'registration.chooseCountry': 'The shopper chooses the country: [{name}|none]',
  'registration.chooseRegion': 'The shopper chooses the region: [{name}|none]',
  'registration.blurred': 'The shopper leaves the field for the {name~}',
  'registration.retry': 'The shopper presses “Try again” at the places',
  'registration.submit': 'The shopper presses “Register”',

  'forgotten.typed': `${typed} the email`,
  'forgotten.blurred': 'The shopper leaves the field for the email',
  'forgotten.submit': 'The shopper asks for a link to a new password',
  'reset.typed': secrets('the {field~}'),
  'reset.blurred': 'The shopper leaves the field for the {field~}',
  'reset.submit': 'The shopper sets the new password',

  'profile.typed': `${typed} the {field~}`,
  'profile.blurred': 'The shopper leaves the field for the {field~}',
  'profile.submit': 'The shopper saves the details',
  'profile.cancel': 'The shopper presses “Cancel”',
  'password.typed': secrets('the {field~}'),
  'password.typedCurrent': secrets('the current password'),
  'password.blurred': 'The shopper leaves the field for the {field~}',
  'password.submit': 'The shopper changes the password',

  'addresses.pick': 'The shopper picks the address {addressId}',
  'addresses.edit': 'The shopper edits the address {addressId}',
  'addresses.add': 'The shopper begins a new address',
  'addresses.typed': `${typed} the {field~}`,
  'addresses.blurred': 'The shopper leaves the field for the {field~}',
  'addresses.chooseCountry': 'The shopper chooses the country: [{name}|none]',
  'addresses.chooseRegion': 'The shopper chooses the region: [{name}|none]',
  'addresses.submit': 'The shopper saves the address',
  'addresses.cancel': 'The shopper presses “Cancel”',
  'addresses.retry': 'The shopper presses “Try again” at the places',
  'orders.toggle': 'The shopper opens or closes the order {orderId}',
  'orders.retry': 'The shopper requests the orders again',
  'orders.retryOrder': 'The shopper requests the order again',

  'orders.buyAgain': 'The shopper buys the order {orderId} again',

  'order.reload': 'The shopper requests the order again',
  'cancellation.ask': 'The shopper presses “Cancel order”',
  'cancellation.dismiss': 'The shopper closes the question, and keeps the order',
  'cancellation.confirm': 'The shopper confirms that the order is to be cancelled',

  'change.open': 'The shopper presses “Change order”',
  'change.start': 'The order {order.orderNumber} is opened as a draft',
  'change.close': 'The draft ends',
  'change.setQuantity': 'The shopper sets the quantity of a product to {quantity}',
  'change.setChoice': 'The shopper changes what is wanted for a product if it runs out, or its note',
  'change.chooseSubstitution': 'The shopper chooses what is wanted if something runs out: [{substitution}|nothing]',
  'change.chooseSlot': 'The shopper chooses [the slot {slotId}|any time]',
  'change.typedAddress': `${typed} the {field~}`,
  'change.search': 'The shopper searches for a product to add: “{text}”',
  'change.add': 'The shopper adds a product that was found',
  'change.retry': 'The shopper requests amounts and times again',
  'change.save': 'The shopper saves the changes',
  'change.discard': 'The shopper presses “Discard changes”',
  'change.dismiss': 'The shopper closes the question, and keeps editing',
  'change.confirm': 'The shopper confirms that the changes are to be discarded',
  'change.reload': 'The shopper loads the order again',
  'change.saved': 'The draft reports that the order is changed',
  'change.discarded': 'The draft reports that its changes are discarded',
  'change.refused': 'The draft reports that the order can’t be changed any more: “{refusal.message}”',
  'change.outdated': 'The draft reports that the order is to be read again',
  'problem.open': 'The shopper presses “Something is wrong”',
  'problem.start': 'A report about the order {order.orderNumber} is opened',
  'problem.end': 'The report is sent, or the page of another order is opened',
  'problem.close': 'The form is closed',
  'problem.chooseLine': 'The shopper chooses how many of a product it is about: {quantity}',
  'problem.chooseKind': 'The shopper chooses what is wrong: {kind}',
  'problem.typeComment': `${typed} the text of the report`,
  'problem.choosePhotograph': 'The shopper chooses a photograph of {bytes} bytes',
  'problem.removePhotograph': 'The shopper removes the photograph',
  'problem.send': 'The shopper sends the report',
  'problem.dismiss': 'The shopper closes the form',
  'problem.sent': 'The form reports that the gateway has the report',
  'problem.dismissed': 'The form reports that the shopper has closed it',
  'problem.outdated': 'The form reports that the order is to be read again',

  'bulk.open': 'Products of an order or a list are to be added: {lines}',
  'bulk.choose': ({ isChosen }) => (isChosen ? 'The shopper chooses a product' : 'The shopper leaves a product out'),
  'bulk.setQuantity': 'The shopper [types {quantity} as|empties] the quantity of a product',
  'bulk.confirm': 'The shopper adds the chosen products',
  'bulk.close': 'The shopper cancels',
  'bulk.leave': 'The page no longer shows the order or list',
  'bulk.retry': 'The shopper tries again',
  'bulk.added': 'The addition reports that {count} products are in the cart',
  'bulk.abandoned': 'The shopper cancels an addition whose outcome is not known',

  'usuals.retry': 'The shopper requests the usuals again',
  'usuals.addAll': 'The shopper adds all usuals',

  'favourites.open': 'The browser needs the favourites for the buttons of a page',
  'favourites.save': 'The shopper saves {name}',
  'favourites.remove': 'The shopper removes {name} from the favourites',
  'favourites.retry': 'The shopper requests the favourites again',
  'favourites.changed': 'Another tab has changed the favourites',

  'lists.open': 'The browser needs the shopping lists for the button of a product',
  'lists.choose': 'The shopper opens the choice of lists for {name}',
  'lists.typedName': `${typed} the name of a list`,
  'lists.create': 'The shopper creates a list',
  'lists.startRenaming': 'The shopper presses “Rename”',
  'lists.rename': 'The shopper saves the name of the list',
  'lists.startDeleting': 'The shopper presses “Delete”',
  'lists.delete': 'The shopper confirms that the list is deleted',
  'lists.startSharing': 'The shopper presses “Share with a link”',
  'lists.makeLink': 'The shopper makes a link to the list',
  'lists.stopSharing': 'The shopper stops sharing the list',
  'lists.close': 'The shopper closes what is open',
  'lists.addLine': 'The shopper puts {name} on a list',
  'lists.setQuantity': 'The shopper [types {quantity} as|empties] the quantity of a product on the list',
  'lists.removeLine': 'The shopper removes {name} from a list',
  'lists.addAll': 'The shopper adds all products of the list to the cart',
  'lists.retry': 'The shopper requests the lists again',
  'lists.changed': 'Another tab has changed the lists',
  'shared.open': 'The page of a shared list is opened',
  'shared.close': 'Another page of lists is opened',
  'shared.setQuantity': 'The shopper [types {quantity} as|empties] the quantity of a product on the shared list',
  'shared.removeLine': 'The shopper removes {name} from the shared list',
  'shared.addAll': 'The shopper adds all products of the shared list to the cart',
  'shared.copy': 'The shopper saves a copy of the shared list',
  'shared.retry': 'The shopper requests the shared list again',
  'shared.copied': 'The shared list is to be copied',
  'shared.added': 'Products of the shared list were added to the cart',
  'shared.announced': 'The machine of the shared list has a message',

  'list.retry': 'The shopper requests the products again',
  'product.retry': 'The shopper requests the product again',
  'product.typedQuantity': 'The shopper [types {quantity} as|empties] the quantity',
  'product.typedEmail': `${typed} the email for a mail about the product`,
  'product.askNotice': 'The shopper asks for a mail when the product is in stock again',
  'product.choosePicture': 'The shopper chooses the picture number {index}, counted from 0',
  'shipping.retry': 'The shopper requests the delivery terms again',
  'catalogue.retry': 'The shopper requests the missing menu, brands or banners again',
  'places.chooseCountry': 'The form chooses the country [{countryId}|none]',
  'places.chooseRegion': 'The form chooses the region [{regionId}|none]',
  'places.retry': 'The form requests the missing places again',

  'menus.toggle': 'The shopper presses the button of the {menu}',
  'menus.close': 'The shopper closes what is open',
  'menus.toggleCategory': 'The shopper opens or closes the category {id}',
  'menus.toggleSide': 'The shopper hides or shows the account’s side menu',
  'search.typed': `${typed} the search words`,
  'search.submit': 'The shopper searches',
  'rows.open': ({ row }) =>
    `The row ${String(rowNames[(row as Data | undefined)?.kind as string] ?? 'of products')} comes near the view`,
  'suggestions.open': 'The search field gets the focus[, with “{text}”]',
  'suggestions.type': 'The text of the search field is [“{text}”|empty]',
  'suggestions.compose': 'An input method begins to compose a text',
  'suggestions.move': ({ by }) => `The shopper moves to the ${by === 1 ? 'next' : 'previous'} suggestion`,
  'suggestions.choose': 'The shopper chooses the suggestion {optionId}',
  'suggestions.remember': 'The shopper searches for [“{text}”|nothing]',
  'suggestions.remove': 'The shopper removes the recent search “{text}”',
  'suggestions.close': 'The shopper leaves the suggestions',
  'newsletter.typed': `${typed} the email for the newsletter`,
  'newsletter.submit': 'The shopper signs up to the newsletter',
}

/** The end of each delay, by its name. */
export const delayWords: Readonly<Record<string, string>> = {
  expiry: 'The token expires',
  patience: 'The logout has timed out',
  recheckPause: 'It is time to check the coupon again',
  slotsAge: 'The slots were read five minutes ago',
  areaAge: 'The delivery area was read five minutes ago',
  searchPause: 'The shopper has not typed a search for a moment',
  typingPause: 'The shopper has not typed for a moment',
  retryPause: 'It is time to ask the gateway again',
  scriptPatience: 'The provider’s script has timed out',
  timeout: 'The gateway has not answered in time',
  pause: 'The pause before the next try is over',
  connectionPause: 'The browser has had no connection for a minute',
}

/** A sentence for the result or failure of an effect. */
function endOf(outcome: 'done' | 'error', effect: string, event: Data): string {
  const words = effectWords[effect]
  if (!words) return ''
  if (outcome === 'done') {
    const { output } = event
    const { refusal } = (output ?? {}) as { refusal?: { message: string } }
    if (refusal) return `${words.who} can’t ${words.does}: “${refusal.message}”`
    const said = typeof words.done === 'function' ? words.done(output as never) : words.done
    return fillTemplate(said, { output })
  }
  const { code, message } = (event.error ?? {}) as { code?: string; message?: string }
  if (message === offlineMessage) return `${words.who} is asked to ${words.does}, but the browser has no connection`
  if (code === 'lost') return `${words.who} was asked to ${words.does}, but the response was lost`
  if (code === 'interrupted') return `${words.who} was asked to ${words.does}, but the page was left`
  return `${words.who} refuses to ${words.does}: “${message ?? ''}”`
}

/** A sentence for an event with its data; empty for an unknown event. */
export function sentenceFor({ type, ...data }: AnyEventObject): string {
  const [, outcome, effect] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
  if (outcome) return endOf(outcome as 'done' | 'error', effect!, data)
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? []
  if (delay) return delayWords[delay] ?? ''
  const words = eventWords[type]
  if (words === undefined) return ''
  return fillTemplate(typeof words === 'function' ? words(data) : words, data)
}
