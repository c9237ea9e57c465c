import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  timestamp,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { AddressFields } from '#contract/address'
import type { Coupon } from '#contract/coupon'
import type { ImportPreview, LoginStep, StaffRole } from '#contract/office'
import { longestComment, type OrderStatus, type StatusTimes } from '#contract/order'
import { allergens, diets, longestOrigin, storages, type Nutrition, type PackSize } from '#contract/product-facts'
import { longestAnswer, problemKinds } from '#contract/order-problem'
import { pickings } from '#contract/picking'
import { longestRefundNote, refundReasons, type RefundState } from '#contract/refund'
import { longestNote, substitutions } from '#contract/substitution'
import type { OrderSlot } from '#contract/slots'
import type { Weighed } from '#contract/weighed'
import type { ProviderName } from './provider-name.ts'

/** The data from which a product's pictures are drawn, as JSON. Only the store's `PictureSource` reads it, except for `tone`. */
export type ProductArt = object

// The tables. After a change: npx drizzle-kit generate --dialect postgresql --schema gateway/database/schema.ts
// --out gateway/database/migrations --name what-changed. Released migrations are never edited.

/** Amounts are whole cents. */
const cents = (name: string) => integer(name)
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/** How a product is sold by weight; null for one that is not. */
const weighed = () => jsonb('weighed').$type<Weighed>()
/** A price for several pieces, in cents. */
export interface StoredMultiBuy {
  quantity: number
  price: number
}
/** What a file of goods changes, as it was shown, and what its products were then. */
export interface StoredImport {
  shown: ImportPreview
  /** By the product's id: the id of its last change, and its stock. */
  seen: Record<string, { version: number; stock: number }>
}
/** What is packed instead of a line of an order; `price` is the unit price in cents. */
export interface StoredSubstitute {
  productId: number
  productName: string
  productImage: string
  price: number
  quantity: number
}
/** What is wanted if a product has run out; null: as for the order, or as the store does it. */
const substitution = () => text('substitution', { enum: substitutions })
const isSubstitution = (column: AnyPgColumn) =>
  sql`${column} in (${sql.raw(substitutions.map(name => `'${name}'`).join(', '))})`
const isNote = (column: AnyPgColumn) => sql`length(${column}) between 1 and ${sql.raw(String(longestNote))}`
const multiBuy = () => jsonb('multi_buy').$type<StoredMultiBuy>()
const multiBuyPart = (column: AnyPgColumn, part: keyof StoredMultiBuy) =>
  sql`(${column} ->> ${sql.raw(`'${part}'`)})::integer`
const isMultiBuy = (column: AnyPgColumn) =>
  sql`${column} is null or coalesce(${multiBuyPart(column, 'quantity')} >= 2 and ${multiBuyPart(column, 'price')} >= 0, false)`
const isWeighed = (column: AnyPgColumn) =>
  sql`(${column} ->> 'grams')::integer > 0 and (${column} ->> 'mostGrams')::integer >= (${column} ->> 'grams')::integer`
/** A product of a report, as it was named when it was ordered, and how many of it have the problem. */
export interface StoredProblemLine {
  productId: number
  productName: string
  quantity: number
}
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: content => Buffer.from(content),
})
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The bits of some names in a column of flags: the position of each in the list of all. */
export const flagsOf = <Name extends string | number>(all: readonly Name[], names: readonly Name[]): number =>
  names.reduce((bits, name) => bits | (1 << all.indexOf(name)), 0)

/** Some names of a list as the bits of an integer: filters compare them without reading each, and indexes stay small. */
const flags = <Name extends string | number>(all: readonly Name[]) =>
  customType<{ data: readonly Name[]; driverData: number }>({
    dataType: () => 'integer',
    toDriver: names => flagsOf(all, names),
    fromDriver: bits => all.filter((_, at) => bits & (1 << at)),
  })
const allergenFlags = flags(allergens)
const dietFlags = flags(diets)

/** The months by their number. */
export const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export type Month = (typeof months)[number]
const monthFlags = flags(months)

/** A name that is not in the list has the sign bit. */
const isFlags = (column: AnyPgColumn, all: readonly (string | number)[]) =>
  sql`${column} between 0 and ${sql.raw(String(2 ** all.length - 1))}`

/** Categories: aisles, and sub-categories with a `parentId`. */
export const categories = pgTable('categories', {
  id: integer().primaryKey(),
  parentId: integer('parent_id').references((): AnyPgColumn => categories.id),
  title: text().notNull(),
  image: text(),
  position: integer().notNull(),
})

/** Brands; one with a rank is among the top ten. */
export const brands = pgTable('brands', {
  id: integer().primaryKey(),
  name: text().notNull(),
  rank: integer(),
  position: integer().notNull(),
})

type ListedColumn =
  | 'currentPrice'
  | 'specialPrice'
  | 'inStock'
  | 'unitPrice'
  | 'addedAt'
  | 'foldedName'
  | 'diets'
  | 'possibleAllergens'
  | 'origin'
  | 'storage'

