import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Registration } from '#contract/account'
import type { NewCartLine } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import type { NewOrder } from '#contract/order'
import { routes } from '#contract/routes'
import { demoPictures } from '#gateway/demo/pictures'
import type { Art } from '#gateway/demo/art/spec'
import type { SeedProduct } from '#gateway/database/goods'
import type { Database } from '#gateway/database/database'
import { createGateway, type GatewayOptions } from '#gateway/http/gateway'
import type { Mail } from '#gateway/shop/mail'
import type { Goods } from '#gateway/database/goods'
import type { StoreRules } from '#gateway/shop/store-rules'
import { homeAddress } from '../../kit/home-address.ts'
import { checkAnswers } from './documented-answers.ts'

/** The arguments of a call. */
export interface Asked {
  params?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

/** Parsed JSON; each case checks what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

/** The response. */
export interface Answered {
  status: number
  body: Json
}

/** A caller: in-process requests to the gateway, or the storefront's client. */
export type Call = (route: keyof typeof routes, asked?: Asked) => Promise<Answered>

const art: Art = {
  pack: 'pouch',
  ground: 'grain',
  tone: 'fbefcf',
  layout: 'band',
  colours: { main: '#B9261C', deep: '#7E140D', accent: '#F2B632', ink: '#FFF3D0' },
  brand: 'GOLDEN PADDY',
  label: 'JASMINE RICE',
  size: '5 kg',
  foods: ['cooked-rice'],
}

const goods = (id: number, name: string, more: Partial<SeedProduct> = {}): SeedProduct => ({
  id,
  slug: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${id}`,
  name,
  brandId: 101,
  categoryId: 11,
  code: `T-${id}`,
  price: 1000,
  stock: 500,
  description: `<p>${name} from the shelf</p>`,
  related: [],
  art,
  ...more,
})

/** Products by their role in the cases; each case that takes stock has its own. */
export const shelf = {
  rice: 1,
  fishSauce: 2,
  dumplings: 3,
  coconut: 4,
  ramyun: 5,
  soySauce: 6,
  gone: 7,
  awaited: 8,
  three: 9,
  beef: 10,
  five: 11,
  lost: 12,
  cheap: 13,
  pair: 14,
  last: 15,
  scarce: 16,
  wanted: 17,
} as const

/** The catalogue of the cases. */
export const caseGoods: Goods = {
  aisles: [
    {
      id: 1,
      title: 'Rice & Grains',
      image: 'rice',
      children: [
        { id: 11, title: 'Rice' },
        { id: 12, title: 'Flours' },
      ],
    },
    { id: 2, title: 'Gifts', image: 'gifts', children: [] },
  ],
  brands: [
    { id: 101, name: 'Golden Paddy', rank: 2 },
    { id: 102, name: 'Three Boats', rank: 1 },
    { id: 103, name: 'Auntie Mei' },
  ],
  products: [
    goods(1, 'Jasmine Rice 5 kg', {
      price: 1890,
      special: 1590,
      allergens: [],
      origin: 'Thailand',
      storage: 'ambient',
      diets: ['vegetarian', 'vegan'],
      priceChanges: [
        { before: 1490, after: 1890, daysAgo: 90 },
        { before: 1890, after: 1790, daysAgo: 20 },
        { before: 1790, after: 1890, daysAgo: 10 },
        { before: 1890, after: 1590, daysAgo: 2 },
      ],
      featured: 2,
      related: [4, 2],
      keywords: 'hom mali, xiangmi',
      second: { text: '金穗香米', lang: 'zh' },
    }),
    goods(2, 'Fish Sauce 700 ml', {
      brandId: 102,
      categoryId: 12,
      second: { text: 'nước mắm', lang: 'vi' },
      ingredients: 'Anchovy (fish), salt.',
      allergens: ['fish'],
      origin: 'Vietnam',
      storage: 'ambient',
      diets: ['gluten-free'],
    }),
    goods(3, 'Pork & Chive Dumplings 1 kg', {
      second: { text: '手工水饺', lang: 'zh' },
      allergens: ['gluten', 'wheat', 'soy', 'sesame'],
      mayContain: ['egg'],
      origin: 'Australia',
      storage: 'frozen',
    }),
    goods(4, 'Coconut Milk 400 ml', {
      featured: 1,
      second: { text: 'หัวกะทิ', lang: 'th' },
      ingredients: 'Coconut extract, water.',
      allergens: [],
      nutrition: {
        per: '100 ml',
        energy: 720,
        protein: 1.6,
        fat: 17.4,
        saturatedFat: 15.8,
        carbohydrate: 2.6,
        sugars: 1.8,
        sodium: 16,
      },
      origin: 'Thailand',
      storage: 'ambient',
      diets: ['vegan', 'gluten-free'],
      size: { amount: 400, unit: 'ml' },
    }),
    goods(5, 'Spicy Ramyun 4 × 120 g', { categoryId: 2, second: { text: '매운라면', lang: 'ko' } }),
    goods(6, 'Soy Sauce 1 L', { second: { text: 'しょうゆ', lang: 'ja' } }),
    goods(7, 'Moon Cake', { stock: 0 }),
    goods(8, 'Yuzu Juice', { stock: 5, stockStatusId: 1 }),
    goods(9, 'Dragon Fruit', { stock: 3, season: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }),
    goods(10, 'Wagyu Beef 1 kg', { price: 6000, stock: 100_000 }),
    goods(11, 'Durian', { price: 4000, stock: 5 }),
    goods(12, 'Rambutan', { price: 4000, stock: 2 }),
    goods(13, 'Chopsticks', { price: 35, stock: 100_000 }),
    goods(14, 'Mangosteen', { price: 4000, stock: 40 }),
    goods(15, 'Salak', { price: 4000, stock: 2 }),
    goods(16, 'Jackfruit', { price: 4000, stock: 2 }),
    goods(17, 'Soursop', { categoryId: 2, price: 4000, stock: 0 }),
  ],
  banners: [{ image: 'fresh', href: '/', alt: 'Greens. For tonight.' }],
  coupons: [
    { couponCode: 'TEN', discountType: 'percent', percentOff: 10, description: '10% off', used: 0 },
    { couponCode: 'RICH', discountType: 'amount', centsOff: 500, minimumAmount: 10_000, description: '$5', used: 0 },
    { couponCode: 'ENDED', discountType: 'percent', percentOff: 20, description: '', used: 3, endsAt: '2024-01-01' },
    { couponCode: 'SPENT', discountType: 'percent', percentOff: 20, description: '', used: 1, usesLimit: 1 },
    { couponCode: 'TWICE', discountType: 'amount', centsOff: 100, description: '', used: 0, usesLimit: 2 },
    { couponCode: 'ONCE', discountType: 'amount', centsOff: 100, description: '', used: 0, usesLimit: 1 },
    { couponCode: 'EIGHT', discountType: 'amount', centsOff: 800, description: '', used: 0 },
    { couponCode: 'HUGE', discountType: 'amount', centsOff: 99_900, description: '', used: 0 },
  ],
  deliveryMethods: [
    { id: 'home', name: 'Home delivery', description: 'To your door', needsAddress: true },
    { id: 'express', name: 'Express', description: 'Today', fee: 1490, needsAddress: true },
    { id: 'pick-up', name: 'Pick up', description: 'At the counter', fee: 0, needsAddress: false },
  ],
  countries: [
    { id: 1, name: 'Australia' },
    { id: 2, name: 'New Zealand' },
  ],
  regions: [
    { id: 1, countryId: 1, name: 'New South Wales' },
    { id: 22, countryId: 2, name: 'Auckland' },
  ],
  suburbs: [
    { regionId: 1, name: 'Eastwood', postCode: '2122', inDeliveryArea: true },
    { regionId: 1, name: 'Bondi', postCode: '2026', inDeliveryArea: false },
  ],
}

/** The settings of the cases. */
export const caseStore: StoreRules = {
  name: 'Test Grocer',
  currency: 'AUD',
  timeZone: 'Australia/Sydney',
  standardDeliveryFee: 890,
  minimumOrderLimit: 3000,
  limitAreaShipping: true,
  calculateDeliveryFee: true,
  receivedOnlinePayment: false,
  deliveryFees: { '2122': 590 },
  openingHours: [{ weekday: 6, opens: '09:00', closes: '13:00' }],
}

/** The body of POST /cart; name, price and picture are wrong on purpose: a gateway must ignore them. */
export const lineOf = (productId: number, more: Partial<NewCartLine> = {}): NewCartLine => ({
  productId,
  productName: 'Free lunch',
  productPrice: 0,
  productImage: '/nothing.png',
  quantity: 1,
  mySessionId: null,
  ...more,
})

/** An address in the delivery area. */
export const address = homeAddress

let keys = 0

/** An idempotency key that is unique in this run. */
export const newRequestId = (): string => `key-${process.pid}-${++keys}`

/** The body of POST /order for a cart, picked up at the counter; `total` is in dollars. */
export const orderOf = (sessionId: string, total: number, more: Partial<NewOrder> = {}): NewOrder => ({
  requestId: newRequestId(),
  sessionId,
  billingAddress: address,
  deliveryAddress: null,
  deliveryMethod: 'pick-up',
  customer: { firstName: 'Mei', lastName: 'Lin', email: 'mei@example.com', telephone: '0298765432' },
  deliveryFee: 0,
  couponCode: null,
  payment: { method: 'on-delivery' },
  total,
  ...more,
})

/** Puts products into a new cart. @returns its session */
export async function cartWith(call: Call, ...lines: [productId: number, quantity: number][]): Promise<string> {
  let mySessionId: string | null = null
  for (const [productId, quantity] of lines) {
    const { body } = await call('addLine', { body: lineOf(productId, { quantity, mySessionId }) })
    expect(body).toMatchObject({ statusCode: 200 })
    mySessionId = body.data.sessionId
  }
  return mySessionId!
}

/**
 * A refusal that the shopper can correct.
 *
 * @param about - the subject of each conflict, or the whole conflict
 */
export const soft = (statusCode: number, message: string | RegExp, ...about: (Conflict['about'] | object)[]) => ({
  status: 200,
  body: {
    statusCode,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    data: null,
    ...(about.length > 0 && {
      conflicts: about.map(one => expect.objectContaining(typeof one === 'string' ? { about: one } : one)),
    }),
  },
})

/** Calls a gateway that runs in this process. */
export const callOn =
  (app: () => FastifyInstance): Call =>
  async (name, { params = {}, body, headers } = {}) => {
    const { method, path } = routes[name]
    const url = `/v1${path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))}`
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await app().inject({ method, url, headers: { ...type, ...headers }, ...payload })
    return { status: answer.statusCode, body: answer.json() }
  }

/** The secret that signs the cases' tokens. */
export const caseSecret = new TextEncoder().encode('what the gateway of the cases signs with')

/** Every mail that the gateways of this process have sent. */
export const caseMails: Mail[] = []

/** A gateway with the settings of a new store, for the goods of the cases. Its answers are checked against the API's document. */
export const plainGateway = async (database: Database, more: Partial<GatewayOptions> = {}): Promise<FastifyInstance> =>
  checkAnswers(await createGateway({ database, store: caseStore, pictures: demoPictures, ...more }))

/**
 * The gateway of the cases. Its rate limits are out of reach: all cases call from one IP address.
 *
 * @param more - further options
 */
export const caseGateway = (database: Database, more: Partial<GatewayOptions> = {}): Promise<FastifyInstance> =>
  plainGateway(database, {
    tokenSecret: caseSecret,
    publicUrl: 'https://shop.example.com',
    limits: {
      couponChecks: 100_000,
      listKeys: 100_000,
      payments: 100_000,
      failedLogins: 100_000,
      failedLoginsByAddress: 100_000,
      registrations: 100_000,
      resetMails: 100_000,
      resetMailsToAddress: 2,
    },
    createSendMail: () => async mail => void caseMails.push(mail),
    ...more,
  })

/** The jobs of a gateway, which a test runs itself. */
export function jobsByHand(): { startJob: NonNullable<GatewayOptions['startJob']>; runJob: () => Promise<void> } {
  const rounds: (() => Promise<void>)[] = []
  return {
    startJob: (_name, runRound) => void rounds.push(runRound),
    /** Runs one round of each job, one after another. */
    runJob: async () => {
      for (const runRound of rounds) await runRound()
    },
  }
}

/** An email address that is unique in this run. */
export const newEmail = (): string => `${newRequestId()}@example.com`

/** The password of every customer of the cases. */
export const password = 'lemongrass & lime'

/** The body of POST /customer/createaccount, for a new customer. */
export const registrationOf = (more: Partial<Registration> = {}): Registration => ({
  firstName: 'Mei',
  lastName: 'Lin',
  email: newEmail(),
  telephone: '0298765432',
  password,
  ...address,
  acceptTerms: true,
  subscribeNewsletter: false,
  sessionId: null,
  ...more,
})

/** The headers with a token. */
export const bearerHeaders = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

/** A customer who is logged in. */
export interface Known {
  email: string
  customerId: string
  addressId: string
  token: string
  /** Headers of the customer's calls. */
  headers: Record<string, string>
}

/** Registers a customer. */
export async function newCustomer(call: Call, more: Partial<Registration> = {}): Promise<Known> {
  const asked = registrationOf(more)
  const { body } = await call('createAccount', { body: asked })
  expect(body).toMatchObject({ statusCode: 200 })
  const { token, data, customerInfo } = body
  const { customerId } = customerInfo
  return { email: asked.email, customerId, addressId: data.addressId, token, headers: bearerHeaders(token) }
}

/** Logs in with the password of all customers. */
export const logIn = (call: Call, email: string, sessionId: string | null = null): Promise<Answered> =>
  call('login', { body: { email, password, sessionId } })

/** The content of a cart, as [product, quantity]. */
export const cartContents = (lines: Json): [number, number][] =>
  lines.map((line: Json) => [line.productId, line.quantity])
