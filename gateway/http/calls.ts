import type { Login, PasswordChange, PasswordReset, ProfileChange, Registration, ResetLink } from '#contract/account'
import type { AddressChange, NewAddress } from '#contract/address-book'
import type { NewCartLines } from '#contract/bulk-add'
import type { NewCartLine } from '#contract/cart'
import type { NewsletterSignUp } from '#contract/customer'
import type { NewStockNotice } from '#contract/stock-notices'
import type { DeliveryFeeQuestion } from '#contract/delivery'
import type { NewFavourites } from '#contract/favourites'
import type { changeLineRoute } from '#contract/line-choice'
import { toDollars } from '#contract/money'
import type { NewOrder, OrdersQuestion } from '#contract/order'
import type { OrderChange } from '#contract/order-change'
import type { NewProblemReport } from '#contract/order-problem'
import type { OrderCancelling, OrderLink } from '#contract/own-order'
import type { NewPayment } from '#contract/payment'
import type { ProductCriteria } from '#contract/product'
import type { BodyOf } from '#contract/route'
import type { routes } from '#contract/routes'
import type { SharedLineChange, SharedListQuestion } from '#contract/shared-lists'
import type { ListLineChange, ListRenaming, NewShoppingLists } from '#contract/shopping-lists'
import { updateCustomer, logIn, registerCustomer } from '../accounts/accounts.ts'
import { addAddress, readAddressBook, changeAddress } from '../customers/address-book.ts'
import { discardOrder } from '../checkout/discard-order.ts'
import { withinCouponLimit } from '../checkout/order-limits.ts'
import { changeOwnOrder, previewOwnOrder } from '../checkout/change-own-order.ts'
import { cancelOwnOrder, readOwnOrder } from '../checkout/own-order.ts'
import { reportProblem } from '../checkout/report-problem.ts'
import { placeOrder, withComparableCoupon } from '../checkout/place-order.ts'
import { authorizePayment } from '../payments/authorize-payment.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { endPayment } from '../payments/end-payment.ts'
import {
  addLine,
  addLines,
  readCart,
  changeLine,
  findCustomerSession,
  removeLine,
  findSession,
} from '../carts/carts.ts'
import { validateCoupon } from '../carts/coupons.ts'
import { readRevisions } from '../customers/revisions.ts'
import { listFavourites, removeFavourite, saveFavourites } from '../customers/favourites.ts'
import {
  createShoppingLists,
  deleteShoppingList,
  listShoppingLists,
  removeListLine,
  renameShoppingList,
  setListLine,
} from '../customers/shopping-lists.ts'
import { readSharedList, setSharedLine, shareList, stopSharingList } from '../customers/shared-lists.ts'
import { normalizeEmail, readCustomer, toCustomerInfo } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { feeToSuburb, listDeliveryMethods, quoteDeliveryFee } from '../orders/delivery.ts'
import { parseId } from '../database/ids.ts'
import { subscribeToNewsletter } from '../mail/newsletter.ts'
import { deliverMailsLater } from '../mail/outbox.ts'
import { requestStockNotice } from '../mail/stock-notices.ts'
import { runOnce } from '../requests/idempotency.ts'
import { findOrder, readOrder, listOrders, type OrderAttempt } from '../orders/orders.ts'
import { listUsuals } from '../orders/usuals.ts'
import { changePassword, checkResetLink, requestPasswordReset, resetPassword } from '../accounts/passwords.ts'
import { createPageReader, isPageRequest } from '../catalogue/product-pages.ts'
import { countMissedSearch, missedTermOf } from '../catalogue/missed-searches.ts'
import { readProduct, listProducts, readProducts } from '../catalogue/products.ts'
import { seasonalIn } from '../catalogue/season.ts'
import { createSuggester } from '../catalogue/suggestions.ts'
import { Refused, unauthenticated } from '../requests/refusals.ts'
import {
  listBanners,
  listBrands,
  listCountries,
  readCategoryMenu,
  listRegions,
  listSuburbs,
  listTopBrands,
} from '../catalogue/category-menu.ts'
import { findStoreRegion } from '../customers/addresses.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import { endLogin, type AccountServices, type Bearer } from '../accounts/tokens.ts'
import { isLoopbackAddress, networkOf } from '../requests/addresses.ts'
import { dayAt } from '../shop/local-time.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { listOpeningHours, readRules } from '../shop/store-settings.ts'
import { listSlots } from '../slots/slots.ts'
import { countAttempt, hashSubject } from '../requests/rate-limits.ts'