/** The columns that lists filter and sort by. */
const listed = <Columns extends Record<ListedColumn, AnyPgColumn>>(table: Columns) =>
  [
    table.currentPrice,
    table.specialPrice,
    table.inStock,
    table.unitPrice,
    table.addedAt,
    table.foldedName,
    table.diets,
    table.possibleAllergens,
    table.origin,
    table.storage,
  ] as const

/**
 * Products. `document` is the search index and `foldedName` sorts by name; triggers maintain them. The columns after `position` are what lists
 * filter and sort by: the indexes have them, so that counting a large list does not read its products.
 */
export const products = pgTable(
  'products',
  {
    id: integer().primaryKey(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    secondName: text('second_name'),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    code: text().notNull(),
    price: cents('price').notNull(),
    specialPrice: cents('special_price'),
    stock: integer().notNull(),
    status: integer(),
    statusDescription: text('status_description'),
    description: text().notNull(),
    keywords: text().notNull().default(''),
    featured: integer(),
    art: jsonb().$type<ProductArt>().notNull(),
    artKey: text('art_key').generatedAlwaysAs(sql`left(md5(art::text), 10)`),
    position: integer().notNull(),
    /** Cents. */
    currentPrice: cents('current_price').generatedAlwaysAs(sql`coalesce(special_price, price)`),
    /** Unlike `stock`, it rarely changes, and only then does an order change the indexes. */
    inStock: boolean('in_stock').generatedAlwaysAs(sql`coalesce(status = 3, stock > 0)`),
    /** Cents per kilogram or litre; null if the product is not sold by weight, and its name has no unambiguous size. */
    unitPrice: bigint('unit_price', { mode: 'number' }).generatedAlwaysAs(
      sql`coalesce(nullif(round(coalesce(special_price, price) * 1000.0 / (weighed ->> 'grams')::integer)::bigint, 0), price_per_unit(name || coalesce(' ' || second_name, ''), coalesce(special_price, price)))`,
    ),
    /** At most 200 characters. */
    foldedName: text('folded_name').notNull().default(''),
    addedAt: moment('added_at').notNull().defaultNow(),
    document: tsvector('document'),
    ingredients: text(),
    /** Null if it is not known which ones it contains. */
    allergens: allergenFlags('allergens'),
    mayContain: allergenFlags('may_contain'),
    /** What it contains or may contain; null without information. */
    possibleAllergens: allergenFlags('possible_allergens').generatedAlwaysAs(sql`allergens | coalesce(may_contain, 0)`),
    diets: dietFlags('diets'),
    nutrition: jsonb().$type<Nutrition>(),
    origin: text(),
    storage: text({ enum: storages }),
    size: jsonb().$type<PackSize>(),
    weighed: weighed(),
    /** The months in which it is in season; null if it has none. */
    season: monthFlags('season'),
    /** A price for several; `offeredMultiBuy` says whether it is offered now. */
    multiBuy: multiBuy(),
    /** When it ends; null if it has no end. */
    multiBuyEndsAt: moment('multi_buy_ends_at'),
    /** A special price that begins at `specialStartsAt`; `specialPrice` is the current one. A product has one of the two. */
    plannedSpecial: cents('planned_special'),
    specialStartsAt: moment('special_starts_at'),
    /** When the current or planned special price ends; null if it has no end. */
    specialEndsAt: moment('special_ends_at'),
  },
  table => [
    check('products_allergens', isFlags(table.allergens, allergens)),
    check('products_may_contain', isFlags(table.mayContain, allergens)),
    check('products_diets', isFlags(table.diets, diets)),
    check('products_season', isFlags(table.season, months)),
    check('products_origin', sql`length(${table.origin}) between 1 and ${sql.raw(String(longestOrigin))}`),
    check('products_storage', sql`${table.storage} in (${sql.raw(storages.map(name => `'${name}'`).join(', '))})`),
    check('products_weighed', isWeighed(table.weighed)),
    check('products_multi_buy', isMultiBuy(table.multiBuy)),
    check('products_multi_buy_by_piece', sql`${table.multiBuy} is null or ${table.weighed} is null`),
    check('products_price', sql`${table.price} >= 0`),
    check('products_special_price', sql`${table.specialPrice} >= 0 and ${table.specialPrice} < ${table.price}`),
    check('products_planned_special', sql`${table.plannedSpecial} >= 0 and ${table.plannedSpecial} < ${table.price}`),
    check(
      'products_special_times',
      sql`(${table.plannedSpecial} is null) = (${table.specialStartsAt} is null) and (${table.plannedSpecial} is null or ${table.specialPrice} is null) and (${table.specialEndsAt} is null or ${table.plannedSpecial} is not null or ${table.specialPrice} is not null)`,
    ),
    check('products_special_ends', sql`${table.specialEndsAt} > ${table.specialStartsAt}`),
    check('products_stock', sql`${table.stock} >= 0`),
    index('products_by_category').on(table.categoryId, table.position, table.id, table.brandId, ...listed(table)),
    index('products_by_brand').on(table.brandId, table.position, table.id, ...listed(table)),
    index('products_featured')
      .on(table.featured, table.id)
      .where(sql`${table.featured} is not null`),
    index('products_on_special')
      .on(table.featured, table.position, table.id)
      .where(sql`${table.specialPrice} is not null`),
    index('products_special_starts')
      .on(table.specialStartsAt)
      .where(sql`${table.specialStartsAt} is not null`),
    index('products_special_ends')
      .on(table.specialEndsAt)
      .where(sql`${table.specialEndsAt} is not null`),
    index('products_with_season')
      .on(table.featured, table.position, table.id)
      .where(sql`${table.season} is not null`),
    index('products_by_document').using('gin', table.document),
  ],
)

/**
 * What products cost before and after each change of the current price. A trigger adds a row, so that no way of changing a price is without one.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    before: cents('price_before').notNull(),
    after: cents('price_after').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  table => [index('price_changes_by_product').on(table.productId, table.changedAt)],
)

/** Related products, in order. */
export const relatedProducts = pgTable(
  'related_products',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    relatedId: integer('related_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.productId, table.relatedId] })],
)

/** Every word of a name, brand or keyword; misspelt search terms are compared with it. A trigger maintains it. */
export const searchWords = pgTable('search_words', { word: text().primaryKey() })

/**
 * How often a search found nothing on a day at the store. A row names no person: `missedTerm` leaves out what may. Rows are deleted after 90 days.
 */
export const missedSearches = pgTable(
  'missed_searches',
  { day: date().notNull(), term: text().notNull(), searches: integer().notNull().default(1) },
  table => [
    primaryKey({ columns: [table.day, table.term] }),
    check('missed_searches_term', sql`length(${table.term}) between 2 and 40`),
    check('missed_searches_searches', sql`${table.searches} > 0`),
  ],
)

/** Banners of the home page, by position. */
export const banners = pgTable('banners', {
  id: integer().primaryKey(),
  image: text().notNull(),
  alt: text().notNull(),
  href: text().notNull(),
  position: integer().notNull().default(0),
  isShown: boolean('shown').notNull().default(true),
})

/** Countries that orders are accepted from. */
export const countries = pgTable('countries', {
  id: integer().primaryKey(),
  name: text().notNull(),
  position: integer().notNull(),
})

/** States and territories. */
export const regions = pgTable('regions', {
  id: integer().primaryKey(),
  countryId: integer('country_id')
    .notNull()
    .references(() => countries.id),
  name: text().notNull(),
  position: integer().notNull(),
})

/** Suburbs to choose from, and whether they are in the delivery area. */
export const suburbs = pgTable(
  'suburbs',
  {
    regionId: integer('region_id')
      .notNull()
      .references(() => regions.id),
    name: text().notNull(),
    postCode: text('post_code').notNull(),
    inDeliveryArea: boolean('in_delivery_area').notNull(),
    position: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.regionId, table.name, table.postCode] })],
)

