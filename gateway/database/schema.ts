import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { AddressFields } from '#contract/address'
import type { OrderStatus } from '#contract/order'

/** What a product's pictures are drawn from, as JSON. Only the store's `PictureSource` knows its shape. */
export type ProductArt = object

// The tables. After a change: npx drizzle-kit generate --dialect postgresql --schema gateway/database/schema.ts
// --out gateway/database/migrations --name what-changed. Migrations that are out in the world are never rewritten.

/** Money is whole cents everywhere in the database. */
const cents = (name: string) => integer(name)
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Aisles, and the shelves within them. */
export const categories = pgTable('categories', {
  id: integer().primaryKey(),
  parentId: integer('parent_id').references((): AnyPgColumn => categories.id),
  title: text().notNull(),
  image: text(),
  position: integer().notNull(),
})

/** Makers; a rank puts one among the top ten. */
export const brands = pgTable('brands', {
  id: integer().primaryKey(),
  name: text().notNull(),
  rank: integer(),
  position: integer().notNull(),
})

/** What is sold. `document` is what searches look at; a trigger of migration 0001 keeps it. */
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
    document: tsvector('document'),
  },
  table => [
    check('products_price', sql`${table.price} >= 0`),
    check('products_special_price', sql`${table.specialPrice} >= 0 and ${table.specialPrice} < ${table.price}`),
    check('products_stock', sql`${table.stock} >= 0`),
    index('products_by_category').on(table.categoryId, table.position),
    index('products_by_brand').on(table.brandId, table.position),
    index('products_featured')
      .on(table.featured)
      .where(sql`${table.featured} is not null`),
    index('products_by_document').using('gin', table.document),
  ],
)

/** Which products go with which, in order. */
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

/** Every word of a name, brand or keyword: what a misspelt word is compared with. A trigger keeps it. */
export const searchWords = pgTable('search_words', { word: text().primaryKey() })

/** Pictures on top of the product list. */
export const banners = pgTable('banners', {
  id: integer().primaryKey(),
  image: text().notNull(),
  alt: text().notNull(),
  href: text().notNull(),
})

/** Countries that orders come from. */
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

/** Suburbs to choose from, and which of them the shop delivers to where its area is limited. */
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

/** Discounts; `discount` is hundredths of a percent, or cents. */
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
    endsAt: moment('ends_at'),
  },
  table => [
    check('coupons_code', sql`${table.code} = upper(${table.code})`),
    check('coupons_discount', sql`${table.discount} > 0`),
    check('coupons_used', sql`${table.used} >= 0 and ${table.used} <= ${table.usesLimit}`),
  ],
)

/** Ways for an order to reach its shopper; without a fee the standard one holds. */
export const deliveryMethods = pgTable('delivery_methods', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  fee: cents('fee'),
  needsAddress: boolean('needs_address').notNull(),
  position: integer().notNull(),
})

/** Who has an account. `emailKey` is the address as it is compared: no two accounts share one. */
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

/** The address books. One address of a customer bills, and which one it is stands with it. */
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

/** A row for every token that is good (its `jti`); without its row a token is good for nothing. */
export const logins = pgTable(
  'logins',
  {
    id: text().primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** When the customer last showed the password. */
    authenticatedAt: moment('proven_at').notNull().defaultNow(),
    usedAt: moment('used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('logins_by_customer').on(table.customerId), index('logins_by_end').on(table.expiresAt)],
)

/** Links that were mailed to change a forgotten password. The token itself is in the mail alone. */
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

/** How often somebody tried something in the minute that `endsAt` ends; of whom, only a hash is kept. */
export const attempts = pgTable('tries', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: timestamp('ends_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
})

/** What the gateways of one database share and nobody else may know. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() })

/** Carts, of visitors and of customers. One that was ordered is gone, and its session id with it. */
export const carts = pgTable('carts', {
  sessionId: text('session_id').primaryKey(),
  lastUsedAt: moment('touched_at').notNull().defaultNow(),
  /** Whose cart it is; it is then opened by their token alone. Null for a visitor's, which its session id opens. */
  customerId: text('customer_id')
    .unique()
    .references(() => customers.id, { onDelete: 'cascade' }),
})

/** What is in the carts: one line a product. */
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
  },
  table => [
    unique('cart_lines_one_a_product').on(table.sessionId, table.productId),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and 999`),
  ],
)

/** Placed orders, priced as they were. A deferred trigger of migration 0001 adds up their lines. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity({ startWith: 10001 }).unique(),
    requestId: text('request_id').notNull().unique(),
    sessionId: text('session_id').notNull().unique(),
    /** Who ordered; null for a guest. */
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
    subtotal: cents('subtotal').notNull(),
    discount: cents('discount').notNull(),
    couponCode: text('coupon_code').references(() => coupons.code),
    deliveryFee: cents('delivery_fee').notNull(),
    total: cents('total').notNull(),
    paymentMethod: text('payment_method').$type<'online' | 'on-delivery'>().notNull(),
    paymentStatus: text('payment_status').$type<'pending' | 'authorized' | 'captured'>().notNull(),
    providerOrderId: text('provider_order_id').unique(),
    comment: text(),
    /** When its confirmation was mailed. */
    receiptSentAt: moment('mailed_at'),
  },
  table => [
    check('orders_discount', sql`${table.discount} between 0 and ${table.subtotal}`),
    check('orders_delivery_fee', sql`${table.deliveryFee} >= 0`),
    check('orders_total', sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.deliveryFee}`),
    check('orders_online_is_paid', sql`${table.paymentMethod} <> 'online' or ${table.providerOrderId} is not null`),
    index('orders_by_coupon').on(table.couponCode),
    index('orders_unmailed')
      .on(table.createdAt)
      .where(sql`${table.receiptSentAt} is null`),
    index('orders_by_customer').on(table.customerId, table.number),
  ],
)