export type AllServices = AccountServices & PaymentServices

/** The parsed request of a call. */
export interface CallRequest<Body> {
  params: Record<string, string>
  body: Body
  /** The IP address of the client. */
  ip: string
  /** The customer of a valid token; null for a guest. */
  bearer: Bearer | null
}

type Call<Body> = (question: CallRequest<Body>) => Promise<object>

/** One function for each route of the contract. It returns the answer without `statusCode`. */
export type Calls = { [Name in keyof typeof routes]: Call<BodyOf<(typeof routes)[Name]>> }

export const createCalls = (shop: AllServices): Calls => ({
  ...readingCalls(shop),
  ...cartCalls(shop),
  ...checkoutCalls(shop),
  ...accountCalls(shop),
  ...customerCalls(shop),
  ...sharedListCalls(shop),
})

const readingCalls = (
  { database, pictures, rules, runLater }: AllServices,
  seasonal = seasonalIn(rules.timeZone),
  readPage = createPageReader(database, pictures, seasonal),
  suggest = createSuggester(database, pictures),
) => ({
  categoryMenu: async () => ({ listData: await readCategoryMenu(database, pictures) }),
  topBrands: async () => ({ listData: await listTopBrands(database) }),
  brands: async () => ({ listData: await listBrands(database) }),
  banners: async () => ({ listData: await listBanners(database, pictures) }),
  countries: async () => ({ listData: await listCountries(database) }),
  regions: async ({ params }: CallRequest<null>) => ({
    listData: await listRegions(database, parseId(params.countryId)),
  }),
  suburbs: async ({ params }: CallRequest<null>) => {
    const current = await readRules(database, rules)
    return {
      listData: await listSuburbs(database, parseId(params.regionId), suburb => feeToSuburb(current, suburb)),
    }
  },
  products: async ({ body }: CallRequest<ProductCriteria>) => {
    const answer = isPageRequest(body)
      ? await readPage(body)
      : { listData: await listProducts(database, pictures, body, seasonal) }
    const term = answer.listData.length === 0 ? missedTermOf(body) : null
    if (term !== null)
      void runLater('Counting a search', () => countMissedSearch(database, dayAt(rules.timeZone, new Date()), term))
    return answer
  },
  suggestions: async ({ params }: CallRequest<null>) => ({ data: await suggest(params.q ?? '') }),
  product: async ({ params }: CallRequest<null>) => ({
    data: await readProduct(database, pictures, parseId(params.id)),
  }),
  productsById: async ({ params }: CallRequest<null>) => ({
    listData: await readProducts(database, pictures, params.ids!),
  }),
})

const cartCalls = ({ database, pictures, limits, rules }: AllServices) => ({
  addLine: ({ body, bearer }: CallRequest<NewCartLine>) => {
    const { requestId, mySessionId } = body
    const customerId = customerIdOf(bearer)
    const act = async (transaction: Database) => ({ data: await addLine(transaction, pictures, body, customerId) })
    if (requestId === undefined) return database.transaction(act)
    return runOnce(
      database,
      { call: 'POST /cart', requestId, requester: { sessionId: mySessionId, customerId }, body },
      act,
    )
  },
  addLines: ({ body, bearer }: CallRequest<NewCartLines>) => {
    const { requestId, mySessionId } = body
    const customerId = customerIdOf(bearer)
    const act = async (transaction: Database) => ({ data: await addLines(transaction, body, customerId) })
    if (requestId === undefined) return database.transaction(act)
    const requester = { sessionId: mySessionId, customerId }
    return runOnce(database, { call: 'POST /cart/lines', requestId, requester, body }, act)
  },
  cart: async ({ params, bearer }: CallRequest<null>) => {
    const sessionId = await findSession(database, params.sessionId!, customerIdOf(bearer))
    return { listData: await readCart(database, pictures, sessionId) }
  },
  changeLine: async ({ params, body, bearer }: CallRequest<BodyOf<typeof changeLineRoute>>) => ({
    data: await database.transaction(transaction =>
      changeLine(transaction, pictures, { ...body, id: params.id! }, customerIdOf(bearer)),
    ),
  }),
  removeLine: async ({ params, bearer }: CallRequest<null>) => ({
    data: await database.transaction(transaction => removeLine(transaction, params.id!, customerIdOf(bearer))),
  }),
  validateCoupon: async ({ params, ip }: CallRequest<null>) => {
    await countAttempt(database, { action: 'coupon check', subject: networkOf(ip), perMinute: limits.couponChecks })
    return { data: await validateCoupon(database, params.code!, rules.timeZone) }
  },
  removeCoupon: async () => ({}), // Orders name their coupon: a session stores none.
})