/**
 * What the office changes for the store as a whole: one row, with the values of the store's rules at the first start. The office reads and writes
 * them, and each request reads them.
 */
export const storeSettings = pgTable(
  'store_settings',
  {
    id: integer().primaryKey().default(1),
    /** For delivery methods without a fee of their own, to post codes without one. */
    standardDeliveryFee: cents('standard_delivery_fee').notNull(),
    minimumOrderLimit: cents('minimum_order_limit').notNull(),
    limitAreaShipping: boolean('limit_area_shipping').notNull(),
    calculateDeliveryFee: boolean('calculate_delivery_fee').notNull(),
  },
  table => [
    check('store_settings_one_row', sql`${table.id} = 1`),
    check('store_settings_fee', sql`${table.standardDeliveryFee} >= 0`),
    check('store_settings_minimum', sql`${table.minimumOrderLimit} >= 0`),
  ],
)

/** Delivery fees to post codes, for delivery methods without a fee of their own. */
export const postCodeFees = pgTable(
  'post_code_fees',
  { postCode: text('post_code').primaryKey(), fee: cents('fee').notNull() },
  table => [check('post_code_fees_fee', sql`${table.fee} >= 0`)],
)

/** The days of the week on which the store is open, in its time zone. */
export const openingHours = pgTable(
  'opening_hours',
  {
    /** 1 for Monday to 7 for Sunday. */
    weekday: integer().primaryKey(),
    opensAt: time('opens_at').notNull(),
    closesAt: time('closes_at').notNull(),
  },
  table => [
    check('opening_hours_weekday', sql`${table.weekday} between 1 and 7`),
    check('opening_hours_closes', sql`${table.closesAt} > ${table.opensAt}`),
  ],
)

/** Coupons; `discount` is hundredths of a percent, or cents. */
export const coupons = pgTable(
  'coupons',
  {
    code: text().primaryKey(),
    description: text().notNull(),
    discountType: text('discount_type').$type<'percent' | 'amount'>().notNull(),
    discount: integer().notNull(),
    minimumAmount: cents('minimum_amount'),
    usesLimit: integer('uses_limit'),
    used: integer().notNull().default(0),
    /** Null: from its beginning on. */
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
  },
  table => [
    check('coupons_discount', sql`${table.discount} > 0`),
    check('coupons_used', sql`${table.used} >= 0 and ${table.used} <= ${table.usesLimit}`),
  ],
)

