import type { routes } from '#contract/routes'

/** What the document says of a call, besides what follows from its route and its shapes. */
export interface Operation {
  tag: Tag
  summary: string
  /** The component of its body; omit for a body without fields. */
  body?: string
  /** Descriptions of the parameters in its path and query. */
  parameters?: Readonly<Record<string, string>>
  /** `statusCode`s of refusals that the shopper can correct: HTTP 200. */
  softRefusals?: readonly number[]
  /** Statuses of other refusals, besides those that follow from the route. */
  refusals?: readonly (keyof typeof statuses)[]
}

/** The subjects of the calls. */
export const tags = {
  Catalogue: 'Categories, brands, banners and products.',
  Places: 'Countries, regions and suburbs of address forms.',
  Favourites: 'The products that a customer has saved.',
  'Shopping lists': 'Named lists of products of a customer, with quantities.',
  Cart: 'The cart of a session. It is created with its first line.',
  Coupons: 'Discounts. An order names its coupon; a session stores none.',
  Session: 'The settings of the store, and the cart and account of a visit.',
  Newsletter: 'Sign-ups, which are confirmed by mail.',
  Accounts: 'Registration, login and the details of customers.',
  Addresses: 'The address book of a customer.',
  Delivery: 'Delivery methods and fees.',
  Orders: 'Orders, placed once by their idempotency key.',
  Payments: 'Payments of orders at the payment provider.',
} as const
type Tag = keyof typeof tags

/** The statuses of refusals, in the words of the document. */
export const statuses = {
  400: 'The request does not match the contract.',
  401: 'The token is missing, invalid or expired.',
  403: 'The account is of another customer.',
  404: 'There is no such thing.',
  409: 'The state changed, or the idempotency key was used for another request.',
  413: 'The body is larger than 100 kB; that of a report with a photograph, than 10.8 MB.',
  415: 'The body is not JSON in UTF-8, or is compressed.',
  429: 'A rate limit is reached.',
  500: 'The gateway failed.',
  502: 'The payment provider did not answer. The outcome is unknown: repeat the request with the same key.',
  503: 'The gateway or its database is busy. The outcome of a write is unknown: repeat it with the same key.',
} as const

const sessionId = 'The session of the cart.'
const line = { id: 'The id of the cart line.' }
const list = { listId: 'The id of the list.' }
const payment = { id: 'The payment provider’s id of the order.' }
const attempt = {
  requestId: 'The idempotency key of the order.',
  sessionId: 'The session that a guest ordered from. Empty or absent for a customer.',
}

