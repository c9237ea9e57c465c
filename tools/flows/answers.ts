import type { routes } from '#contract/routes'

/** An effect in words, for the sentences of the flow pages. */
export interface EffectWords {
  /** The subject of the sentence. */
  who: string
  /** The request; follows 'was asked to' and 'refuses to'. */
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

const claimed = ({ is }: { is: 'held' | 'otherTab' }) =>
  is === 'held'
    ? 'The browser answers: this tab holds the checkout'
    : 'The browser answers: another tab holds the checkout'

const found = ({ order, isRecent }: { order: unknown; isRecent: boolean }) =>
  `The gateway answers: ${order === null ? `the order was not placed${isRecent ? '' : ', and it is old'}` : 'the order was placed'}`

const givenUp = ({ isPlaced }: { isPlaced: boolean }) =>
  `The gateway answers: the order ${isPlaced ? 'was placed already' : 'can no longer be placed'}`

const paid = ({ status }: { status: string }) => `The gateway answers: the payment is ${status}`

const places: Record<string, string> = {
  accepted: 'The order goes there: it is the place that was reviewed',
  other: 'The gateway answers: it also delivers there, but the order goes elsewhere',
  outside: 'The gateway answers: it does not deliver there',
}

const placeSentence = (answer: string) => places[answer] ?? ''
const products = gateway('send the products', 'the products are [{output.answer.products}|none]', 'products')
const product = gateway('send the product', 'the product is {output.answer.name}', 'product')

/** Every effect and lookup, by the name with which machines invoke it. */
export const effectWords: Readonly<Record<string, EffectWords>> = {
  begin: gateway(
    'send settings and cart',
    'the settings, and the cart [with {output.lines}|with nothing in it]',
    'begin',
  ),
  logIn: gateway('log the shopper in', '{output.customer.firstName} is logged in', 'login'),
  logOut: by('The browser', 'clear the customer’s data', 'The browser has cleared the customer’s data'),
  forget: by('The browser', 'clear the shopper’s data', 'The browser has cleared the shopper’s data'),
  loadPage: by('The browser', 'load the page’s code', 'The browser has loaded the page’s code'),
  reveal: by('The browser', 'show the page', 'The browser shows the page'),

  readRow: gateway(
    'send the products of a row',
    'the row has [{output.answer}|no products]',
    'products',
    'productsById',
    'orders',
    'order',
  ),
  readSuggestions: gateway('send suggestions', 'the suggestions are [{output.products}|no products]', 'suggestions'),
  readCart: gateway('send the cart', 'the cart has [{output}|nothing in it]', 'cart'),
  addLine: gateway('add the line', 'the line is added, {output}', 'addLine'),
  changeLine: gateway('change the line', 'the line is changed, {output}', 'changeLine'),
  removeLine: gateway('remove the line', 'the line is removed', 'removeLine'),
  validateCoupon: gateway('accept the coupon', 'the coupon {output.couponCode} is valid', 'validateCoupon'),
  removeCoupon: gateway('remove the coupon', 'the coupon is removed', 'removeCoupon'),

  readMethods: gateway('send the delivery methods', 'the delivery methods are {output}', 'deliveryMethods'),
  readFee: gateway('send the delivery fee', 'delivery costs {output.deliveryFee$$}', 'deliveryFee'),
  readSlots: gateway('send the slots', 'the slots are [{output}|none]', 'slots'),
  placeOrder: gateway('place the order', 'the order {output.orderNumber} is placed', 'placeOrder'),
  findOrder: gateway('say whether the order was placed', found, 'findOrder'),
  discardOrder: gateway('discard the order’s key', givenUp, 'discardOrder'),
  requestLock: by('The browser', 'give this tab the checkout lock', claimed),
  takeLockOver: by('The browser', 'give this tab the checkout lock of another', claimed),
  watchLock: by('The browser', 'keep the checkout lock in this tab', 'Another tab has taken the checkout over'),

  readSetup: by('The page', 'configure the payment button', 'The payment button is configured'),
  createPayment: gateway(
    'begin the payment',
    'the payment {output.id} of {output.amount$$} {output.currency} is begun',
    'beginPayment',
  ),
  watchWindow: by(
    'The browser',
    'watch the provider’s window',
    'The provider’s window was closed, and the provider reported nothing',
  ),
  checkPlace: gateway('say whether it delivers there', placeSentence, 'deliveryFee'),
  authorizePayment: gateway('authorise the payment', paid, 'authorizePayment'),
  captureInBrowser: by('The provider', 'capture the payment', 'The provider answers: the payment is captured'),
  endPayment: gateway('end the reservations of the payment', 'the reservations are ended', 'endPayment'),

  register: gateway('register the shopper', '{output.customer.firstName} is a customer now', 'createAccount'),
  sendLink: gateway('mail a link', 'a link is mailed, if there is such a customer', 'forgotPassword'),
  findToken: gateway('check the link', 'the link is valid', 'checkResetLink'),
  resetPassword: gateway('set the new password', 'the new password is set', 'resetPassword'),
  saveProfile: gateway('save the details', 'the details are saved', 'updateCustomer'),
  changePassword: gateway('change the password', 'the password is changed', 'updatePassword'),
  createAddress: gateway('save a new address', 'the new address is saved', 'createAddress'),
  updateAddress: gateway('change the address', 'the address is changed', 'updateAddress'),
  selectAddress: gateway('make that address the default', 'the address is the default', 'updateAddress'),
  readOrders: gateway('send the orders', 'the orders are [{output}|none]', 'orders'),
  readOrder: gateway('send the order', 'the order is {output.order.orderNumber}', 'order', 'deliveryMethods'),

  readOwnOrder: gateway('send the order', 'the order is {output.order.orderNumber}', 'orderByLink', 'deliveryMethods'),
  cancelOrder: gateway('cancel the order', 'the order is cancelled', 'cancelOrder'),
  readPreview: gateway('send the amounts of the draft', 'the order would cost {output.total$$}', 'previewOrderChange'),
  reportProblem: gateway('take the report', 'it has the report', 'reportProblem'),
  watchPhotograph: by('The browser', 'keep the photograph', 'The photograph is no longer in the page'),
  changeOrder: gateway('change the order', 'the order is changed and costs {output.total$$}', 'changeOrder'),

  readProducts: products,
  readProduct: product,
  rereadProduct: product,
  readOffers: gateway('send the products', 'the products are [{output.product}|none]', 'productsById', 'product'),
  addLines: gateway('add the products', 'the products [{output.added} are added|are not added]', 'addLines', 'addLine'),
  readUsuals: gateway('send the usuals', 'the usuals are [{output.product}|none]', 'usuals', 'orders', 'order'),
  readFavourites: gateway('send the favourites', 'the favourites are [{output.productIds}|none]', 'favourites'),
  changeFavourites: gateway(
    'change the favourites',
    'the [saved products are {output}|product is removed]',
    'saveFavourites',
    'removeFavourite',
  ),
  readSavedProducts: gateway(
    'send the saved products',
    'the products are [{output.products}|none]',
    'productsById',
    'product',
  ),
  watchTabs: by('The browser', 'watch the other tabs', 'Another tab has changed the favourites'),
  readShoppingLists: gateway('send the shopping lists', 'the lists are [{output.lists}|none]', 'shoppingLists'),
  changeShoppingLists: gateway(
    'change the shopping lists',
    'the [lists {output} exist|change is saved]',
    'createLists',
    'renameList',
    'deleteList',
    'setListLine',
    'removeListLine',
  ),
  readListProducts: gateway(
    'send the products of the list',
    'the products are [{output.products}|none]',
    'productsById',
    'product',
  ),
  watchListTabs: by(
    'The browser',
    'watch the other tabs',
    'Another tab has changed the shopping lists, or the shopper returns to this one',
  ),
  shareList: gateway('make a link to the list', 'the link is made', 'shareList'),
  stopSharingList: gateway('end the link to the list', 'the link has ended', 'stopSharingList'),
  readSharedList: gateway('send the shared list', 'the list is [{output.name}|sent]', 'sharedList'),
  changeSharedList: gateway('change the shared list', 'the change is saved', 'setSharedLine'),
  watchReturn: by('The browser', 'watch the window', 'The shopper returns to the page'),
  readPlace: by('The browser', 'read the place from the device', 'the device has [{output.place.name}|no place]'),
  writePlace: by('The browser', 'write the place to the device', 'the place is written'),
  watchPlace: by('The browser', 'watch the other tabs', 'Another tab has changed the place'),
  readArea: gateway('send the delivery area', 'the delivery area is sent', 'suburbs'),
  readTerms: gateway('send the delivery terms', 'the delivery terms are sent', 'deliveryMethods'),
  readCategories: gateway('send the menu', 'the menu has [{output.answer}|nothing]', 'categoryMenu'),
  readTopBrands: gateway('send the top brands', 'the top brands are [{output.answer}|none]', 'topBrands'),
  readBrands: gateway('send the brands', 'the brands are [{output.answer}|none]', 'brands'),
  readBanners: gateway('send the banners', 'the banners are sent', 'banners'),
  readCountries: gateway('send the countries', 'the countries are [{output.answer}|none]', 'countries'),
  readRegions: gateway('send the regions', 'the regions are [{output.answer}|none]', 'regions'),
  readSuburbs: gateway('send the suburbs', 'the suburbs are [{output.answer}|none]', 'suburbs'),
  ask: gateway('answer the request', 'the request is answered'),
  askNotice: gateway('store that a mail is wanted', 'the request is stored', 'requestStockNotice'),
  subscribe: gateway('sign the email up', 'the email is signed up', 'subscribeNewsletter'),
}