/** Delivery methods; if `fee` is null the standard fee applies. */
export const deliveryMethods = pgTable('delivery_methods', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  fee: cents('fee'),
  needsAddress: boolean('needs_address').notNull(),
  /** For how many days its slots are offered, today included. */
  slotDays: integer('slot_days').notNull().default(7),
  position: integer().notNull(),
})

/**
 * The slots of a week, in the store's time zone: when orders of a delivery method are delivered or collected. A reservation locks the row of
 * its window, so that no more orders get a slot than its capacity.
 */
export const slotWindows = pgTable(
  'slot_windows',
  {
    methodId: text('method_id')
      .notNull()
      .references(() => deliveryMethods.id, { onDelete: 'cascade' }),
    /** 1 for Monday to 7 for Sunday. */
    weekday: integer().notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    /** Orders per slot. */
    capacity: integer().notNull(),
    /** Hours before the start after which it can't be ordered for. */
    cutOffHours: integer('cut_off_hours').notNull(),
  },
  table => [
    primaryKey({ columns: [table.methodId, table.weekday, table.startsAt] }),
    check('slot_windows_weekday', sql`${table.weekday} between 1 and 7`),
    check('slot_windows_ends', sql`${table.endsAt} > ${table.startsAt}`),
    check('slot_windows_capacity', sql`${table.capacity} >= 0`),
    check('slot_windows_cut_off', sql`${table.cutOffHours} >= 0`),
  ],
)

/** Days on which no slot is offered. */
export const closedDays = pgTable('closed_days', { day: date({ mode: 'string' }).primaryKey() })

/** The slot of an order or a payment, with its times as they were when it was reserved; null without one. */
const orderSlot = () => jsonb('slot').$type<OrderSlot>()
/** The id of the slot in a column; both tables have an index for it. */
export const slotIdIn = (column: AnyPgColumn) => sql<string>`(${column} ->> 'slotId')`

/** Customers. `emailKey` is the normalised email address; no two accounts share one. */
export const customers = pgTable('customers', {
  id: text().primaryKey(),
  email: text().notNull(),
  emailKey: text('email_key').notNull().unique(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  telephone: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  since: moment('since').notNull().defaultNow(),
})

/** Saved addresses. At most one per customer is the billing address. */
export const addresses = pgTable(
  'addresses',
  {
    id: text().primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    fields: jsonb().$type<AddressFields>().notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    telephone: text(),
    isBilling: boolean('bills').notNull().default(false),
    sequence: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  table => [
    index('addresses_by_customer').on(table.customerId, table.sequence),
    uniqueIndex('addresses_one_bills')
      .on(table.customerId)
      .where(sql`${table.isBilling}`),
  ],
)

/** Valid tokens: `id` is the token's `jti`. Deleting the row revokes the token. */
export const logins = pgTable(
  'logins',
  {
    id: text().primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** When the customer last entered the password. */
    authenticatedAt: moment('proven_at').notNull().defaultNow(),
    usedAt: moment('used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('logins_by_customer').on(table.customerId), index('logins_by_end').on(table.expiresAt)],
)

/** Products that customers have saved; `sequence` is in the order of saving. */
export const favourites = pgTable(
  'favourites',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    savedAt: moment('saved_at').notNull().defaultNow(),
    sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.productId] }),
    index('favourites_by_customer').on(table.customerId, table.sequence),
  ],
)

/** The shopping lists of customers. */
export const shoppingLists = pgTable(
  'shopping_lists',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    linkHash: text('link_hash'),
  },
  table => [
    uniqueIndex('shopping_lists_by_link').on(table.linkHash),
    uniqueIndex('shopping_lists_by_name').on(table.customerId, table.name),
  ],
)

/** The products on shopping lists; `sequence` is in the order in which they were added. */
export const shoppingListLines = pgTable(
  'shopping_list_lines',
  {
    listId: integer('list_id')
      .notNull()
      .references(() => shoppingLists.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  table => [
    primaryKey({ columns: [table.listId, table.productId] }),
    index('shopping_list_lines_by_product').on(table.productId),
  ],
)

/** Mailed links to reset a password. Only the hash of the token is stored. */
export const passwordResets = pgTable(
  'resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('resets_by_customer').on(table.customerId)],
)

/**
 * Mailed links that change a customer's email address: to a new one (`confirm`), or back to the old one (`undo`). Only the
 * hash of the token is stored.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    kind: text().$type<'confirm' | 'undo'>().notNull(),
    /** The address that the link sets. */
    email: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('email_changes_by_customer').on(table.customerId)],
)

/** Failed logins in a row, and until when the next one has to wait. `key` contains only a hash of account and network. */
export const loginFailures = pgTable('login_failures', {
  key: text().primaryKey(),
  count: integer().notNull(),
  waitsUntil: moment('waits_until').notNull(),
})

/** Attempts that count towards a rate limit, until `resetsAt`. `key` contains only a hash of the subject. */
export const attempts = pgTable('tries', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: timestamp('ends_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
})

