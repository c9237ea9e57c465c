import type { routes } from '#contract/routes'

/** An effect in words, for the sentences of the flow pages. */
export interface EffectWords {
  /** The subject of the sentence. */
  who: string
  /** The request; follows 'is to' and 'refuses to'. */
  does: string
  /** The meaning of a successful result; `{output.…}` is replaced by its data. */
  done: string | ((output: never) => string)
  /** The API calls that the effect makes. */
  calls: readonly (keyof typeof routes)[]
}

const gateway = (does: string, done: EffectWords['done'], ...calls: EffectWords['calls']): EffectWords => ({
  who: 'The gateway',
  does,
  done: typeof done === 'string' ? `The gateway answers: ${done}` : done,
  calls,
})
const by = (who: string, does: string, done: EffectWords['done']): EffectWords => ({ who, does, done, calls: [] })

const claimed = ({ is }: { is: 'held' | 'elsewhere' }) =>
  is === 'held' ? 'The browser answers: this tab has the checkout' : 'The browser answers: another tab has the checkout'

const found = ({ order, isRecent }: { order: unknown; isRecent: boolean }) =>
  `The gateway answers: ${order === null ? `the order was not placed${isRecent ? '' : ', and it is old'}` : 'the order was placed'}`

const givenUp = ({ isPlaced }: { isPlaced: boolean }) =>
  `The gateway answers: the order ${isPlaced ? 'was placed already' : 'can no longer be placed'}`

const paid = ({ status }: { status: string }) => `The gateway answers: the payment is ${status}`

const places: Record<string, string> = {
  accepted: 'The order goes there: it is the place that was reviewed',
  other: 'The gateway answers: it delivers there, too, but the order goes elsewhere',
  outside: 'The gateway answers: it does not deliver there',
}

const placeSentence = (answer: string) => places[answer] ?? ''
const products = gateway('send the products', 'the products are [{output.answer}|none]', 'products')
const product = gateway('send the product', 'the product is {output.answer.name}', 'product')

/** Every effect and lookup, by the name with which machines invoke it. */
export const effectWords: Readonly<Record<string, EffectWords>> = {
  begin: gateway(
    'send settings and cart',
    'settings are here, and the cart [with {output.lines}|with nothing in it]',
    'begin',
  ),
  logIn: gateway('let the shopper in', '{output.customer.firstName} is logged in', 'login'),
  logOut: by('The browser', 'forget the customer', 'The browser has forgotten the customer'),
  forget: by('The browser', 'forget who was here', 'The browser has forgotten who was here'),
  loadPage: by('The browser', 'bring the page’s code', 'The browser has the page’s code'),
  reveal: by('The browser', 'show the page', 'The browser shows the page'),

  readCart: gateway('send the cart', 'the cart has [{output}|nothing in it]', 'cart'),
  addLine: gateway('add the line', 'the line is added, {output}', 'addLine'),
  changeLine: gateway('change the line', 'the line is changed, {output}', 'changeLine'),
  removeLine: gateway('remove the line', 'the line is removed', 'removeLine'),
  validateCoupon: gateway('take the coupon', 'the coupon {output.couponCode} holds', 'validateCoupon'),
  removeCoupon: gateway('take the coupon back', 'the coupon is gone', 'removeCoupon'),

  readMethods: gateway('send the ways of delivery', 'the ways of delivery are {output}', 'deliveryMethods'),
  readFee: gateway('say the delivery fee', 'delivery costs {output.deliveryFee$$}', 'deliveryFee'),
  placeOrder: gateway('place the order', 'the order {output.orderNumber} is placed', 'placeOrder'),
  findOrder: gateway('say whether the order was placed', found, 'findOrder'),
  giveUpOrder: gateway('give the order’s key up', givenUp, 'giveUpOrder'),
  claimCheckout: by('The browser', 'give this tab the checkout', claimed),
  takeCheckout: by('The browser', 'give this tab the checkout of another', claimed),
  watchClaim: by('The browser', 'keep the checkout in this tab', 'Another tab has taken the checkout'),

  readSetup: by('The page', 'set the payment button up', 'The page knows how payments are made'),
  createPayment: gateway(
    'begin the payment',
    'the payment {output.id} of {output.amount$$} {output.currency} is begun',
    'beginPayment',
  ),
  watchWindow: by('The browser', 'watch the provider’s window', 'The provider’s window is closed without a word'),
  checkPlace: gateway('say whether it delivers there', placeSentence, 'deliveryFee'),
  authorizePayment: gateway('authorise the payment', paid, 'authorizePayment'),
  captureInBrowser: by('The provider', 'take the payment', 'The provider answers: the payment is taken'),
  endPayment: gateway('end the reservations of the payment', 'the reservations are ended', 'endPayment'),

  register: gateway('register the shopper', '{output.customer.firstName} is a customer now', 'createAccount'),
  sendLink: gateway('mail a link', 'a link is mailed, if there is such a customer', 'forgotPassword'),
  findToken: by('The browser', 'find the link’s token', 'The browser has the link’s token'),
  resetPassword: gateway('set the new password', 'the new password is set', 'resetPassword'),
  saveProfile: gateway('save the details', 'the details are saved', 'updateCustomer'),
  changePassword: gateway('change the password', 'the password is changed', 'updatePassword'),
  createAddress: gateway('keep a new address', 'the new address is kept', 'createAddress'),
  updateAddress: gateway('change the address', 'the address is changed', 'updateAddress'),
  selectAddress: gateway('deliver to that address', 'the address is the chosen one', 'updateAddress'),
  readOrders: gateway('send the orders', 'the orders are [{output}|none]', 'orders'),
  readOrder: gateway('send the order', 'the order is {output.order.orderNumber}', 'order', 'deliveryMethods'),

  readProducts: products,
  readProduct: product,
  rereadProduct: product,
  readCategories: gateway('send the menu', 'the menu has [{output.answer}|nothing]', 'categoryMenu'),
  readTopBrands: gateway('send the top brands', 'the top brands are [{output.answer}|none]', 'topBrands'),
  readBrands: gateway('send the brands', 'the brands are [{output.answer}|none]', 'brands'),
  readBanners: gateway('send the banners', 'the banners are here', 'banners'),
  readCountries: gateway('send the countries', 'the countries are [{output.answer}|none]', 'countries'),
  readRegions: gateway('send the regions', 'the regions are [{output.answer}|none]', 'regions'),
  readSuburbs: gateway('send the suburbs', 'the suburbs are [{output.answer}|none]', 'suburbs'),
  ask: gateway('answer the question', 'this is what was asked for'),
  subscribe: gateway('sign the e-mail up', 'the e-mail is signed up', 'subscribeNewsletter'),
}
