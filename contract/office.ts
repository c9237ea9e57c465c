import { array, boolean, enums, nullable, number, optional, partial, string, type, type Infer } from 'superstruct'
import { addressFields } from './address.ts'
import { wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { officeChange } from './office-change.ts'
import { officeFiguresRoutes } from './office-figures.ts'
import { officeSettingRoutes } from './office-settings.ts'
import { allergens, diets, nutrition, packSize, storages } from './product-facts.ts'
import { orderStatus, type OrderLine, type OrderStatus } from './order.ts'
import { officeReport } from './order-problem.ts'
import { linePicking, officeLine, substituteOption } from './picking.ts'
import { newRefund, orderRefund } from './refund.ts'
import { listOf, nothing, one, read, write } from './route.ts'
import { optionalSubstitution } from './line-choice.ts'
import { orderSlot } from './slots.ts'

/** What a member of staff may do: an owner everything, a packer what concerns packing an order. */
export const staffRole = enums(['owner', 'packer'])
export type StaffRole = Infer<typeof staffRole>

/**
 * How far a login is.
 *
 * - `new-password`: the one-time password has to be replaced
 * - `set-up`: the owner sets up the second factor
 * - `code`: the owner enters a code of the second factor
 * - `open`: the login is complete
 */
export const loginStep = enums(['new-password', 'set-up', 'code', 'open'])
export type LoginStep = Infer<typeof loginStep>

/** The person who is logged in to the office, and how far the login is. */
export const officeSession = type({ step: loginStep, name: string(), role: staffRole })
export type OfficeSession = Infer<typeof officeSession>

/** The secret of a second factor that is not confirmed yet: as text to type, and as the URI in the picture (otpauth). */
export const secondFactor = type({ secret: string(), uri: string() })
export type SecondFactor = Infer<typeof secondFactor>

/** The confirmed second factor: each recovery code is valid once, in place of a code. They are shown once. */
export const recoveryCodes = type({ ...officeSession.schema, recoveryCodes: array(string()) })
export type RecoveryCodes = Infer<typeof recoveryCodes>

const officeLogin = type({ email: string(), password: string() })
export type OfficeLogin = Infer<typeof officeLogin>

/** The longest code that is read: a recovery code with blanks and hyphens. */
export const longestCode = 40

/** The base URL of the office's calls. */
export const officeBase = '/office-api'

/** The calls that log in to the office and out of it. */
export const officeLoginRoutes = {
  officeSession: read('/session?background={background}', one(officeSession)),
  officeLogIn: write('POST', '/login', officeLogin, one(officeSession)),
  officeNewPassword: write('POST', '/password', type({ password: string() }), one(officeSession)),
  officeSecondFactor: read('/second-factor', one(secondFactor)),
  officeConfirm: write('POST', '/second-factor', type({ code: string() }), one(recoveryCodes)),
  officeCode: write('POST', '/code', type({ code: string() }), one(officeSession)),
  officeLogOut: write('POST', '/logout', type({}), nothing),
} as const

/** The statuses of orders in the words of the people who pack them. */
export const statusWords: Readonly<Record<OrderStatus, string>> = {
  received: 'New',
  preparing: 'Picking',
  'on-its-way': 'On its way',
  'ready-for-pickup': 'Ready for pick-up',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** An order on the board. Amounts are in dollars. */
export const boardOrder = type({
  orderNumber: string(),
  orderStatus,
  createdAt: string(),
  name: string(),
  telephone: string(),
  deliveryName: string(),
  quantity: numeric,
  total: numeric,
  /** Something is not weighed yet. */
  isEstimate: boolean(),
  /** When it is delivered or collected; absent if no slot was chosen. */
  slot: optional(orderSlot),
  /** Reports that something is wrong with it, and that are not answered; absent without one. */
  openReports: optional(number()),
})
export type BoardOrder = Infer<typeof boardOrder>

/**
 * An order with all that the office needs. `version` increases with each change; `next` are the statuses that the person may give it.
 */
export const officeOrder = type({
  ...boardOrder.schema,
  version: number(),
  next: array(orderStatus),
  email: string(),
  lines: array(officeLine),
  /** Whether picking is finished: the lines no longer change. */
  isPicked: optional(boolean()),
  subtotal: numeric,
  discount: numeric,
  couponCode: nullable(string()),
  deliveryFee: numeric,
  billingAddress: addressFields,
  deliveryAddress: nullable(addressFields),
  comment: nullable(string()),
  /** What is wanted if something runs out, for lines without a choice of their own. */
  substitution: optionalSubstitution,
  payment: type({ method: enums(['online', 'on-delivery']), status: enums(['pending', 'authorized', 'captured']) }),
  /** Refunds that staff decided on, oldest first, and what can still be refunded: 0 for a person who may not. */
  refunds: optional(array(orderRefund)),
  refundable: optional(numeric),
  /** What the shopper has reported as wrong with it, oldest first. */
  reports: optional(array(officeReport)),
  /** The changes of the order, oldest first. */
  history: array(officeChange),
})
/** A line of an order in the office, with the choices of the shopper. */
export type OfficeLine = Infer<typeof officeLine> & Pick<OrderLine, 'substitution' | 'note'>
export type OfficeOrder = Omit<Infer<typeof officeOrder>, 'lines'> & { lines: OfficeLine[] }

/** Sets a status, if the order still has the version on which that was decided. */
const statusChange = type({ status: orderStatus, version: number() })

/** Stores what a line weighs, if the order still has the version that was shown. */
const weighing = type({ productId: wholeId, grams: number(), version: number() })

/** Answers a report, if the order still has the version that was shown. The customer gets a mail. */
const reportAnswer = type({ answer: string(), version: number() })

/** The longest text that orders are searched by. */
export const longestSearch = 100

/** The calls about orders and changes. `background` is `true` for a call that the page makes by itself. */
export const officeOrderRoutes = {
  officeBoard: read('/orders?search={search}&background={background}', listOf(boardOrder)),
  /** The numbers of the orders with the status 'received', the newest ones. */
  officeNewOrders: read('/new-orders?background={background}', one(type({ orderNumbers: array(string()) }))),
  officeOrder: read('/orders/{number}?background={background}', one(officeOrder)),
  officeSetStatus: write('POST', '/orders/{number}/status', statusChange, one(officeOrder)),
  officeWeigh: write('POST', '/orders/{number}/weight', weighing, one(officeOrder)),
  officeSubstitutes: read(
    '/orders/{number}/substitutes?productId={productId}&search={search}',
    listOf(substituteOption),
  ),
  officePick: write('POST', '/orders/{number}/picking', linePicking, one(officeOrder)),
  officeFinishPicking: write('POST', '/orders/{number}/picked', type({ version: number() }), one(officeOrder)),
  officeRefund: write('POST', '/orders/{number}/refund', newRefund, one(officeOrder)),
  officeAnswerReport: write('POST', '/orders/{number}/reports/{reportId}/answer', reportAnswer, one(officeOrder)),
  /** The answer is the picture itself. */
  officeReportPhotograph: read('/orders/{number}/reports/{reportId}/photograph', nothing),
  officeChanges: read('/changes?before={before}&background={background}', listOf(officeChange)),
} as const

/** A product in the list of goods. Amounts are in dollars; `stock` is what can still be sold. */
export const officeProductRow = type({
  productId: wholeId,
  code: string(),
  name: string(),
  price: numeric,
  specialPrice: nullable(numeric),
  stock: number(),
  isForSale: boolean(),
})
export type OfficeProductRow = Infer<typeof officeProductRow>

/** The most characters of a product's texts. */
export const longestTexts = {
  code: 40,
  name: 120,
  secondName: 60,
  brand: 60,
  description: 10_000,
  keywords: 500,
  ingredients: 3_000,
} as const

/** What a product is: what its page in the shop says about it. Null is not known, or none; an empty list of allergens says that there are none. */
const productData = {
  name: string(),
  /** In the maker's own script. */
  secondName: nullable(string()),
  /** The name of a brand; an unknown one is added. */
  brand: string(),
  categoryId: wholeId,
  /** HTML, which the shop sanitises. */
  description: string(),
  /** Other spellings that a shopper may search for. */
  keywords: string(),
  ingredients: nullable(string()),
  allergens: nullable(array(enums(allergens))),
  mayContain: nullable(array(enums(allergens))),
  diets: nullable(array(enums(diets))),
  nutrition: nullable(nutrition),
  origin: nullable(string()),
  storage: nullable(enums(storages)),
  size: nullable(packSize),
} as const

/** A category that products can be in, by its path: 'Noodles > Instant & Cup Noodles'. */
const officeCategory = type({ id: wholeId, path: string() })

/** A product with all that the office needs. `version` increases with each change that a person makes, not with orders. */
export const officeProduct = type({
  ...officeProductRow.schema,
  version: number(),
  brand: string(),
  aisle: string(),
  /** The last day of the special price at the store, as YYYY-MM-DD; null if it has no end. */
  specialLastDay: nullable(string()),
  /** A special price that begins later, from the beginning of a day at the store. */
  plannedSpecial: nullable(type({ price: numeric, firstDay: string() })),
  data: type(productData),
  /** In the order of the menu. */
  categories: array(officeCategory),
  /** The changes of the product, oldest first. */
  history: array(officeChange),
})
export type OfficeProduct = Infer<typeof officeProduct>

/** Products of the list of goods at most. */
export const longestGoods = 100

/** The highest price, in cents, and the most pieces in stock. */
export const highestPrice = 9_999_999
export const mostStock = 1_000_000

/**
 * Changes a product, if no person has changed it since `version`. What is omitted stays. The stock changes by a difference, because orders change
 * it in the meantime.
 */
const productChange = type({
  version: number(),
  price: optional(numeric),
  /** Also ends a planned one. */
  specialPrice: optional(nullable(numeric)),
  specialLastDay: optional(nullable(string())),
  stockChange: optional(number()),
  isForSale: optional(boolean()),
  ...partial(type(productData)).schema,
})
export type ProductChange = Infer<typeof productChange>

/** A value that a change gives a product, in words; null for none. */
const difference = type({ what: string(), before: nullable(string()), after: nullable(string()) })
export type Difference = Infer<typeof difference>

/** What a file changes of a product. */
const importedProduct = type({
  /** Of the file, from 1. */
  line: number(),
  /** Null for a new product. */
  productId: nullable(wholeId),
  code: string(),
  name: string(),
  differences: array(difference),
})
export type ImportedProduct = Infer<typeof importedProduct>

/** Why a line of a file can't be applied. */
const importError = type({ line: number(), code: nullable(string()), reason: string() })
export type ImportError = Infer<typeof importError>

/** What a file of goods changes. With errors nothing of it can be applied. */
export const importPreview = type({
  importId: string(),
  fileName: string(),
  checkedAt: string(),
  isApplied: boolean(),
  /** Lines with a product. */
  rows: number(),
  products: array(importedProduct),
  errors: array(importError),
})
export type ImportPreview = Infer<typeof importPreview>

/** The largest file that is imported. */
export const largestImport = { bytes: 5_000_000, rows: 5_000 } as const

/** The file of all goods, of which the answer is CSV. */
export const exportPath = '/goods.csv'

/** The calls about all goods in a file. A person has one import at a time. */
export const officeImportRoutes = {
  officeExport: read(exportPath, nothing),
  officeImport: read('/import', one(nullable(importPreview))),
  officeCheckImport: write(
    'POST',
    '/import',
    type({ fileName: string(), content: string() }),
    one(importPreview),
    'order',
  ),
  officeRecheckImport: write('POST', '/import/{importId}/check', type({}), one(importPreview), 'order'),
  officeApplyImport: write('POST', '/import/{importId}/apply', type({}), one(importPreview), 'order'),
} as const

/** The calls about goods. */
export const officeGoodsRoutes = {
  officeGoods: read('/goods?search={search}', listOf(officeProductRow)),
  officeProduct: read('/goods/{productId}', one(officeProduct)),
  officeChangeProduct: write('POST', '/goods/{productId}', productChange, one(officeProduct)),
} as const

/** Every call of the office. */
export const officeRoutes = {
  ...officeLoginRoutes,
  ...officeOrderRoutes,
  ...officeGoodsRoutes,
  ...officeSettingRoutes,
  ...officeImportRoutes,
  ...officeFiguresRoutes,
} as const