/** Secrets shared by all gateways of the database. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() })

/** Carts of guests and customers. Ordering a cart deletes it, and with it its session id. */
export const carts = pgTable('carts', {
  sessionId: text('session_id').primaryKey(),
  lastUsedAt: moment('touched_at').notNull().defaultNow(),
  /** The owner: only their token opens the cart. Null for a guest's cart, which its session id opens. */
  customerId: text('customer_id')
    .unique()
    .references(() => customers.id, { onDelete: 'cascade' }),
})

/** Cart lines: one per product. */
export const cartLines = pgTable(
  'cart_lines',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => carts.sessionId, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    sequence: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
    substitution: substitution(),
    /** For the packer, as it was typed; null without one. */
    note: text(),
  },
  table => [
    check('cart_lines_substitution', isSubstitution(table.substitution)),
    check('cart_lines_note', isNote(table.note)),
    unique('cart_lines_one_a_product').on(table.sessionId, table.productId),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and 999`),
  ],
)

/** Placed orders with the prices of that time. A deferred trigger of migration 0001 checks the sum of the lines. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity({ startWith: 10001 }).unique(),
    requestId: text('request_id').notNull().unique(),
    sessionId: text('session_id').notNull().unique(),
    /** Null for a guest. */
    customerId: text('customer_id').references(() => customers.id),
    status: text().$type<OrderStatus>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    telephone: text().notNull(),
    billingAddress: jsonb('billing_address').$type<AddressFields>().notNull(),
    deliveryAddress: jsonb('delivery_address').$type<AddressFields>(),
    deliveryMethod: text('delivery_method').notNull(),
    slot: orderSlot(),
    subtotal: cents('subtotal').notNull(),
    discount: cents('discount').notNull(),
    couponCode: text('coupon_code').references(() => coupons.code),
    deliveryFee: cents('delivery_fee').notNull(),
    total: cents('total').notNull(),
    /** The most that was shown; null for an order without goods by weight. */
    most: cents('most'),
    /** The coupon as it was when the order was placed, without its minimum: the discount is calculated again when the order is changed, weighed or packed. */
    coupon: jsonb().$type<Coupon>(),
    paymentMethod: text('payment_method').$type<'online' | 'on-delivery'>().notNull(),
    paymentStatus: text('payment_status').$type<'pending' | 'authorized' | 'captured'>().notNull(),
    providerOrderId: text('provider_order_id').unique(),
    /** Who took the payment; null for payment on delivery. `sandbox` and `paypal-sandbox` move no money. */
    provider: text().$type<ProviderName>(),
    comment: text(),
    substitution: substitution(),
    /** When picking was finished; null before, and for an order that was packed without it. */
    pickedAt: moment('picked_at'),
    /** Increases with each change of the order after it was placed: a change that was decided on an older version is refused. */
    version: integer().notNull().default(0),
    /** When the receipt was mailed; null until then. */
    receiptSentAt: moment('mailed_at'),
    /** When each status was reached last, in ISO 8601. A trigger of migration 0040 sets it, so that no way of changing a status is without a time. */
    statusTimes: jsonb('status_times').$type<StatusTimes>().notNull().default({}),
    /** In the keys of links to the order's page: increasing it revokes them. */
    linkVersion: integer('link_version').notNull().default(0),
  },
  table => [
    check('orders_discount', sql`${table.discount} between 0 and ${table.subtotal}`),
    check('orders_substitution', isSubstitution(table.substitution)),
    check('orders_delivery_fee', sql`${table.deliveryFee} >= 0`),
    check('orders_total', sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.deliveryFee}`),
    check('orders_most', sql`${table.total} <= ${table.most}`),
    check('orders_online_is_paid', sql`${table.paymentMethod} <> 'online' or ${table.providerOrderId} is not null`),
    index('orders_by_coupon').on(table.couponCode),
    index('orders_unmailed')
      .on(table.createdAt)
      .where(sql`${table.receiptSentAt} is null`),
    index('orders_by_customer').on(table.customerId, table.number),
    index('orders_by_time').on(table.createdAt),
    index('orders_by_slot')
      .on(slotIdIn(table.slot))
      .where(sql`${table.slot} is not null`),
    // few of all orders: those of `npm run orders`
    index('orders_open')
      .on(table.number)
      .where(sql`${table.status} in ('received', 'preparing', 'on-its-way', 'ready-for-pickup')`),
  ],
)

