import type { MultiBuy } from '#contract/multi-buy'
import type { Address, AddressFields } from '#contract/address'
import type { Conflict } from '#contract/conflict'
import type { ContactPerson } from '#contract/customer'
import { toCents } from '#contract/money'
import type { NewOrder, Order } from '#contract/order'
import type { Settings } from '#contract/settings'
import type { ShoppingList } from '#contract/shopping-lists'
import type { LineChoice } from '#contract/substitution'
import type { Weighed } from '#contract/weighed'

/* The state of the fuzzer's gateway. Amounts are integer cents. */

/** A product of the store. */
export interface StoredProduct {
  id: number
  name: string
  /** The name in another language, shown after the first. */
  secondName?: string
  price: number
  /** A price for several, in dollars; it is offered while it fits the price. */
  multiBuy?: MultiBuy
  /** If it is sold by weight. */
  weighed?: Weighed
  stock: number
  /** Announced, but not for sale yet. */
  isAnnounced?: boolean
}
export interface Cart {
  sessionId: string
  /** Null for a guest's. */
  customerId: string | null
  lines: ({ id: string; productId: number; quantity: number } & LineChoice)[]
}
/** A customer with an account. */
export interface StoredCustomer {
  customerId: string
  person: ContactPerson
  password: string
  addresses: Address[]
  billingId: string | null
}
/** A coupon of the store. */
export interface StoredCoupon {
  code: string
  type: 'percent' | 'amount'
  /** Percent or cents, by `type`. */
  off: number
  minimum: number
  usesLeft: number
  hasEnded?: boolean
}
/** A delivery method; `fee` in dollars if it has one of its own. */
export interface Method {
  id: string
  name: string
  description: string
  fee?: number
  needsAddress: boolean
}
/** The lines and amounts of an order or a payment. */
export interface Terms {
  lines: { productId: number; quantity: number; price: number; multiBuy: MultiBuy | null; weighed: Weighed | null }[]
  subtotal: number
  discount: number
  fee: number
  total: number
  /** The most that the order can cost: the total, unless it has goods by weight. */
  most: number
  couponCode: string | null
}
export interface Placed {
  requestId: string
  sessionId: string
  customerId: string | null
  /** The request. */
  request: NewOrder
  terms: Terms
  order: Order
}
export interface Payment {
  requestId: string
  sessionId: string
  customerId: string | null
  /** The request without its payment details, as canonical JSON. */
  body: string
  intent: 'authorize' | 'capture'
  providerOrderId: string
  terms: Terms
  state: 'created' | 'authorized' | 'captured' | 'ended'
  orderId: string | null
}
/** An order at the provider. */
export interface ProviderOrder {
  id: string
  amount: number
  currency: string
  status: 'created' | 'approved' | 'authorized' | 'captured'
  /** How often an amount was authorized or captured. */
  transfers: number
  /** Whether the amount was refunded. */
  isRefunded: boolean
  declines: number
}
/** The response stored for an idempotency key. */
export interface StoredResponse {
  body: string
  answer: object
  /** The customer or session that may read it. */
  owner: string
}

/** The data of the gateway and the provider. */
export interface Store {
  settings: Settings
  products: StoredProduct[]
  /** Further products of every list, so that it has several pages. Random shoppers do not buy them. */
  listed: StoredProduct[]
  /** Whether it reads pages of lists. An older gateway answers whole lists. */
  readsPages: boolean
  carts: Map<string, Cart>
  customers: Map<string, StoredCustomer>
  /** Ids of saved products by customer, the newest first. */
  favourites: Map<string, number[]>
  shoppingLists: Map<string, ShoppingList[]>
  lastListId: number
  coupons: StoredCoupon[]
  methods: Method[]
  /** The standard fee for a postcode, in cents; null outside the delivery area. */
  feeFor(postCode: string): number | null
  /** Revoked tokens. */
  revoked: Set<string>
  placed: Placed[]
  payments: Payment[]
  provider: Map<string, ProviderOrder>
  answers: Map<string, StoredResponse>
  /** Keys that were sent again with another body. */
  keyConflicts: string[]
  /** Discarded keys of orders. */
  discardedKeys: string[]
  /** The number of additions to carts; repeated keys count once. */
  additions: number
  resetTokens: Set<string>
  subscribed: string[]
  count: number
  now(): number
}