const customerIdOf = (bearer: Bearer | null): string | null => bearer?.customerId ?? null

const checkoutCalls = (shop: AllServices) => ({
  subscribeNewsletter: async ({ body, ip }: CallRequest<NewsletterSignUp>) => {
    await countFrom(shop, ip, 'newsletter', shop.limits.newsletter)
    await subscribeToNewsletter(shop, shop.database, body.email)
    return {}
  },
  requestStockNotice: async ({ body, bearer, ip }: CallRequest<NewStockNotice>) => {
    const { requestId, email } = body
    await countFrom(shop, ip, 'stock notice', shop.limits.stockNotices)
    const subject = normalizeEmail(email)
    await countAttempt(shop.database, { action: 'stock notice to', subject, perDay: shop.limits.stockNoticesToAddress })
    const customerId = customerIdOf(bearer)
    const mails: string[] = []
    const act = async (transaction: Database) => {
      mails.push(...(await requestStockNotice(shop, transaction, body, customerId)))
      return {}
    }
    const requester = { sessionId: null, customerId }
    const answer = await (requestId === undefined
      ? shop.database.transaction(act)
      : runOnce(shop.database, { call: 'POST /stock-notices', requestId, requester, body }, act))
    deliverMailsLater(shop, mails)
    return answer
  },
  openingHours: async () => ({ listData: await listOpeningHours(shop.database, shop.rules) }),
  deliveryMethods: async () => ({ listData: await listDeliveryMethods(shop.database) }),
  deliveryFee: async ({ body }: CallRequest<DeliveryFeeQuestion>) => ({
    data: await quoteDeliveryFee(shop.database, await readRules(shop.database, shop.rules), body),
  }),
  slots: async ({ params: { methodId = '', postCode = '' } }: CallRequest<null>) => ({
    slots: await listSlots(shop.database, await readRules(shop.database, shop.rules), { methodId, postCode }),
  }),
  placeOrder: ({ body, bearer, ip }: CallRequest<NewOrder>) =>
    placeOrder(shop, body, { ip, customerId: customerIdOf(bearer) }),
  findOrder: async ({ params, bearer }: CallRequest<null>) => ({
    data: await findOrder(shop.database, toAttempt(params, bearer)),
  }),
  discardOrder: async ({ params, bearer, ip }: CallRequest<null>) => {
    await countFrom(shop, ip, 'discarded order', shop.limits.discardedOrders)
    await discardOrder(shop, toAttempt(params, bearer))
    return {}
  },
  orderByLink: ({ body, bearer, ip }: CallRequest<OrderLink>) =>
    readOwnOrder(shop, body, { ip, customerId: customerIdOf(bearer) }),
  cancelOrder: ({ params, body, bearer, ip }: CallRequest<OrderCancelling>) =>
    cancelOwnOrder(shop, params.id!, body, { ip, customerId: customerIdOf(bearer) }),
  previewOrderChange: ({ params, body, bearer, ip }: CallRequest<OrderChange>) =>
    previewOwnOrder(shop, params.id!, body, { ip, customerId: customerIdOf(bearer) }),
  changeOrder: ({ params, body, bearer, ip }: CallRequest<OrderChange>) =>
    changeOwnOrder(shop, params.id!, body, { ip, customerId: customerIdOf(bearer) }),
  reportProblem: ({ params, body, bearer, ip }: CallRequest<NewProblemReport>) =>
    reportProblem(shop, params.id!, body, { ip, customerId: customerIdOf(bearer) }),
  beginPayment: async ({ body: typed, bearer, ip }: CallRequest<NewPayment>) => {
    const body = withComparableCoupon(typed)
    await countAttempt(shop.database, { action: 'payment', subject: networkOf(ip), perMinute: shop.limits.payments })
    const network = isLoopbackAddress(ip) ? null : hashSubject(networkOf(ip))
    const begin = () => beginPayment(shop, body, customerIdOf(bearer), network)
    return { data: await withinCouponLimit(shop, body.couponCode, ip, begin) }
  },
  authorizePayment: async ({ params, bearer }: CallRequest<object>) => ({
    data: await authorizePayment(shop, params.id!, customerIdOf(bearer)),
  }),
  endPayment: async ({ params, bearer }: CallRequest<null>) => {
    await endPayment(shop, params.id!, customerIdOf(bearer))
    return {}
  },
})