/** Ordered products with the names, pictures and prices of that time. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    productId: integer('product_id').notNull(),
    productName: text('product_name').notNull(),
    productImage: text('product_image').notNull(),
    price: cents('price').notNull(),
    quantity: integer().notNull(),
    total: cents('total').notNull(),
    position: integer().notNull(),
    weighed: weighed(),
    /** What was weighed; null before, and for goods that are not sold by weight. */
    weighedGrams: integer('weighed_grams'),
    /** The multi-buy of that time; null if it had none. */
    multiBuy: multiBuy(),
    substitution: substitution(),
    /** For the packer. */
    note: text(),
    /** What becomes of the line when it is packed; null until that is decided. */
    picking: text({ enum: pickings }),
    substitute: jsonb().$type<StoredSubstitute>(),
    /** What is paid for a line that was replaced or left out; null for `total`. */
    charged: cents('charged'),
  },
  table => [
    primaryKey({ columns: [table.orderId, table.productId] }),
    check('order_lines_substitution', isSubstitution(table.substitution)),
    check('order_lines_note', isNote(table.note)),
    check('order_lines_picking', sql`${table.picking} in (${sql.raw(pickings.map(name => `'${name}'`).join(', '))})`),
    check('order_lines_charged', sql`${table.charged} between 0 and ${table.total}`),
    check('order_lines_weighed', isWeighed(table.weighed)),
    check('order_lines_multi_buy', isMultiBuy(table.multiBuy)),
    check(
      'order_lines_weighed_grams',
      sql`${table.weighedGrams} is null or (${table.weighedGrams} >= 0 and ${table.weighed} is not null)`,
    ),
    check('order_lines_quantity', sql`${table.quantity} between 1 and 999`),
    check(
      'order_lines_total',
      sql`${table.weighedGrams} is not null or ${table.total} = least(${table.price} * ${table.quantity}, ${table.quantity} / ${multiBuyPart(table.multiBuy, 'quantity')} * ${multiBuyPart(table.multiBuy, 'price')} + ${table.quantity} % ${multiBuyPart(table.multiBuy, 'quantity')} * ${table.price})`,
    ),
  ],
)

/**
 * Online payments, one per idempotency key, with the terms of the order as they were when the payment began.
 *
 * - `creating`: the provider's order is not known yet.
 * - `created`: no money is authorised (`authorized`) or captured (`captured`) yet.
 * - `pending`: the provider reviews the authorization or the capture, which can end either way.
 * - `failed`: the provider refused the capture of an order, or the release, permanently. The grocer is notified.
 * - `ending`: abandoned, or its order cancelled; what the provider holds is being released.
 * - `ended`: the provider holds nothing of it.
 */
export const payments = pgTable(
  'payments',
  {
    requestId: text('request_id').primaryKey(),
    sessionId: text('session_id').notNull(),
    /** Null for a guest, whose payment is identified by its session. */
    customerId: text('customer_id').references(() => customers.id),
    bodyHash: text('body_hash').notNull(),
    intent: text().$type<'authorize' | 'capture'>().notNull(),
    /** Who takes the payment; null for payments older than this column. */
    provider: text().$type<ProviderName>(),
    providerOrderId: text('provider_order_id').unique(),
    /** What is authorised: the total, or the most that goods by weight can cost. */
    amount: cents('amount').notNull(),
    /** The estimated total of goods by weight; null if the amount is the total. */
    estimate: cents('estimate'),
    currency: text().notNull(),
    state: text()
      .$type<'creating' | 'created' | 'pending' | 'authorized' | 'captured' | 'failed' | 'ending' | 'ended'>()
      .notNull(),
    authorizationId: text('authorization_id'),
    captureId: text('capture_id'),
    /** How often a card was declined; each further attempt needs a new key at the provider. */
    declines: integer().notNull().default(0),
    subtotal: cents('subtotal').notNull(),
    discount: cents('discount').notNull(),
    couponCode: text('coupon_code').references(() => coupons.code),
    deliveryFee: cents('delivery_fee').notNull(),
    slot: orderSlot(),
    /** As in `orders`. */
    coupon: jsonb().$type<Coupon>(),
    /** Whether it is not captured yet because its order has goods to weigh. */
    awaitsWeighing: boolean('awaits_weighing').notNull().default(false),
    /** What is captured, once everything is weighed; null for the whole amount. */
    captureAmount: cents('capture_amount'),
    /** What the changed or packed order comes to, or the most that it can, if it is less than what was captured or authorised; the rest is not kept. */
    finalAmount: cents('final_amount'),
    /** What was refunded of the captured amount. */
    refundedAmount: cents('refunded_amount').notNull().default(0),
    /** What the provider is being asked to refund: it stays the same until that is done, also if the order is changed meanwhile. Null for nothing. */
    refundingAmount: cents('refunding_amount'),
    /** Who gets the refund notice; null if there is none to send. */
    email: text(),
    /** Whether the buyer approved it: its reservations last longer then. */
    isApproved: boolean('approved').notNull().default(false),
    /** Hash of the network that began it; null for one that is not limited. */
    network: text(),
    /** When its reservations expire. */
    expiresAt: moment('ends_at').notNull(),
    /** When the settlement job checks it next; null if it is settled. */
    nextCheckAt: moment('next_check_at'),
    /** Failed attempts to settle it in its state, one after another. */
    attempts: integer().notNull().default(0),
    /** The provider's issue code, or the error code, of the last failed attempt. */
    problem: text(),
    orderId: text('order_id')
      .unique()
      .references(() => orders.id),
    /** Null for payments older than this column. */
    begunAt: moment('begun_at').defaultNow(),
  },
  table => [
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_discount', sql`${table.discount} between 0 and ${table.subtotal}`),
    check('payments_delivery_fee', sql`${table.deliveryFee} >= 0`),
    check(
      'payments_total',
      sql`coalesce(${table.estimate}, ${table.amount}) = ${table.subtotal} - ${table.discount} + ${table.deliveryFee}`,
    ),
    check('payments_estimate', sql`${table.estimate} <= ${table.amount}`),
    check('payments_refunding_amount', sql`${table.refundingAmount} > 0`),
    check('payments_capture_amount', sql`${table.captureAmount} between 1 and ${table.amount}`),
    check('payments_intent', sql`${table.intent} in ('authorize', 'capture')`),
    check(
      'payments_state',
      sql`${table.state} in ('creating', 'created', 'pending', 'authorized', 'captured', 'failed', 'ending', 'ended')`,
    ),
    check(
      'payments_are_at_the_provider',
      sql`${table.state} not in ('created', 'pending', 'authorized', 'captured') or ${table.providerOrderId} is not null`,
    ),
    check('payments_authorized', sql`${table.state} <> 'authorized' or ${table.authorizationId} is not null`),
    check('payments_captured', sql`${table.state} <> 'captured' or ${table.captureId} is not null`),
    check('payments_ordered_are_paid', sql`${table.orderId} is null or ${table.state} not in ('creating', 'created')`),
    index('payments_by_session').on(table.sessionId),
    index('payments_by_slot')
      .on(slotIdIn(table.slot))
      .where(sql`${table.slot} is not null and ${table.orderId} is null`),
    index('payments_unapproved')
      .on(table.network)
      .where(sql`${table.state} in ('creating', 'created') and not ${table.isApproved}`),
    index('payments_with_failures')
      .on(table.begunAt)
      .where(sql`${table.declines} > 0 or ${table.state} = 'failed'`),
    index('payments_by_next_check')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
  ],
)