/** A refusal: `hard` is an HTTP error, `soft` a `statusCode` in a response with HTTP status 200. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly kind: 'soft' | 'hard' = 'soft',
    readonly conflicts?: Conflict[],
  ) {
    super(message)
  }
}

/** A refusal with the conflicts of an order: 409, or 422 if all are about the delivery area. */
export const conflictRefusal = (conflicts: Conflict[]): Refused =>
  new Refused(
    conflicts.every(({ about }) => about === 'area') ? 422 : 409,
    conflicts.map(({ message }) => message).join(' '),
    'soft',
    conflicts,
  )

/** A unique id. */
export function newId(store: Store, what: string): string {
  store.count += 1
  return `${what}-${String(store.count).padStart(22, '0')}`
}

/** JSON with sorted keys: the same for equal bodies. */
export const canonicalJson = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** The ids of two customers that exist from the start. All their data contains `markOf(id)`. */
export const seededCustomers = ['mai', 'lan'] as const
/** Text that all data of a customer contains, to find it anywhere. */
export const markOf = (customerId: string): string => `Q${customerId}q`

const fields = (street: string): AddressFields => ({
  address1: street,
  city: 'S11-1',
  postCode: '2122',
  regionId: 11,
  regionName: 'Region 11',
  countryId: 1,
  countryName: 'Country 1',
})

function seededCustomer(customerId: string): StoredCustomer {
  const mark = markOf(customerId)
  return {
    customerId,
    person: {
      firstName: `First ${mark}`,
      lastName: `Last ${mark}`,
      email: `${customerId}@example.com`,
      telephone: `0255500188${mark}`,
    },
    password: passwordOf(customerId),
    addresses: [
      { addressId: `home-${customerId}`, ...fields(`1 ${mark} Street`) },
      { addressId: `work-${customerId}`, ...fields(`2 ${mark} Street`) },
    ],
    billingId: `home-${customerId}`,
  }
}

/** The password of a seeded customer. No machine, journal or log may contain it. */
export const passwordOf = (customerId: string): string => `s3cr3t-${customerId}`

/** The fee is higher for postcodes that start with 8; those that start with 9 can be outside the delivery area. */
function feeFor(this: Store, postCode: string): number | null {
  if (this.settings.limitAreaShipping && postCode.startsWith('9')) return null
  const costsMore = this.settings.calculateDeliveryFee && postCode.startsWith('8')
  return costsMore ? 1_500 : toCents(this.settings.deliveryFee)
}

/** A store with products and customers, without carts and orders. */
export const newStore = (now: () => number, settings: Partial<Settings>, more: Partial<Store> = {}): Store => ({
  feeFor,
  methods: [
    { id: 'home', name: 'Home delivery', description: 'To your door', needsAddress: true },
    { id: 'pickup', name: 'Pick up', description: 'At the shop', fee: 0, needsAddress: false },
  ],
  settings: {
    limitAreaShipping: false,
    receivedOnlinePayment: true,
    calculateDeliveryFee: true,
    deliveryFee: 9.5,
    minimumOrderLimit: 0,
    ...settings,
  },
  products: [1, 2, 3, 4].map(id => ({
    id,
    name: `Tea ${id} 茶`,
    price: 315 + id * 499,
    ...(id % 2 === 1 && { multiBuy: { quantity: 1 + id, price: 9 * id } }),
    ...(id === 2 && { weighed: { by: 'piece', grams: 400, mostGrams: 450 } as const }),
    stock: id === 4 ? 2 : 200,
  })),
  listed: Array.from({ length: 15 }, (_, at) => ({
    id: 1001 + at,
    name: `Rice ${at}`,
    price: 900 - at,
    stock: at % 3,
  })),
  readsPages: true,
  carts: new Map(),
  favourites: new Map(),
  shoppingLists: new Map(),
  lastListId: 0,
  customers: new Map(seededCustomers.map(id => [id, seededCustomer(id)])),
  coupons: [
    { code: 'TEN', type: 'percent', off: 10, minimum: 0, usesLeft: Infinity },
    { code: 'FIVE', type: 'amount', off: 500, minimum: 2_000, usesLeft: Infinity },
    { code: 'ONCE', type: 'percent', off: 33, minimum: 0, usesLeft: 1 },
  ],
  revoked: new Set(),
  placed: [],
  payments: [],
  provider: new Map(),
  answers: new Map(),
  keyConflicts: [],
  discardedKeys: [],
  additions: 0,
  resetTokens: new Set(['reset-good']),
  subscribed: [],
  count: 0,
  now,
  ...more,
})
