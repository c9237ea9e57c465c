import type { Address, AddressFields } from '#contract/address'
import type { Conflict } from '#contract/conflict'
import type { ContactPerson } from '#contract/customer'
import { toCents } from '#contract/money'
import type { NewOrder, Order } from '#contract/order'
import type { Settings } from '#contract/settings'

/* What the gateway of the fuzzer keeps. Money is whole cents. */

export interface Goods {
  id: number
  name: string
  /** Its name in another language, shown behind the first. */
  secondName?: string
  price: number
  stock: number
  /** Announced, but not for sale yet. */
  isAwaited?: boolean
}
export interface Cart {
  sessionId: string
  /** Null for a visitor's. */
  customerId: string | null
  lines: { id: string; productId: number; quantity: number }[]
}
export interface Member {
  customerId: string
  person: ContactPerson
  password: string
  addresses: Address[]
  billingId: string | null
}
export interface Voucher {
  code: string
  type: 'percent' | 'amount'
  /** Per cent, or cents. */
  off: number
  minimum: number
  usesLeft: number
  hasEnded?: boolean
}
/** A way of delivery; `fee` in dollars, for methods that have one of their own. */
export interface Method {
  id: string
  name: string
  description: string
  fee?: number
  needsAddress: boolean
}
/** What an order, or a payment, comes to. */
export interface Terms {
  lines: { productId: number; quantity: number; price: number }[]
  subtotal: number
  discount: number
  fee: number
  total: number
  couponCode: string | null
}
export interface Placed {
  requestId: string
  sessionId: string
  customerId: string | null
  /** As it was asked for. */
  asked: NewOrder
  terms: Terms
  order: Order
}
export interface Payment {
  requestId: string
  sessionId: string
  customerId: string | null
  /** What was asked for, without how it is paid. */
  words: string
  intent: 'authorize' | 'capture'
  providerOrderId: string
  terms: Terms
  state: 'created' | 'authorized' | 'captured' | 'ended'
  orderId: string | null
}
/** An order as the provider keeps it. */
export interface ProviderOrder {
  id: string
  amount: number
  currency: string
  status: 'created' | 'approved' | 'authorized' | 'captured'
  /** How often money was moved for it. */
  moved: number
  /** Whether the money went back. */
  givenBack: 'no' | 'yes'
  declines: number
}
/** An answer that was given to a key. */
export interface Noted {
  words: string
  answer: object
  /** The customer or the session that it was given to. */
  owner: string
}

/** Everything the gateway and the provider know. */
export interface Store {
  settings: Settings
  goods: Goods[]
  carts: Map<string, Cart>
  members: Map<string, Member>
  vouchers: Voucher[]
  methods: Method[]
  /** The standard fee of a post code, in cents; null outside the delivery area. */
  feeFor(postCode: string): number | null
  /** Tokens that are no longer taken. */
  revoked: Set<string>
  placed: Placed[]
  payments: Payment[]
  provider: Map<string, ProviderOrder>
  answers: Map<string, Noted>
  /** Keys that came with other words than before. */
  broken: string[]
  /** Keys of orders that were given up. */
  givenUp: string[]
  /** How many additions were carried out, each key once. */
  additions: number
  resetTokens: Set<string>
  subscribed: string[]
  count: number
  now(): number
}

/** How a call is refused: `soft` with a `statusCode` in an answer of 200, else with that HTTP status. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly how: 'soft' | 'hard' = 'soft',
    readonly conflicts?: Conflict[],
  ) {
    super(message)
  }
}

/** A refusal that lists an order's conflicts. */
export const conflicting = (conflicts: Conflict[]): Refused =>
  new Refused(
    conflicts.some(({ about }) => about === 'area') ? 422 : 409,
    conflicts.map(({ message }) => message).join(' '),
    'soft',
    conflicts,
  )

/** An id that no other has. */
export function newId(store: Store, what: string): string {
  store.count += 1
  return `${what}-${String(store.count).padStart(22, '0')}`
}

/** The same for two bodies that say the same. */
export const wordsOf = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Two customers that are there from the beginning; what is theirs says so, wherever it turns up. */
export const residents = ['mai', 'lan'] as const
/** The mark in all of a customer's data. */
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

function resident(customerId: string): Member {
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

/** A resident's password; no machine, journal or log may hold it. */
export const passwordOf = (customerId: string): string => `s3cr3t-${customerId}`

/** Post codes that begin with 8 cost more; those that begin with 9 are far away. */
function feeFor(this: Store, postCode: string): number | null {
  if (this.settings.limitAreaShipping && postCode.startsWith('9')) return null
  const costsMore = this.settings.calculateDeliveryFee && postCode.startsWith('8')
  return costsMore ? 1_500 : toCents(this.settings.deliveryFee)
}

/** A shop that has just opened. */
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
  goods: [1, 2, 3, 4].map(id => ({ id, name: `Tea ${id} 茶`, price: 315 + id * 499, stock: id === 4 ? 2 : 200 })),
  carts: new Map(),
  members: new Map(residents.map(id => [id, resident(id)])),
  vouchers: [
    { code: 'TEN', type: 'percent', off: 10, minimum: 0, usesLeft: Infinity },
    { code: 'FIVE', type: 'amount', off: 500, minimum: 2_000, usesLeft: Infinity },
    { code: 'ONCE', type: 'percent', off: 33, minimum: 0, usesLeft: 1 },
  ],
  revoked: new Set(),
  placed: [],
  payments: [],
  provider: new Map(),
  answers: new Map(),
  broken: [],
  givenUp: [],
  additions: 0,
  resetTokens: new Set(['reset-good']),
  subscribed: [],
  count: 0,
  now,
  ...more,
})
