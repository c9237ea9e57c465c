import type { NewCartLine } from '#contract/cart'
import type { NewsletterSignUp } from '#contract/customer'
import type { DeliveryFeeQuestion } from '#contract/delivery'
import { toDollars } from '#contract/money'
import type { NewOrder } from '#contract/order'
import type { ProductCriteria } from '#contract/product'
import type { BodyOf } from '#contract/route'
import type { routes } from '#contract/routes'
import { addLine, cartOf, changeLine, removeLine } from './carts.ts'
import { validCoupon } from './coupons.ts'
import type { Database } from './database.ts'
import { allDeliveryMethods, deliveryMethodOf, feeFor } from './delivery.ts'
import { idIn } from './ids.ts'
import { subscribe } from './newsletter.ts'
import { once } from './once.ts'
import { placeOrder } from './orders.ts'
import type { PictureNames } from './pictures.ts'
import { productDetail, productsFor } from './products.ts'
import type { StoreRules } from './settings.ts'
import { allBanners, allBrands, allCountries, categoryMenu, regionsOf, suburbsOf, topBrands } from './shelves.ts'

/** What a call is asked with. */
export interface Question<Body> {
  params: Record<string, string>
  body: Body
}

type Call<Body> = (question: Question<Body>) => Promise<object>

/** One function for each route of the contract; what it gives back is the answer without its `statusCode`. */
export type Calls = { [Name in keyof typeof routes]: Call<BodyOf<(typeof routes)[Name]>> }

/** What the calls work on. */
export interface Shop {
  database: Database
  rules: StoreRules
  pictures: PictureNames
}

/** The calls of this gateway. Those of customers and of the payment provider join here, each from a file of its own. */
export const callsOf = (shop: Shop): Calls => ({ ...readingCalls(shop), ...cartCalls(shop), ...checkoutCalls(shop) })

const readingCalls = ({ database, pictures }: Shop) => ({
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

const cartCalls = ({ database, pictures }: Shop) => ({
  addLine: ({ body }: Question<NewCartLine>) => {
    const { requestId, mySessionId } = body
    const act = async (transaction: Database) => ({ data: await addLine(transaction, pictures, body) })
    if (requestId === undefined) return database.transaction(act)
    return once(database, { call: 'POST /cart', requestId, owner: mySessionId ?? '', body }, act)
  },
  cart: async ({ params }: Question<null>) => ({ listData: await cartOf(database, pictures, params.sessionId!) }),
  changeLine: async ({ params, body }: Question<{ quantity: number }>) => ({
    data: await database.transaction(transaction => changeLine(transaction, pictures, params.id!, body.quantity)),
  }),
  removeLine: async ({ params }: Question<null>) => ({
    data: await database.transaction(transaction => removeLine(transaction, params.id!)),
  }),
  validateCoupon: async ({ params }: Question<null>) => ({ data: await validCoupon(database, params.code!) }),
  removeCoupon: async () => ({}), // an order names its coupon, so a session has none that could be removed
})

const checkoutCalls = ({ database, rules, pictures }: Shop) => ({
  begin: async ({ params }: Question<null>) => ({
    shoppingCart: await cartOf(database, pictures, params.sessionId!),
    customerInfo: null,
    billingAddress: null,
    deliveryAddress: [],
    ...onTheWire(rules),
  }),
  subscribeNewsletter: async ({ body }: Question<NewsletterSignUp>) => {
    await subscribe(database, body.email)
    return {}
  },
  deliveryMethods: async () => ({ listData: await allDeliveryMethods(database) }),
  deliveryFee: async ({ body }: Question<DeliveryFeeQuestion>) => {
    const method = await deliveryMethodOf(database, body.deliveryMethod)
    return { data: { deliveryFee: toDollars(await feeFor(database, rules, method, body)) } }
  },
  placeOrder: ({ body }: Question<NewOrder>) => {
    const { requestId, sessionId } = body
    return once(database, { call: 'POST /order', requestId, owner: sessionId, body }, async transaction => ({
      data: await placeOrder({ database: transaction, rules, pictures }, body),
    }))
  },
})

/** The settings as /customer/init has them. */
const onTheWire = (rules: StoreRules) => ({
  limitAreaShipping: rules.limitAreaShipping ? 'T' : 'F',
  receivedOnlinePayment: rules.receivedOnlinePayment ? 'T' : 'F',
  calculateDeliveyFee: rules.calculateDeliveryFee ? 'T' : 'F',
  deliveryFee: toDollars(rules.standardDeliveryFee).toFixed(2),
  minimumOrderLimit: toDollars(rules.minimumOrderLimit).toFixed(2),
})