/** Refunds of orders that members of staff decided on; not those that follow from picking or from cancelling. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    requestId: text('request_id').notNull().unique(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.requestId),
    amount: cents('amount').notNull(),
    reason: text({ enum: refundReasons }).notNull(),
    /** For the office alone. */
    note: text(),
    staffName: text('staff_name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    state: text().$type<RefundState>().notNull().default('pending'),
    /** When the provider is asked next; null once it has ended. */
    nextAttemptAt: moment('next_attempt_at').defaultNow(),
    attempts: integer().notNull().default(0),
    /** The provider's issue code, or the error code, of the last failed attempt. */
    problem: text(),
  },
  table => [
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_note', sql`length(${table.note}) between 1 and ${sql.raw(String(longestRefundNote))}`),
    check('refunds_state', sql`${table.state} in ('pending', 'done', 'refused', 'included')`),
    index('refunds_by_order').on(table.orderId),
    index('refunds_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
  ],
)

/** What shoppers report as wrong with an order that they got, and what staff answer. */
export const problemReports = pgTable(
  'problem_reports',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    kind: text({ enum: problemKinds }).notNull(),
    lines: jsonb().$type<StoredProblemLine[]>().notNull(),
    comment: text(),
    /** What staff have answered last; null until then, as the two next ones. */
    answer: text(),
    answeredBy: text('answered_by'),
    answeredAt: moment('answered_at'),
  },
  table => [
    check('problem_reports_kind', sql`${table.kind} in (${sql.raw(problemKinds.map(name => `'${name}'`).join(', '))})`),
    check('problem_reports_comment', sql`length(${table.comment}) between 1 and ${sql.raw(String(longestComment))}`),
    check('problem_reports_answer', sql`length(${table.answer}) between 1 and ${sql.raw(String(longestAnswer))}`),
    check(
      'problem_reports_answered',
      sql`(${table.answer} is null) = (${table.answeredAt} is null) and (${table.answer} is null) = (${table.answeredBy} is null)`,
    ),
    index('problem_reports_by_order').on(table.orderId),
    index('problem_reports_open')
      .on(table.orderId)
      .where(sql`${table.answer} is null`),
  ],
)

/** The photographs of reports: JPEG, encoded here, without metadata. Only staff see them. They are apart, so that a report is read without them. */
export const problemPhotographs = pgTable('problem_photographs', {
  reportId: text('report_id')
    .primaryKey()
    .references(() => problemReports.id, { onDelete: 'cascade' }),
  content: bytes('content').notNull(),
})

/** Stock reserved for payments without an order, with the prices of that time. */
export const reservations = pgTable(
  'holds',
  {
    requestId: text('request_id')
      .notNull()
      .references(() => payments.requestId),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    price: cents('price').notNull(),
    weighed: weighed(),
    multiBuy: multiBuy(),
  },
  table => [
    primaryKey({ columns: [table.requestId, table.productId] }),
    check('holds_quantity', sql`${table.quantity} between 1 and 999`),
    check('holds_price', sql`${table.price} >= 0`),
    check('holds_multi_buy', isMultiBuy(table.multiBuy)),
  ],
)

/** Events that the payment provider reported and that were carried out; it reports an event again until it is answered. */
export const providerEvents = pgTable('provider_events', {
  id: text().primaryKey(),
  receivedAt: moment('received_at').notNull().defaultNow(),
})