/** Counts a request of an IP address per minute; not from this machine. */
async function countFrom(
  { database }: AllServices,
  ip: string,
  action: 'newsletter' | 'discarded order' | 'stock notice',
  perMinute: number,
): Promise<void> {
  if (!isLoopbackAddress(ip)) await countAttempt(database, { action, subject: networkOf(ip), perMinute })
}

const toAttempt = ({ requestId, sessionId }: Record<string, string>, bearer: Bearer | null): OrderAttempt => ({
  requestId: requestId!,
  requester: { sessionId: sessionId || null, customerId: customerIdOf(bearer) },
})

const accountCalls = (shop: AllServices) => ({
  begin: async ({ params, bearer }: CallRequest<null>) => ({
    ...(bearer === null ? await beginAsGuest(shop, params.sessionId!) : await beginAsCustomer(shop, bearer)),
    ...toWireSettings(shop, await readRules(shop.database, shop.rules)),
    storeRegion: await findStoreRegion(shop.database, shop.rules),
  }),
  createAccount: ({ body, ip }: CallRequest<Registration>) => registerCustomer(shop, body, ip),
  login: ({ body, ip }: CallRequest<Login>) => logIn(shop, body, ip),
  logout: async ({ bearer }: CallRequest<object>) => {
    if (bearer !== null) await endLogin(shop.database, bearer.loginId)
    return {}
  },
  forgotPassword: async ({ body, ip }: CallRequest<{ email: string }>) => {
    await requestPasswordReset(shop, body.email, ip)
    return {}
  },
  checkResetLink: async ({ body }: CallRequest<ResetLink>) => {
    await checkResetLink(shop.database, body.resetToken)
    return {}
  },
  resetPassword: async ({ body }: CallRequest<PasswordReset>) => {
    await resetPassword(shop, body)
    return {}
  },
})

const beginAsGuest = async ({ database, pictures }: AllServices, named: string) => ({
  shoppingCart: await readCart(database, pictures, await findSession(database, named, null)),
  customerInfo: null,
  billingAddress: null,
  deliveryAddress: [],
})

/** Ignores the session in the path: a customer's visit begins with the customer's own cart. */
async function beginAsCustomer({ database, pictures }: AllServices, { customerId }: Bearer) {
  const { all, billing } = await readAddressBook(database, customerId)
  return {
    shoppingCart: await readCart(database, pictures, await findCustomerSession(database, customerId)),
    customerInfo: toCustomerInfo(await readCustomer(database, customerId)),
    billingAddress: billing,
    deliveryAddress: all,
  }
}

/** A call for customers only. `authenticate` has refused guests already; this checks again. */
const forCustomer =
  <Body>(act: (bearer: Bearer, question: CallRequest<Body>) => Promise<object>) =>
  async (question: CallRequest<Body>): Promise<object> => {
    if (question.bearer === null) throw unauthenticated()
    return act(question.bearer, question)
  }

