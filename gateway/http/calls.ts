import type { Login, PasswordChange, PasswordReset, Registration } from '#contract/account'
import type { AddressChange, NewAddress } from '#contract/address'
import type { NewCartLine } from '#contract/cart'
import type { ContactPerson, NewsletterSignUp } from '#contract/customer'
import type { DeliveryFeeQuestion } from '#contract/delivery'
import { toDollars } from '#contract/money'
import type { NewOrder, Order, OrdersQuestion } from '#contract/order'
import type { NewPayment } from '#contract/payment'
import type { ProductCriteria } from '#contract/product'
import type { BodyOf } from '#contract/route'
import type { routes } from '#contract/routes'
import { changeCustomer, logIn, register } from '../accounts/accounts.ts'
import { addAddress, addressBookOf, changeAddress } from '../customers/address-book.ts'
import { authorizePayment } from '../payments/authorize-payment.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { addLine, cartOf, changeLine, ownSession, removeLine, sessionOf } from '../carts/carts.ts'
import { validCoupon } from '../carts/coupons.ts'
import { customerOf, infoOf } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { allDeliveryMethods, quotedFee } from '../orders/delivery.ts'
import { idIn } from '../database/ids.ts'
import { subscribe } from '../mail/newsletter.ts'
import { once } from '../requests/idempotency.ts'
import { orderOf, ordersOf, placeOrder } from '../orders/orders.ts'
import { placePaidOrder } from '../payments/paid-orders.ts'
import { changePassword, forgetPassword, resetPassword } from '../accounts/passwords.ts'
import { attendSession } from '../payments/payments.ts'
import { productDetail, productsFor } from '../catalogue/products.ts'
import { unknownCustomer } from '../requests/refusals.ts'
import { mailReceipts } from '../orders/receipts.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import {
  allBanners,
  allBrands,
  allCountries,
  categoryMenu,
  regionsOf,
  suburbsOf,
  topBrands,
} from '../catalogue/category-menu.ts'
import type { PaymentShop } from '../payments/payment-provider.ts'
import { endLogin, type AccountShop, type Bearer } from '../accounts/tokens.ts'
import { countTry, networkOf } from '../requests/rate-limits.ts'

/** What the calls work with. */
export type GatewayShop = AccountShop & PaymentShop

/** What a call is asked with. */
export interface Question<Body> {
  params: Record<string, string>
  body: Body
  /** The address that the request came from. */
  ip: string
  /** Who asks, by a good token; null for a visitor. */
  bearer: Bearer | null
}

type Call<Body> = (question: Question<Body>) => Promise<object>

/** One function for each route of the contract; what it gives back is the answer without its `statusCode`. */
export type Calls = { [Name in keyof typeof routes]: Call<BodyOf<(typeof routes)[Name]>> }

/** The calls of this gateway. */
export const callsOf = (shop: GatewayShop): Calls => ({
  ...readingCalls(shop),
  ...cartCalls(shop),
  ...checkoutCalls(shop),
  ...accountCalls(shop),
  ...customerCalls(shop),
})

const readingCalls = ({ database, pictures }: GatewayShop) => ({
  categoryMenu: async () => ({ listData: await categoryMenu(database, pictures) }),
  topBrands: async () => ({ listData: await topBrands(database) }),
  brands: async () => ({ listData: await allBrands(database) }),
  banners: async () => ({ listData: await allBanners(database, pictures) }),
  countries: async () => ({ listData: await allCountries(database) }),
  regions: async ({ params }: Question<null>) => ({ listData: await regionsOf(database, idIn(params.countryId)) }),
  suburbs: async ({ params }: Question<null>) => ({ listData: await suburbsOf(database, idIn(params.regionId)) }),
  products: async ({ body }: Question<ProductCriteria>) => ({ listData: await productsFor(database, pictures, body) }),
  product: async ({ params }: Question<null>) => ({ data: await productDetail(database, pictures, idIn(params.id)) }),
})

const cartCalls = ({ database, pictures, limits }: GatewayShop) => ({
  addLine: ({ body, bearer }: Question<NewCartLine>) => {
    const { requestId, mySessionId } = body
    const customerId = idOf(bearer)
    const act = async (transaction: Database) => ({ data: await addLine(transaction, pictures, body, customerId) })
    if (requestId === undefined) return database.transaction(act)
    return once(database, { call: 'POST /cart', requestId, asker: { sessionId: mySessionId, customerId }, body }, act)
  },
  cart: async ({ params, bearer }: Question<null>) => {
    const sessionId = await sessionOf(database, params.sessionId!, idOf(bearer))
    return { listData: await cartOf(database, pictures, sessionId) }
  },
  changeLine: async ({ params, body, bearer }: Question<{ quantity: number }>) => ({
    data: await database.transaction(transaction =>
      changeLine(transaction, pictures, params.id!, body.quantity, idOf(bearer)),
    ),
  }),
  removeLine: async ({ params, bearer }: Question<null>) => ({
    data: await database.transaction(transaction => removeLine(transaction, params.id!, idOf(bearer))),
  }),
  validateCoupon: async ({ params, ip }: Question<null>) => {
    await countTry(database, { what: 'coupon check', who: networkOf(ip), most: limits.couponChecks })
    return { data: await validCoupon(database, params.code!) }
  },
  removeCoupon: async () => ({}), // an order names its coupon, so a session has none that could be removed
})

