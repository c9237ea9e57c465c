import type { OrderProblems } from '#contract/order-problem'
import type { Address } from '#contract/address'
import type { CartLine } from '#contract/cart'
import type { OfficeProduct } from '#contract/office'
import type { OfficeFigures } from '#contract/office-figures'
import type { OfficeSetting } from '#contract/office-settings'
import type { NewOrder, Order } from '#contract/order'
import type { Product } from '#contract/product'
import { offlineMessage, type Refusal } from '#contract/refusal'
import type { Slot } from '#contract/slots'
import type { FeeRequest } from '#machines/checkout/context'
import type { ShownProduct } from '#machines/catalogue/products'
import type { LoginResult } from '#machines/session/session-setup'
import type { Account, Customer, Identity } from '#machines/messages/customer'
import type { Registered } from '#machines/registration/registration-setup'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { DeliveryArea } from '#machines/delivery-place/delivery-area'
import type { DeliveryTerms } from '#machines/shipping/delivery-terms'
import { homeAddress } from './home-address.ts'

/* The gateway's answers in tests: one standard answer for every effect, by its name. */

const ricePack: Product = {
  id: 1,
  name: 'Jasmine Rice 5 kg 金穗香米',
  thumbnail: '/pictures/rice.svg',
  description: '<p>Fragrant long grain</p>',
  price: 18.9,
  specialPrice: 15.9,
  stockStatusId: 3,
}
const teaPack: Product = { ...ricePack, id: 2, name: 'Jasmine Tea 100 g', price: 11.9, specialPrice: null }

/** Products as the gateway sends them. */
export const packs = [ricePack, teaPack]

export const rice = listedProduct(ricePack)
export const tea = listedProduct(teaPack)

export const detail: ShownProduct = {
  ...ricePack,
  productImages: [{ imageUrl: '/pictures/rice.svg' }],
  brandName: 'Golden Paddy',
  code: 'LL-0001',
  stockStatusDescription: 'In stock',
  productRelated: [tea],
}

export const riceLine: CartLine = {
  id: 'line-1',
  productId: 1,
  productName: rice.name,
  productImage: rice.thumbnail,
  quantity: 1,
  totalPrice: 15.9,
  sessionId: 'session-1',
  productPrice: 15.9,
  substitution: null,
}
export const teaLine: CartLine = {
  ...riceLine,
  id: 'line-2',
  productId: 2,
  productName: tea.name,
  quantity: 3,
  totalPrice: 35.7,
  productPrice: 11.9,
}

/** An address, as the wire has it. */
export const address = { ...homeAddress, address1: '88 Lantern Lane' }

/** A saved address, as the gateway sends it. */
export const savedAddress: Address = { ...address, addressId: 'address-1' }