const customerCalls = (shop: AllServices) => ({
  updatePassword: forCustomer<PasswordChange>((bearer, { body }) => changePassword(shop, bearer, body)),
  updateCustomer: forCustomer<ProfileChange>((bearer, { params, body }) =>
    updateCustomer(shop, bearer, params.customerId!, body),
  ),
  createAddress: forCustomer<NewAddress>(({ customerId }, { body }) => createAddress(shop, customerId, body)),
  updateAddress: forCustomer<AddressChange>(async ({ customerId }, { body }) => ({
    data: await changeAddress(shop, customerId, body),
  })),
  orders: forCustomer<OrdersQuestion>(async ({ customerId }, { body }) => ({
    listData: await listOrders(shop.database, customerId, body),
  })),
  order: forCustomer<null>(async ({ customerId }, { params }) => ({
    data: await readOrder(shop.database, customerId, params.id!),
  })),
  usuals: forCustomer<null>(async ({ customerId }) => ({
    listData: await listUsuals(shop.database, shop.pictures, customerId),
  })),
  revisions: forCustomer<null>(async ({ customerId }) => ({ data: await readRevisions(shop.database, customerId) })),
  favourites: forCustomer<null>(async ({ customerId }) => ({
    listData: await listFavourites(shop.database, customerId),
  })),
  saveFavourites: forCustomer<NewFavourites>(({ customerId }, { body }) => {
    const { requestId, productIds } = body
    const act = async (transaction: Database) => ({ data: await saveFavourites(transaction, customerId, productIds) })
    if (requestId === undefined) return shop.database.transaction(act)
    const requester = { sessionId: null, customerId }
    return runOnce(shop.database, { call: 'POST /favourites', requestId, requester, body }, act)
  }),
  removeFavourite: forCustomer<null>(async ({ customerId }, { params }) => {
    await removeFavourite(shop.database, customerId, parseId(params.productId))
    return {}
  }),
  shoppingLists: forCustomer<null>(async ({ customerId }) => ({
    listData: await listShoppingLists(shop.database, customerId),
  })),
  createLists: forCustomer<NewShoppingLists>(({ customerId }, { body }) => {
    const { requestId, lists } = body
    const act = async (transaction: Database) => ({ data: await createShoppingLists(transaction, customerId, lists) })
    if (requestId === undefined) return shop.database.transaction(act)
    const requester = { sessionId: null, customerId }
    return runOnce(shop.database, { call: 'POST /lists', requestId, requester, body }, act)
  }),
  renameList: forCustomer<ListRenaming>(async ({ customerId }, { params, body }) => {
    await shop.database.transaction(transaction =>
      renameShoppingList(transaction, customerId, parseId(params.listId), body.name),
    )
    return {}
  }),
  deleteList: forCustomer<null>(async ({ customerId }, { params }) => {
    await deleteShoppingList(shop.database, customerId, parseId(params.listId))
    return {}
  }),
  setListLine: forCustomer<ListLineChange>(async ({ customerId }, { params, body }) => {
    const line = { productId: parseId(params.productId), quantity: body.quantity }
    await shop.database.transaction(transaction => setListLine(transaction, customerId, parseId(params.listId), line))
    return {}
  }),
  removeListLine: forCustomer<null>(async ({ customerId }, { params }) => {
    await removeListLine(shop.database, customerId, parseId(params.listId), parseId(params.productId))
    return {}
  }),
})

const sharedListCalls = (shop: AllServices) => ({
  shareList: forCustomer<object>(async ({ customerId }, { params }) => ({
    data: await shop.database.transaction(transaction => shareList(transaction, customerId, parseId(params.listId))),
  })),
  stopSharingList: forCustomer<null>(async ({ customerId }, { params }) => {
    await shop.database.transaction(transaction => stopSharingList(transaction, customerId, parseId(params.listId)))
    return {}
  }),
  sharedList: async ({ body: { key }, ip }: CallRequest<SharedListQuestion>) => ({
    data: await withinKeyLimit(shop, ip, () => readSharedList(shop.database, key)),
  }),
  setSharedLine: async ({ params, body: { key, quantity }, ip }: CallRequest<SharedLineChange>) => {
    const line = { productId: parseId(params.productId), quantity }
    const change = () => shop.database.transaction(transaction => setSharedLine(transaction, key, line))
    return { data: await withinKeyLimit(shop, ip, change) }
  },
})

/** Counts a request whose key is wrong, per IP address. @throws Refused 429 if there were too many */
async function withinKeyLimit<Answer>(
  { database, limits }: AllServices,
  ip: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refused && error.statusCode === 410)
      await countAttempt(database, { action: 'list key', subject: networkOf(ip), perMinute: limits.listKeys })
    throw error
  }
}

async function createAddress(shop: AllServices, customerId: string, body: NewAddress): Promise<object> {
  const { requestId } = body
  const act = async (database: Database) => ({ data: await addAddress({ ...shop, database }, customerId, body) })
  if (requestId === undefined) return act(shop.database)
  const requester = { sessionId: null, customerId }
  return runOnce(shop.database, { call: 'POST /customer-address/create', requestId, requester, body }, act)
}

/** The settings in the wire format of /customer/init. */
const toWireSettings = ({ provider, mailStatus }: AllServices, rules: StoreRules) => ({
  mailsSent: mailStatus.hasServer,
  limitAreaShipping: rules.limitAreaShipping ? 'T' : 'F',
  receivedOnlinePayment: rules.receivedOnlinePayment && provider !== null ? 'T' : 'F',
  calculateDeliveyFee: rules.calculateDeliveryFee ? 'T' : 'F',
  deliveryFee: toDollars(rules.standardDeliveryFee).toFixed(2),
  minimumOrderLimit: toDollars(rules.minimumOrderLimit).toFixed(2),
})
