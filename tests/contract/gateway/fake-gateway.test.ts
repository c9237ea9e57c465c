import { describe } from 'vitest'
import { toDollars } from '#contract/money'
import { routes } from '#contract/routes'
import { handle } from '#tools/fuzz/gateway/gateway'
import { newStore } from '#tools/fuzz/gateway/state'
import { customerCartCases } from '../accounts/account-cases.ts'
import { customerOrderCases } from '../accounts/customer-cases.ts'
import { shoppingCases } from './cases.ts'
import { caseGoods, caseStore, type Call } from './given.ts'

const { products, coupons, deliveryMethods } = caseGoods
const { standardDeliveryFee, minimumOrderLimit, deliveryFees, ...flags } = caseStore

/** The catalogue and settings of the cases, in the fake gateway's format. */
const store = newStore(
  () => Date.now(),
  {
    limitAreaShipping: flags.limitAreaShipping,
    calculateDeliveryFee: flags.calculateDeliveryFee,
    receivedOnlinePayment: flags.receivedOnlinePayment,
    deliveryFee: toDollars(standardDeliveryFee),
    minimumOrderLimit: toDollars(minimumOrderLimit),
  },
  {
    products: products.map(({ id, name, second, price, special, stock, stockStatusId }) => {
      return {
        id,
        name,
        secondName: second?.text ?? '',
        price: special ?? price,
        stock,
        isAnnounced: stockStatusId === 1,
      }
    }),
    coupons: coupons.map(coupon => ({
      code: coupon.couponCode,
      type: coupon.discountType,
      off: coupon.discountType === 'percent' ? coupon.percentOff : coupon.centsOff,
      minimum: coupon.minimumAmount ?? 0,
      usesLeft: (coupon.usesLimit ?? Infinity) - coupon.used,
      hasEnded: coupon.endsAt !== undefined,
    })),
    methods: deliveryMethods.map(({ fee, ...method }) => ({
      ...method,
      ...(fee !== undefined && { fee: toDollars(fee) }),
    })),
    feeFor: postCode => (postCode === '2026' ? null : (deliveryFees[postCode] ?? standardDeliveryFee)),
  },
)

const call: Call = async (name, { params = {}, body, headers } = {}) => {
  const sent = body === undefined ? null : (JSON.parse(JSON.stringify(body)) as unknown)
  const token = headers?.authorization?.replace(/^Bearer /, '') ?? null
  const { http, body: answer } = handle(store, { route: routes[name], params: params as never, body: sent, token })
  return JSON.parse(JSON.stringify({ status: http, body: answer }))
}

/*
 * The fuzzer's gateway answers like the real one about carts, coupons, orders, the carts and orders of customers, and their keys.
 * It has no search, no rules for forms beyond those of `contract/fields.ts`, and no policy for passwords: the cases about these are
 * left out.
 */
describe('the gateway of the fuzzer', () => {
  shoppingCases(call)
  customerCartCases(call)
  customerOrderCases(call)
})