export const placedOrder: Order = {
  orderId: 'order-1',
  orderNumber: 'LL-1001',
  orderStatus: 'received',
  createdAt: '2026-11-20T01:00:00.000Z',
  quantity: 1,
  total: 15.9,
  lines: [
    { productId: 1, productName: rice.name, productImage: '', productPrice: 15.9, quantity: 1, totalPrice: 15.9 },
  ],
  subtotal: 15.9,
  discount: 0,
  couponCode: null,
  deliveryFee: 0,
  deliveryMethod: 'Home delivery',
  billingAddress: savedAddress,
  deliveryAddress: savedAddress,
  customer: { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' },
  payment: { method: 'on-delivery', status: 'pending' },
}

/** An order that its shopper can still change, and report about; no gateway answers with both. */
export const changeableOrder = {
  ...placedOrder,
  version: 1,
  cancellation: { until: null, refusal: null },
  problems: { left: 5, reports: [] },
} satisfies Order & { version: number; problems: OrderProblems }

/** Slots of pick-up: one with places, and one that is full. */
export const saturday: Slot = {
  slotId: 'pickup_2026-12-05_0900',
  methodId: 'pickup',
  startsAt: '2026-12-05T09:00:00+11:00',
  endsAt: '2026-12-05T11:00:00+11:00',
  cutOffAt: '2026-12-05T07:00:00+11:00',
  left: 3,
}
export const sunday: Slot = {
  ...saturday,
  slotId: 'pickup_2026-12-06_1100',
  startsAt: '2026-12-06T11:00:00+11:00',
  endsAt: '2026-12-06T13:00:00+11:00',
  cutOffAt: '2026-12-06T09:00:00+11:00',
  left: 0,
}

/** An order of `riceLine` as it is sent, to be paid on delivery. */
export const newOrder: NewOrder = {
  requestId: 'visit/order/1',
  sessionId: 'session-1',
  customer: placedOrder.customer,
  billingAddress: address,
  deliveryAddress: address,
  deliveryMethod: 'home',
  deliveryFee: 9.5,
  couponCode: null,
  payment: { method: 'on-delivery' },
  total: 25.4,
}

/** What the gateway is asked for the fee of that order. */
export const feeRequest: FeeRequest = {
  sessionId: 'session-1',
  deliveryMethod: 'home',
  postCode: address.postCode,
  city: address.city,
  regionId: address.regionId,
  countryId: address.countryId,
  subtotal: 1590,
  quantity: 1,
}

/** The same order, to be paid online. */
export const onlineOrder: NewOrder = { ...newOrder, payment: { method: 'online' } }

export const settings = {
  limitAreaShipping: false,
  receivedOnlinePayment: true,
  calculateDeliveryFee: true,
  deliveryFee: 9.5,
  minimumOrderLimit: 0,
}

/** Two customers, with the claims of their tokens. */
export const mai: Customer = { customerId: 'mai', firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com' }
export const lan: Customer = { customerId: 'lan', firstName: 'Lan', lastName: 'Pham', email: 'lan@example.com' }

/** The account of a customer. */
export const accountFor = (customer: Customer): Account => ({
  info: { ...customer, telephone: '0255500188' },
  addresses: [savedAddress],
  billingId: savedAddress.addressId,
  deliveryId: savedAddress.addressId,
})

/** A token that is valid for an hour. */
export const identityOf = (customer: Customer): Identity => ({ is: 'customer', customer, validFor: 3_600_000 })

/** The result of a login. */
export const arrivalOf = (customer: Customer): LoginResult => ({
  customer,
  validFor: 3_600_000,
  account: accountFor(customer),
  sessionId: `session-of-${customer.customerId}`,
  lines: [{ ...teaLine, sessionId: `session-of-${customer.customerId}` }],
})

/** The result of a registration. */
export const registered: Registered = {
  customer: mai,
  validFor: 3_600_000,
  account: accountFor(mai),
  sessionId: 'session-1',
}

/** The standard answer of every effect, by the last part of its name that is not `ask`. */
export const answers: Record<string, unknown> = {
  begin: { settings, lines: [riceLine], account: null },
  logIn: arrivalOf(mai),
  logOut: null,
  forget: null,
  readCart: [riceLine],
  addLine: riceLine,
  changeLine: { ...riceLine, quantity: 4, totalPrice: 63.6 },
  removeLine: { id: 'line-1', quantity: 1, totalPrice: 15.9 },
  validateCoupon: { couponCode: 'TEN', discountType: 'percent', discountValue: 10 },
  removeCoupon: null,
  subscribe: null,
  askNotice: null,
  readCategories: [{ id: 1, title: 'Rice', hasChildren: true, children: [{ id: 11, title: 'Jasmine' }] }],
  readTopBrands: [{ id: 101, name: 'Golden Paddy' }],
  readBrands: [{ id: 101, name: 'Golden Paddy' }],
  readBanners: [{ image: '/pictures/banner.svg' }],
  readProducts: { products: [rice, tea], total: 2 },
  readProduct: detail,
  readRow: [rice, tea],
  readCountries: [{ countryId: 1, name: 'Australia' }],
  readRegions: [{ regionId: 1, name: 'New South Wales' }],
  readSuburbs: [{ name: 'Eastwood', postCode: '2122' }],
  readPlace: { place: { name: 'Eastwood', postCode: '2122' } },
  writePlace: null,
  watchPlace: null,
  readArea: {
    regionName: 'New South Wales',
    minimum: 3000,
    deliveries: ['home'],
    hasPickUp: true,
    suburbs: [
      { name: 'Eastwood', postCode: '2122', isServed: true, fee: 590 },
      { name: 'Marsfield', postCode: '2122', isServed: true, fee: 590 },
      { name: 'Parramatta', postCode: '2150', isServed: false, fee: null },
    ],
  } satisfies DeliveryArea,
  readTerms: {
    minimum: 3000,
    methods: [{ id: 'home', name: 'Home delivery', description: 'To your door', fee: { from: 590, to: 590 } }],
    bands: [{ fee: 590, suburbs: [{ name: 'Eastwood', postCode: '2122' }] }],
  } satisfies DeliveryTerms,
  readMethods: [
    { id: 'home', name: 'Home delivery', description: 'To your door', needsAddress: true },
    { id: 'pickup', name: 'Pick up', description: 'At the shop', fee: 0, needsAddress: false },
  ],
  readFee: { deliveryFee: 9.5 },
  readSlots: [saturday, sunday],
  placeOrder: placedOrder,
  findOrder: { order: null, sentAt: Date.UTC(2026, 10, 2, 14), isRecent: true },
  discardOrder: { isPlaced: false, isKeySpent: true },
  requestLock: { is: 'held', handed: null },
  watchLock: null,
  readSetup: { createOn: 'server', approveOn: 'server' },
  createPayment: { id: 'PAY-1', amount: 25.4, currency: 'AUD' },
  watchWindow: null,
  checkPlace: 'accepted',
  authorizePayment: { id: 'PAY-1', status: 'authorized' },
  captureInBrowser: { id: 'PAY-1', status: 'captured' },
  endPayment: null,
  register: registered,
  sendLink: null,
  findToken: null,
  resetPassword: null,
  changePassword: { customer: mai, validFor: 3_600_000 },
  saveProfile: { customer: mai, validFor: 3_600_000, info: accountFor(mai).info },
  createAddress: { ...savedAddress, addressId: 'address-2' },
  updateAddress: savedAddress,
  readOrders: [placedOrder],
  readOrder: { order: placedOrder, deliveryName: 'Home delivery' },
  readOwnOrder: { order: changeableOrder, deliveryName: 'Home delivery' },
  cancelOrder: { ...placedOrder, orderStatus: 'cancelled' },
  readPreview: { ...changeableOrder, quantity: 2, total: 31.8, subtotal: 31.8 },
  changeOrder: { ...changeableOrder, version: 2, quantity: 2, total: 31.8, subtotal: 31.8 },
  reportProblem: { ...changeableOrder, problems: { left: 4, reports: [] } },
  watchPhotograph: null,
  readSuggestions: { products: [teaPack], aisles: [], brands: [] },
  readOffers: [{ productId: 1, product: { ...rice, specialPrice: 14.9 }, suggestion: null }],
  addLines: { sessionId: 'session-1', added: [1], refused: [] },
  readUsuals: [{ product: tea, quantity: 2 }],
  readFavourites: { keptOn: 'device', productIds: [2], onDevice: [] },
  changeFavourites: [],
  readSavedProducts: { productIds: [2], products: [tea] },
  watchTabs: null,
  readShoppingLists: {
    keptOn: 'device',
    lists: [{ id: 900_000_001, name: 'Weekly', lines: [{ productId: 2, quantity: 3 }] }],
    onDevice: [],
  },
  changeShoppingLists: [],
  readListProducts: { productIds: [2], products: [tea] },
  watchListTabs: null,
  shareList: null,
  stopSharingList: null,
  readSharedList: { name: 'Weekly', lines: [{ productId: 2, quantity: 3 }] },
  changeSharedList: { name: 'Weekly', lines: [{ productId: 2, quantity: 4 }] },
  watchReturn: null,
  reveal: null,
}

/** The standard answer of an effect, by its whole name. */
export function answerFor(name: string, input: unknown): unknown {
  if (name === 'loadPage') return input
  const src = name.split('/').findLast(part => part !== 'ask')
  return answers[src ?? ''] ?? null
}

export const lost: Refusal = { code: 'lost', message: 'Something bad happened; please try again later.', status: 0 }
/** A request that failed while the browser had no connection. */
export const offline: Refusal = { code: 'lost', message: offlineMessage, status: 0 }
export const refused: Refusal = { code: 'refused', message: 'Only 3 are left.', status: 409 }
/** The rate limit of the gateway, which can be asked again after 37 seconds. */
export const limited: Refusal = {
  code: 'refused',
  message: 'Too many attempts. Please try again in 37 seconds.',
  status: 429,
  retryAfter: 37_000,
}
/** More of the rice were ordered than there are. */
export const twoLeft: Refusal = {
  code: 'refused',
  message: `Only 2 left: ${rice.name}`,
  status: 409,
  conflicts: [{ about: 'stock', message: `Only 2 left: ${rice.name}`, productId: 1, left: 2 }],
}
export const gone: Refusal = { code: 'refused', message: 'There is no such thing.', status: 404 }

/** A product in the office that no person has changed. */
export const officeProduct: OfficeProduct = {
  productId: 101,
  code: 'LL-0101',
  name: 'Golden Paddy Jasmine Rice 5 kg',
  price: 15.9,
  specialPrice: null,
  stock: 12,
  isForSale: true,
  version: 0,
  brand: 'Golden Paddy',
  aisle: 'Rice & Grains',
  specialLastDay: null,
  plannedSpecial: null,
  data: {
    name: 'Golden Paddy Jasmine Rice 5 kg',
    secondName: null,
    brand: 'Golden Paddy',
    categoryId: 11,
    description: '<p>Fragrant long grain</p>',
    keywords: '',
    ingredients: null,
    allergens: null,
    mayContain: null,
    diets: null,
    nutrition: null,
    origin: null,
    storage: null,
    size: null,
  },
  categories: [
    { id: 11, path: 'Rice & Grains > Rice' },
    { id: 12, path: 'Rice & Grains > Flours' },
  ],
  history: [],
}

/** A window of slots in the settings of the office that no person has changed. */
export const officeSetting: OfficeSetting = {
  key: 'pick-up_1_0900',
  name: 'Pick up at the shop, Monday 09:00',
  values: { method: 'pick-up', weekday: '1', from: '09:00', to: '11:00', places: '8', cutOff: '2' },
  version: 0,
  choices: {
    method: [{ value: 'pick-up', label: 'Pick up at the shop' }],
    weekday: [{ value: '1', label: 'Monday' }],
  },
  history: [],
}

/** The figures of a day with one order. */
export const officeFigures: OfficeFigures = {
  period: 'day',
  firstDay: '2026-11-20',
  lastDay: '2026-11-20',
  earlier: '2026-11-19',
  later: null,
  orders: 1,
  turnover: 15.9,
  basket: 15.9,
  estimates: 0,
  cancelled: { orders: 0, total: 0 },
  refunded: 0,
  parts: [{ startsAt: '2026-11-20T12:00:00+11:00', orders: 1, turnover: 15.9, paymentFailures: 0 }],
  bestSellers: [{ productId: 101, productName: 'Jasmine Rice 5 kg', quantity: 1, turnover: 15.9 }],
  missedSearches: [{ term: 'durian', searches: 2 }],
  paymentFailures: { declined: 0, refused: 0 },
}
