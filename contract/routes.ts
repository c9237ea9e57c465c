import { array, nullable, optional, string, type, type Struct } from 'superstruct'
import { country, region, suburb } from './address.ts'
import { cartLine, cartLineChange, newCartLine, removedLine } from './cart.ts'
import { coupon } from './coupon.ts'
import { newsletterSignUp } from './customer.ts'
import { deliveryFee, deliveryFeeQuestion, deliveryMethod } from './delivery.ts'
import { numeric } from './money.ts'
import { newOrder, order } from './order.ts'
import { banner, brand, category, product, productCriteria, productDetail } from './product.ts'
import { beginning } from './settings.ts'
import type { waits } from './waits.ts'

/** One call of the contract: how it is asked, what is sent along, and how a successful answer reads. */
export interface Route<Body = unknown, Answer = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the base address; `{names}` are filled in by the caller. */
  path: string
  /** Null where nothing is sent. */
  body: Struct<Body, unknown> | null
  /** The answer of a success. */
  answer: Struct<Answer, unknown>
  wait: keyof typeof waits
  /** `statusCode`s that count as success (section 9). */
  success: readonly number[]
}

const ok = [200, 201] as const

/** What every answer has, whether it is a success or a refusal. */
export const envelope = type({ statusCode: numeric, message: optional(nullable(string())) })

const listOf = <T>(of: Struct<T, unknown>) =>
  type({ listData: array(of) }) as unknown as Struct<{ listData: T[] }, unknown>
const one = <T>(of: Struct<T, unknown>) => type({ data: of }) as unknown as Struct<{ data: T }, unknown>
const nothing = type({}) as unknown as Struct<object, unknown>

const read = <A>(path: string, answer: Struct<A, unknown>, wait: Route['wait'] = 'read'): Route<null, A> => ({
  method: 'GET',
  path,
  body: null,
  answer,
  wait,
  success: ok,
})
const write = <B, A>(
  method: 'POST' | 'PUT',
  path: string,
  body: Struct<B, unknown>,
  answer: Struct<A, unknown>,
  wait: Route['wait'] = 'write',
): Route<B, A> => ({ method, path, body, answer, wait, success: ok })
const remove = <A>(path: string, answer: Struct<A, unknown>): Route<null, A> => ({
  ...read(path, answer, 'write'),
  method: 'DELETE',
})

/** Every call that the shop makes and the reference gateway serves. */
export const routes = {
  categoryMenu: read('/category-menu', listOf(category), 'lookup'),
  topBrands: read('/brand/all/top10', listOf(brand), 'lookup'),
  brands: read('/brand', listOf(brand), 'lookup'),
  banners: read('/banner', listOf(banner), 'lookup'),
  countries: read('/country', listOf(country), 'lookup'),
  regions: read('/region/{countryId}/1', listOf(region), 'lookup'),
  suburbs: read('/suburb/{regionId}/1', listOf(suburb), 'lookup'),
  products: write('POST', '/product/criteria', productCriteria, listOf(product), 'lookup'),
  product: read('/product/{id}', one(productDetail), 'lookup'),
  addLine: write('POST', '/cart', newCartLine, one(cartLine)),
  cart: read('/cart/{sessionId}', listOf(cartLine)),
  changeLine: write('PUT', '/cart/{id}', cartLineChange, one(cartLine)),
  removeLine: remove('/cart/{id}', one(removedLine)),
  validateCoupon: read('/coupon/validate/{code}', one(coupon)),
  removeCoupon: remove('/coupon/{sessionId}', nothing),
  begin: read('/customer/init/{sessionId}', beginning),
  subscribeNewsletter: write('POST', '/customer/subscribeNewsletter', newsletterSignUp, nothing),
  deliveryMethods: read('/delivery-method', listOf(deliveryMethod)),
  deliveryFee: write('POST', '/delivery-fee', deliveryFeeQuestion, one(deliveryFee), 'read'),
  placeOrder: write('POST', '/order', newOrder, one(order), 'order'),
} as const

/** A call of any body and answer. */
export type AnyRoute = Omit<Route, 'body' | 'answer'> & { body: object | null; answer: object }

/** What is sent along with a call. */
export type BodyOf<R> = R extends { body: infer S } ? (S extends Struct<infer B, unknown> ? B : never) : never
/** What a call's success brings. */
export type AnswerOf<R> = R extends { answer: Struct<infer A, unknown> } ? A : never