const idOf = (bearer: Bearer | null): string | null => bearer?.customerId ?? null

const checkoutCalls = (shop: GatewayShop) => ({
  subscribeNewsletter: async ({ body }: Question<NewsletterSignUp>) => {
    await subscribe(shop.database, body.email)
    return {}
  },
  deliveryMethods: async () => ({ listData: await allDeliveryMethods(shop.database) }),
  deliveryFee: async ({ body }: Question<DeliveryFeeQuestion>) => ({
    data: await quotedFee(shop.database, shop.rules, body),
  }),
  placeOrder: async ({ body, bearer }: Question<NewOrder>) => {
    const place = body.payment.method === 'online' ? placePaidOrder : placedOnDelivery
    const answer = (await place(shop, body, idOf(bearer))) as { data: Order | null }
    const { data } = answer
    if (data !== null) void shop.later('The mail of an order', () => mailReceipts(shop, data.orderId))
    return answer
  },
  beginPayment: async ({ body, bearer, ip }: Question<NewPayment>) => {
    await countTry(shop.database, { what: 'payment', who: networkOf(ip), most: shop.limits.payments })
    return { data: await beginPayment(shop, body, idOf(bearer)) }
  },
  authorizePayment: async ({ params, bearer }: Question<object>) => ({
    data: await authorizePayment(shop, params.id!, idOf(bearer)),
  }),
})

async function placedOnDelivery(shop: GatewayShop, body: NewOrder, customerId: string | null): Promise<object> {
  const { requestId, sessionId } = body
  const { database, rules, pictures } = shop
  const wish = { call: 'POST /order' as const, requestId, asker: { sessionId, customerId }, body }
  const answer = await once(database, wish, async transaction => ({
    data: await placeOrder({ database: transaction, rules, pictures, customerId }, body),
  }))
  attendSession(shop, sessionId)
  return answer
}

const accountCalls = (shop: GatewayShop) => ({
  begin: async ({ params, bearer }: Question<null>) => ({
    ...(bearer === null ? await visitorsOwn(shop, params.sessionId!) : await customersOwn(shop, bearer)),
    ...onTheWire(shop.rules),
  }),
  createAccount: ({ body, ip }: Question<Registration>) => register(shop, body, ip),
  login: ({ body, ip }: Question<Login>) => logIn(shop, body, ip),
  logout: async ({ bearer }: Question<object>) => {
    if (bearer !== null) await endLogin(shop.database, bearer.loginId)
    return {}
  },
  forgotPassword: async ({ body, ip }: Question<{ email: string }>) => {
    await forgetPassword(shop, body.email, ip)
    return {}
  },
  resetPassword: async ({ body }: Question<PasswordReset>) => {
    await resetPassword(shop, body)
    return {}
  },
})

const visitorsOwn = async ({ database, pictures }: GatewayShop, named: string) => ({
  shoppingCart: await cartOf(database, pictures, await sessionOf(database, named, null)),
  customerInfo: null,
  billingAddress: null,
  deliveryAddress: [],
})

/** Whatever session was named: a visit of a customer begins with the customer's cart. */
async function customersOwn({ database, pictures }: GatewayShop, { customerId }: Bearer) {
  const { all, billing } = await addressBookOf(database, customerId)
  return {
    shoppingCart: await cartOf(database, pictures, await ownSession(database, customerId)),
    customerInfo: infoOf(await customerOf(database, customerId)),
    billingAddress: billing,
    deliveryAddress: all,
  }
}

/** A call of customers; whoever is none has been told so before, and here once more. */
const own =
  <Body>(act: (bearer: Bearer, question: Question<Body>) => Promise<object>) =>
  async (question: Question<Body>): Promise<object> => {
    if (question.bearer === null) throw unknownCustomer()
    return act(question.bearer, question)
  }

const customerCalls = (shop: GatewayShop) => ({
  updatePassword: own<PasswordChange>((bearer, { body }) => changePassword(shop, bearer, body)),
  updateCustomer: own<ContactPerson>((bearer, { params, body }) =>
    changeCustomer(shop, bearer, params.customerId!, body),
  ),
  createAddress: own<NewAddress>(async ({ customerId }, { body }) => ({
    data: await addAddress(shop, customerId, body),
  })),
  updateAddress: own<AddressChange>(async ({ customerId }, { body }) => ({
    data: await changeAddress(shop, customerId, body),
  })),
  orders: own<OrdersQuestion>(async ({ customerId }, { body }) => ({
    listData: await ordersOf(shop.database, customerId, body),
  })),
  order: own<null>(async ({ customerId }, { params }) => ({
    data: await orderOf(shop.database, customerId, params.id!),
  })),
})

/** The settings as /customer/init has them. */
const onTheWire = (rules: StoreRules) => ({
  limitAreaShipping: rules.limitAreaShipping ? 'T' : 'F',
  receivedOnlinePayment: rules.receivedOnlinePayment ? 'T' : 'F',
  calculateDeliveyFee: rules.calculateDeliveryFee ? 'T' : 'F',
  deliveryFee: toDollars(rules.standardDeliveryFee).toFixed(2),
  minimumOrderLimit: toDollars(rules.minimumOrderLimit).toFixed(2),
})