/** What was ordered, with the names, pictures and prices of that moment. */
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
  },
  table => [
    primaryKey({ columns: [table.orderId, table.productId] }),
    check('order_lines_quantity', sql`${table.quantity} between 1 and 999`),
    check('order_lines_total', sql`${table.total} = ${table.price} * ${table.quantity}`),
  ],
)

/**
 * Payments online, one a wish, with the order's terms as they were when it began.
 *
 * `creating` until the provider's order is known, `created` until the money is set aside (`authorized`) or taken
 * (`captured`). One that is given up is `ending` until the provider has been seen to hold nothing of it, then `ended`.
 */
export const payments = pgTable(
  'payments',
  {
    requestId: text('request_id').primaryKey(),
    sessionId: text('session_id').notNull(),
    /** Who pays; null for a guest, whose payment is opened by the provider's id alone. */
    customerId: text('customer_id').references(() => customers.id),
    bodyHash: text('body_hash').notNull(),
    intent: text().$type<'authorize' | 'capture'>().notNull(),
    providerOrderId: text('provider_order_id').unique(),
    amount: cents('amount').notNull(),
    currency: text().notNull(),
    state: text().$type<'creating' | 'created' | 'authorized' | 'captured' | 'ending' | 'ended'>().notNull(),
    authorizationId: text('authorization_id'),
    captureId: text('capture_id'),
    /** How often the shopper's way to pay was declined: each next one is another question to the provider. */
    declines: integer().notNull().default(0),
    subtotal: cents('subtotal').notNull(),
    discount: cents('discount').notNull(),
    couponCode: text('coupon_code').references(() => coupons.code),
    deliveryFee: cents('delivery_fee').notNull(),
    /** Whom to write to when money is let go that nobody has been told of; null once there is nothing to write. */
    email: text(),
    /** How long what it holds is kept for an order. */
    expiresAt: moment('ends_at').notNull(),
    /** When the sweep looks at it next; null where there is nothing left to do. */
    nextCheckAt: moment('look_at'),
    orderId: text('order_id')
      .unique()
      .references(() => orders.id),
  },
  table => [
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_discount', sql`${table.discount} between 0 and ${table.subtotal}`),
    check('payments_delivery_fee', sql`${table.deliveryFee} >= 0`),
    check('payments_total', sql`${table.amount} = ${table.subtotal} - ${table.discount} + ${table.deliveryFee}`),
    check('payments_intent', sql`${table.intent} in ('authorize', 'capture')`),
    check(
      'payments_state',
      sql`${table.state} in ('creating', 'created', 'authorized', 'captured', 'ending', 'ended')`,
    ),
    check(
      'payments_are_at_the_provider',
      sql`${table.state} not in ('created', 'authorized', 'captured') or ${table.providerOrderId} is not null`,
    ),
    check('payments_authorized', sql`${table.state} <> 'authorized' or ${table.authorizationId} is not null`),
    check('payments_captured', sql`${table.state} <> 'captured' or ${table.captureId} is not null`),
    check('payments_ordered_are_paid', sql`${table.orderId} is null or ${table.state} in ('authorized', 'captured')`),
    index('payments_by_session').on(table.sessionId),
    index('payments_by_look')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
  ],
)

/** What is taken from the shelf for payments that have no order yet, at the prices of that moment. */
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
  },
  table => [
    primaryKey({ columns: [table.requestId, table.productId] }),
    check('holds_quantity', sql`${table.quantity} between 1 and 999`),
    check('holds_price', sql`${table.price} >= 0`),
  ],
)

/** Who wants the newsletter. */
export const subscribers = pgTable('subscribers', {
  email: text().primaryKey(),
  since: moment('since').notNull().defaultNow(),
})

/** Wishes that were settled: the same key asks for the same answer, and nothing happens twice. */
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