/** Every call. A route without an entry does not compile. */
export const operations: Readonly<Record<keyof typeof routes, Operation>> = {
  categoryMenu: { tag: 'Catalogue', summary: 'Lists the categories with their sub-categories' },
  topBrands: { tag: 'Catalogue', summary: 'Lists the ten most popular brands' },
  brands: { tag: 'Catalogue', summary: 'Lists all brands' },
  banners: { tag: 'Catalogue', summary: 'Lists the banners of the home page' },
  products: {
    tag: 'Catalogue',
    summary: 'Lists the products of a category, a brand or a search, or a page of them',
    body: 'ProductCriteria',
  },
  product: {
    tag: 'Catalogue',
    summary: 'Reads a product',
    parameters: { id: 'The id of the product.' },
    refusals: [404],
  },
  suggestions: {
    tag: 'Catalogue',
    summary: 'Suggests products, aisles and brands for a search that is being typed',
    parameters: { q: 'The text so far. Of a longer one the first 100 characters count.' },
  },
  productsById: {
    tag: 'Catalogue',
    summary: 'Lists the products with the given ids, in their order',
    parameters: { ids: 'At most 50 ids, separated by commas. Unknown ones are left out.' },
    refusals: [400],
  },
  countries: { tag: 'Places', summary: 'Lists the countries' },
  regions: {
    tag: 'Places',
    summary: 'Lists the regions of a country',
    parameters: { countryId: 'The id of the country. An unknown one has no regions.' },
  },
  suburbs: {
    tag: 'Places',
    summary: 'Lists the suburbs of a region',
    parameters: { regionId: 'The id of the region. An unknown one has no suburbs.' },
  },
  revisions: {
    tag: 'Accounts',
    summary: 'Says whether the cart, the favourites or the lists of a customer have changed, in a few bytes',
  },
  favourites: { tag: 'Favourites', summary: 'Lists the saved products of a customer, the newest first' },
  saveFavourites: {
    tag: 'Favourites',
    summary: 'Saves products, as many as the limit of 500 allows',
    body: 'NewFavourites',
    softRefusals: [409],
    refusals: [404, 409],
  },
  removeFavourite: {
    tag: 'Favourites',
    summary: 'Removes a saved product; one that is not saved counts as removed',
    parameters: { productId: 'The id of the product.' },
  },
  shoppingLists: {
    tag: 'Shopping lists',
    summary: 'Lists the shopping lists of a customer with their lines, the oldest first',
  },
  createLists: {
    tag: 'Shopping lists',
    summary: 'Creates lists, all or none, up to 20. One whose name exists gets the products that it does not have',
    body: 'NewShoppingLists',
    softRefusals: [409, 422],
    refusals: [409],
  },
  renameList: {
    tag: 'Shopping lists',
    summary: 'Renames a list',
    body: 'ListRenaming',
    parameters: list,
    softRefusals: [409, 422],
    refusals: [404],
  },
  deleteList: {
    tag: 'Shopping lists',
    summary: 'Deletes a list; one that does not exist counts as deleted',
    parameters: list,
  },
  setListLine: {
    tag: 'Shopping lists',
    summary: 'Puts a product on a list, or sets its quantity; a list has at most 100 products',
    body: 'ListLineChange',
    parameters: { ...list, productId: 'The id of the product.' },
    softRefusals: [409],
    refusals: [404],
  },
  removeListLine: {
    tag: 'Shopping lists',
    summary: 'Removes a product from a list; one that is not on it counts as removed',
    parameters: { ...list, productId: 'The id of the product.' },
  },
  shareList: {
    tag: 'Shopping lists',
    summary: 'Makes a link with which a list is read and changed without an account; a link that it had before ends',
    parameters: list,
    refusals: [404],
  },
  stopSharingList: {
    tag: 'Shopping lists',
    summary: 'Ends the link to a list',
    parameters: list,
    refusals: [404],
  },
  sharedList: {
    tag: 'Shopping lists',
    summary: 'Reads the list to which a link leads',
    body: 'SharedListQuestion',
    softRefusals: [410],
  },
  setSharedLine: {
    tag: 'Shopping lists',
    summary: 'Puts a product on a shared list, or sets its quantity; 0 removes it',
    body: 'SharedLineChange',
    parameters: { productId: 'The id of the product.' },
    softRefusals: [409, 410],
    refusals: [404],
  },
  addLine: {
    tag: 'Cart',
    summary: 'Adds a product to the cart',
    body: 'NewCartLine',
    softRefusals: [409],
    refusals: [404, 409],
  },
  addLines: {
    tag: 'Cart',
    summary: 'Adds several products to the cart; those that are refused do not prevent the others',
    body: 'NewCartLines',
    refusals: [409],
  },
  cart: { tag: 'Cart', summary: 'Lists the lines of a cart', parameters: { id: sessionId } },
  changeLine: {
    tag: 'Cart',
    summary: 'Sets the quantity of a cart line',
    body: 'CartLineChange',
    parameters: line,
    softRefusals: [409],
    refusals: [404],
  },
  removeLine: { tag: 'Cart', summary: 'Removes a cart line', parameters: line, refusals: [404] },
  validateCoupon: {
    tag: 'Coupons',
    summary: 'Checks a coupon',
    parameters: { code: 'The code, as it was typed.' },
    softRefusals: [404],
  },
  removeCoupon: { tag: 'Coupons', summary: 'Removes the coupon of a session', parameters: { sessionId } },
  begin: {
    tag: 'Session',
    summary: 'Reads the settings of the store, and the cart and account of the visit',
    parameters: { sessionId: 'The session of the cart; the word `null` for none. Ignored with a token.' },
  },
  subscribeNewsletter: { tag: 'Newsletter', summary: 'Signs up to the newsletter', body: 'NewsletterSignUp' },
  requestStockNotice: {
    tag: 'Catalogue',
    summary:
      'Asks for a mail when a product is in stock again. The address of the customer’s own account counts at once, any other one is confirmed by mail',
    body: 'NewStockNotice',
    softRefusals: [409],
    refusals: [404, 409],
  },
  createAccount: { tag: 'Accounts', summary: 'Registers a customer', body: 'Registration', softRefusals: [409, 422] },
  login: { tag: 'Accounts', summary: 'Logs a customer in', body: 'Login', softRefusals: [401] },
  logout: { tag: 'Accounts', summary: 'Logs a customer out' },
  updatePassword: {
    tag: 'Accounts',
    summary: 'Changes the password of a customer',
    body: 'PasswordChange',
    softRefusals: [403, 422],
  },
  updateCustomer: {
    tag: 'Accounts',
    summary: 'Changes the details of a customer',
    body: 'ProfileChange',
    parameters: { customerId: 'The id of the customer.' },
    softRefusals: [403, 409, 422],
    refusals: [403],
  },
  forgotPassword: { tag: 'Accounts', summary: 'Mails a link to reset the password', body: 'ResetRequest' },
  checkResetLink: {
    tag: 'Accounts',
    summary: 'Checks the token of a mailed link, without using it',
    body: 'ResetLink',
    softRefusals: [410],
  },
  resetPassword: {
    tag: 'Accounts',
    summary: 'Sets a new password with the token of a mailed link',
    body: 'PasswordReset',
    softRefusals: [410, 422],
  },
  createAddress: {
    tag: 'Addresses',
    summary: 'Adds an address to the address book',
    body: 'NewAddress',
    softRefusals: [409, 422],
    refusals: [409],
  },
  updateAddress: {
    tag: 'Addresses',
    summary: 'Changes an address',
    body: 'AddressChange',
    softRefusals: [422],
    refusals: [404],
  },
  deliveryMethods: { tag: 'Delivery', summary: 'Lists the delivery methods' },
  openingHours: { tag: 'Delivery', summary: 'Lists the days on which the store is open, with their hours' },
  slots: {
    tag: 'Delivery',
    summary: 'Lists the slots in which an order can be delivered or collected, and those that are full',
    parameters: {
      methodId: 'The id of the delivery method. Empty or absent for all of them.',
      postCode:
        'Where it is delivered to: outside the delivery area only methods without an address have slots. Empty or absent for anywhere.',
    },
  },
  deliveryFee: {
    tag: 'Delivery',
    summary: 'Calculates the fee of a delivery to an address',
    body: 'DeliveryFeeQuestion',
    softRefusals: [422],
  },
  placeOrder: {
    tag: 'Orders',
    summary: 'Places an order',
    body: 'NewOrder',
    softRefusals: [402, 409, 410, 412, 422],
    refusals: [409, 502],
  },
  orders: { tag: 'Orders', summary: 'Lists the orders of a customer', body: 'OrdersQuestion' },
  order: {
    tag: 'Orders',
    summary: 'Reads an order of a customer',
    parameters: { id: 'The id of the order.' },
    refusals: [404],
  },
  usuals: {
    tag: 'Orders',
    summary: 'Lists the products that a customer orders most often, each with the quantity of their last order of it',
  },
  findOrder: {
    tag: 'Orders',
    summary: 'Reads the order that was placed with an idempotency key',
    parameters: attempt,
    refusals: [404],
  },
  discardOrder: {
    tag: 'Orders',
    summary: 'Discards an idempotency key, so that no order can be placed with it',
    parameters: attempt,
    refusals: [404, 409],
  },
  orderByLink: {
    tag: 'Orders',
    summary:
      'Reads an order with the key of its mailed link, or as its customer. Whatever is wrong with a key, the answer is the same',
    body: 'OrderLink',
    refusals: [404],
  },
  cancelOrder: {
    tag: 'Orders',
    summary:
      'Cancels an order until its cut-off and before its packing begins; one that is cancelled already is answered alike',
    body: 'OrderCancelling',
    parameters: { id: 'The id of the order.' },
    softRefusals: [409],
    refusals: [404, 409],
  },
  previewOrderChange: {
    tag: 'Orders',
    summary: 'Answers with an order as a change would make it; nothing is changed or reserved',
    body: 'OrderChange',
    parameters: { id: 'The id of the order.' },
    softRefusals: [409, 422],
    refusals: [404],
  },
  changeOrder: {
    tag: 'Orders',
    summary:
      'Changes lines, slot, address and choices of an order until its cut-off and before its packing begins, if it comes to the total that was shown',
    body: 'OrderChange',
    parameters: { id: 'The id of the order.' },
    softRefusals: [409, 422],
    refusals: [404, 409],
  },
  reportProblem: {
    tag: 'Orders',
    summary:
      'Reports a problem with an order that is on its way, ready for pick-up or completed, with a photograph that only staff see',
    body: 'NewProblemReport',
    parameters: { id: 'The id of the order.' },
    softRefusals: [409, 422],
    refusals: [404, 409],
  },
  beginPayment: {
    tag: 'Payments',
    summary: 'Begins the payment of an order, and reserves its goods',
    body: 'NewPayment',
    softRefusals: [409, 410, 422],
    refusals: [409, 502],
  },
  authorizePayment: {
    tag: 'Payments',
    summary: 'Authorizes a payment that the shopper has approved',
    parameters: payment,
    softRefusals: [402, 409, 410, 412, 422],
    refusals: [404, 502],
  },
  endPayment: {
    tag: 'Payments',
    summary: 'Ends a payment whose window was closed, and its reservations',
    parameters: payment,
    refusals: [404, 409],
  },
}