/**
 * Mails to send. A row is written in the transaction that the mail is about, and deleted when the mail server has
 * accepted it. An undeliverable mail keeps its row, without recipient and text, for 30 days.
 */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    /** Its subject for the log, without personal data: `receipt 10001`. */
    about: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    attempts: integer().notNull().default(0),
    /** When it is sent next; null if it is undeliverable. */
    dueAt: moment('due_at').defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the link in it expires: it is not sent after that. Null if it has none that expires. */
    expiresAt: moment('expires_at'),
    /** Why it was not sent or is undeliverable: the response or error code, and the SMTP command. Null while it is being sent. */
    problem: text(),
  },
  table => [
    index('mails_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
)

/** Reports of new orders that are still to be sent to the store's webhook. */
export const orderDeliveries = pgTable(
  'order_deliveries',
  {
    /** Sent with each attempt. */
    id: text().primaryKey(),
    orderNumber: bigint('order_number', { mode: 'number' }).notNull().unique(),
    attempts: integer().notNull().default(0),
    /** When it is sent next; null if it was given up. */
    dueAt: moment('due_at').defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  table => [
    index('order_deliveries_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
)

/**
 * Newsletter subscribers. An address is subscribed once its owner has opened the mailed link (`confirmedAt`). The token is in
 * the links to confirm and to unsubscribe.
 */
export const subscribers = pgTable('subscribers', {
  email: text().primaryKey(),
  since: moment('since').notNull().defaultNow(),
  confirmedAt: moment('confirmed_at'),
  /** When a link was mailed last. */
  askedAt: moment('asked_at'),
  token: text()
    .notNull()
    .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
})

/**
 * Requests for a mail when a product is in stock again. One counts once the owner of the address has confirmed it (`confirmedAt`), and ends with
 * its mail. The token is in the links to confirm and to end it.
 */
export const stockNotices = pgTable(
  'stock_notices',
  {
    email: text().notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The customer who has asked for it while logged in, with the address of the account; null for others. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    since: moment('since').notNull().defaultNow(),
    confirmedAt: moment('confirmed_at'),
    /** When a link was mailed last. */
    askedAt: moment('asked_at').notNull().defaultNow(),
    token: text()
      .notNull()
      .unique()
      .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
  },
  table => [
    primaryKey({ columns: [table.email, table.productId] }),
    index('stock_notices_by_product').on(table.productId),
    index('stock_notices_by_customer').on(table.customerId),
  ],
)

/** Answers by idempotency key: a repeated request gets the stored answer. */
export const idempotencyKeys = pgTable(
  'answers',
  {
    call: text().notNull(),
    requestId: text('request_id').notNull(),
    owner: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb().$type<object>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.call, table.requestId] }), index('answers_by_age').on(table.createdAt)],
)

/** The people who work in the office. `emailKey` is the normalised email address; no two accounts share one. */
export const staff = pgTable('staff', {
  id: text().primaryKey(),
  email: text().notNull(),
  emailKey: text('email_key').notNull().unique(),
  name: text().notNull(),
  role: text().$type<StaffRole>().notNull(),
  passwordHash: text('password_hash').notNull(),
  /** Until when the one-time password is valid; null once it was replaced. */
  oneTimeUntil: moment('one_time_until'),
  /** The secret of the second factor, in base 32; null before it is set up. */
  totpSecret: text('totp_secret'),
  /** Whether a code of the second factor was entered. */
  isTotpConfirmed: boolean('totp_confirmed').notNull().default(false),
  /** The 30 seconds of the last code that was accepted: it and older ones are refused. */
  totpStep: bigint('totp_step', { mode: 'number' }).notNull().default(0),
  since: moment('since').notNull().defaultNow(),
})

/** Codes that replace a code of the second factor once. Only their hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  table => [primaryKey({ columns: [table.staffId, table.codeHash] })],
)

/** Logins to the office: `id` is the hash of the token. Deleting the row revokes the token. */
export const staffLogins = pgTable(
  'staff_logins',
  {
    id: text().primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    step: text().$type<LoginStep>().notNull(),
    usedAt: moment('used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('staff_logins_by_staff').on(table.staffId)],
)

/** The file of goods that a member of staff has checked last, until it is a day old, and what it changes. */
export const imports = pgTable('imports', {
  staffId: text('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  id: text().notNull(),
  fileName: text('file_name').notNull(),
  content: text().notNull(),
  preview: jsonb().$type<StoredImport>().notNull(),
  checkedAt: moment('checked_at').notNull(),
})

/**
 * What was changed in the office and by the operator's commands. A trigger of migration 0027 refuses to change or delete a row. The name of the person
 * is kept as it was, also after the account was removed.
 */
export const changes = pgTable(
  'changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** Who made the change; 'Command' for one of the operator's commands. */
    staffName: text('staff_name').notNull(),
    /** The number of the order that was changed; null for other changes. */
    orderNumber: bigint('order_number', { mode: 'number' }),
    /** The product that was changed; null for other changes. No reference: a change outlasts its product. */
    productId: integer('product_id'),
    /** The setting that was changed, such as 'coupons/WELCOME10'; null for other changes. */
    setting: text(),
    /** What was changed, such as 'status of order 10001'. */
    what: text().notNull(),
    before: text(),
    after: text(),
  },
  table => [
    index('changes_by_order').on(table.orderNumber, table.id),
    index('changes_by_product').on(table.productId, table.id),
    index('changes_by_setting')
      .on(table.setting, table.id)
      .where(sql`${table.setting} is not null`),
  ],
)
