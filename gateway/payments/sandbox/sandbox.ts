import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { integer, jsonb, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Database } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import {
  Declined,
  NotApproved,
  ProviderRefusal,
  type Capture,
  type NewProviderOrder,
  type PaymentProvider,
  type ProviderOrder,
  type Refund,
} from '../payment-provider.ts'

/** The card: `slow` delays answers, `declined` is refused when money is to be moved. */
export type Card = 'good' | 'slow' | 'declined'

/** An order with the data that only the sandbox has. */
export interface SandboxOrder extends ProviderOrder {
  /** The card it was approved with; null before. */
  card: Card | null
}

/** An order created by a browser; `amount` in cents. */
export type BrowserOrder = Omit<NewProviderOrder, 'reference'>

/** The API of the sandbox's own script and window. */
export interface Sandbox extends PaymentProvider {
  readOrder(id: string): Promise<SandboxOrder | null>
  /** Creates an order for a browser, before the shop has one. */
  createForBrowser(order: BrowserOrder, requestId: string): Promise<SandboxOrder>
  /**
   * Changes the amount, in cents, of an order that a browser created and that is not approved yet. Returns null for other
   * orders.
   */
  reprice(id: string, amount: number): Promise<SandboxOrder | null>
  /** Approves an order with a card. The card can be changed until money moves; afterwards returns null. */
  approve(id: string, card: Card): Promise<SandboxOrder | null>
  /**
   * Captures an approved order for the browser.
   *
   * @throws Declined
   * @throws NotApproved
   */
  captureOrder(id: string, requestId: string): Promise<SandboxOrder>
}

// The sandbox acts as another company: no migration of the shop contains its tables, and no row refers to them.
const sandboxSchema = pgSchema('sandbox')

const orders = sandboxSchema.table('orders', {
  id: text('id').primaryKey(),
  intent: text('intent').$type<SandboxOrder['intent']>().notNull(),
  status: text('status').$type<SandboxOrder['status']>().notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  /** The shop's idempotency key; null if a browser created the order. */
  reference: text('reference'),
  card: text('card').$type<Card>(),
  authorizationId: text('authorization_id').unique(),
  captureId: text('capture_id').unique(),
})
type Row = typeof orders.$inferSelect

const requests = sandboxSchema.table(
  'requests',
  {
    act: text('act').notNull(),
    requestId: text('request_id').notNull(),
    asked: text('asked').notNull(),
    answer: jsonb('answer').$type<object>(),
  },
  table => [primaryKey({ columns: [table.act, table.requestId] })],
)

const createStatements = [
  sql`create schema if not exists sandbox`,
  sql`create table if not exists sandbox.orders (
    id text primary key,
    intent text not null,
    status text not null,
    amount integer not null check (amount > 0),
    currency text not null,
    reference text,
    card text,
    authorization_id text unique,
    capture_id text unique
  )`,
  sql`create table if not exists sandbox.requests (
    act text not null,
    request_id text not null,
    asked text not null,
    answer jsonb,
    primary key (act, request_id)
  )`,
]

/**
 * An arbitrary number that nothing else in the database locks. `if not exists` alone fails when two gateways start
 * together.
 */
const tablesLock = 7_316_002

async function createTables(database: Database): Promise<void> {
  await database.transaction(async transaction => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${tablesLock})`)
    for (const table of createStatements) await transaction.execute(table)
  })
}

/**
 * A payment provider for development and tests: it moves no money, and needs no network and no account. It has its own
 * schema and its own transactions: never call it within a transaction.
 *
 * @param slowness - milliseconds that a slow card delays an answer
 */
export async function createSandbox(database: Database, slowness = 10_000): Promise<Sandbox> {
  await createTables(database)
  const readOrder = async (id: string) => {
    const [row] = await database.select().from(orders).where(eq(orders.id, id))
    return row ? toSandboxOrder(row) : null
  }
  const waitForSlow = async (where: SQL, status: Row['status']) => {
    const slow = and(where, eq(orders.card, 'slow'), eq(orders.status, status))
    const [row] = await database.select({ id: orders.id }).from(orders).where(slow)
    if (row) await pause(slowness)
  }
  return {
    name: 'sandbox',
    readOrder,
    read: async id => readOrder(id).then(order => order && toProviderOrder(order)),
    create: async (order, requestId) => toProviderOrder(await create(database, order, requestId)),
    createForBrowser: (order, requestId) => create(database, { ...order, reference: null }, requestId),
    reprice: (id, amount) => reprice(database, id, amount),
    approve: (id, card) => approve(database, id, card),
    async authorize(id, requestId) {
      await waitForSlow(eq(orders.id, id), 'approved')
      return toProviderOrder(await authorize(database, id, requestId))
    },
    async captureOrder(id, requestId) {
      await waitForSlow(eq(orders.id, id), 'approved')
      return captureOrder(database, id, requestId)
    },
    async capture(authorizationId, requestId, part) {
      await waitForSlow(eq(orders.authorizationId, authorizationId), 'authorized')
      return capture(database, authorizationId, requestId, part?.amount)
    },
    void: (authorizationId, requestId) => voidAuthorization(database, authorizationId, requestId),
    refund: (captureId, requestId, part) => refund(database, captureId, requestId, part?.amount ?? null),
  }
}

type Made = BrowserOrder & { reference: string | null }

const create = (database: Database, order: Made, requestId: string): Promise<SandboxOrder> => {
  const { intent, amount, currency, reference } = order
  const asked = { intent, amount, currency, reference }
  return runOnce(database, 'create', requestId, asked, async transaction => {
    const [row] = await transaction
      .insert(orders)
      .values({ ...asked, id: newId(), status: 'created' })
      .returning()
    return toSandboxOrder(row!)
  })
}

async function reprice(database: Database, id: string, amount: number): Promise<SandboxOrder | null> {
  const isBrowsers = and(eq(orders.id, id), eq(orders.status, 'created'), isNull(orders.reference))
  const [row] = await database.update(orders).set({ amount }).where(isBrowsers).returning()
  return row ? toSandboxOrder(row) : null
}

async function approve(database: Database, id: string, card: Card): Promise<SandboxOrder | null> {
  const isOpen = and(eq(orders.id, id), inArray(orders.status, ['created', 'approved']))
  const [row] = await database.update(orders).set({ status: 'approved', card }).where(isOpen).returning()
  return row ? toSandboxOrder(row) : null
}

const authorize = (database: Database, id: string, requestId: string): Promise<SandboxOrder> =>
  runOnce(database, 'authorize', requestId, { id }, async transaction => {
    const order = await lockOrder(transaction, eq(orders.id, id))
    if (!mustMoveMoney(order, 'authorize')) return toSandboxOrder(order)
    return updateOrder(transaction, order, { status: 'authorized', authorizationId: newId() })
  })

const captureOrder = (database: Database, id: string, requestId: string): Promise<SandboxOrder> =>
  runOnce(database, 'capture order', requestId, { id }, async transaction => {
    const order = await lockOrder(transaction, eq(orders.id, id))
    if (!mustMoveMoney(order, 'capture')) return toSandboxOrder(order)
    return updateOrder(transaction, order, { status: 'captured', captureId: newId() })
  })

/** @param amount - cents, at most what is authorised; undefined for all of it */
const capture = (
  database: Database,
  authorizationId: string,
  requestId: string,
  amount: number | undefined,
): Promise<Capture> =>
  runOnce(database, 'capture', requestId, { authorizationId, amount }, async transaction => {
    const order = await lockOrder(transaction, eq(orders.authorizationId, authorizationId))
    if (order.captureId !== null) return { captureId: order.captureId, isPending: false }
    if (order.status !== 'authorized')
      throw new ProviderRefusal(
        `Nothing is authorised any more: the order is ${order.status}.`,
        'AUTHORIZATION_VOIDED',
        true,
      )
    if (amount !== undefined && amount > order.amount)
      throw new ProviderRefusal('More than is authorised.', 'MAX_CAPTURE_AMOUNT_EXCEEDED', true)
    const captureId = newId()
    await updateOrder(transaction, order, { status: 'captured', captureId, amount: amount ?? order.amount })
    return { captureId, isPending: false }
  })

async function voidAuthorization(database: Database, authorizationId: string, requestId: string): Promise<void> {
  await runOnce(database, 'void', requestId, { authorizationId }, async transaction => {
    const isHeld = and(eq(orders.authorizationId, authorizationId), eq(orders.status, 'authorized'))
    await transaction.update(orders).set({ status: 'voided' }).where(isHeld)
    return {}
  })
}

/** @param part - cents; null for all that is left */
async function refund(database: Database, captureId: string, requestId: string, part: number | null): Promise<Refund> {
  await runOnce(
    database,
    'refund',
    requestId,
    part === null ? { captureId } : { captureId, part },
    async transaction => {
      const order = await lockOrder(transaction, eq(orders.captureId, captureId))
      // as PayPal: what is left of a capture that was refunded in full is nothing
      if (part !== null && order.status === 'refunded')
        throw new ProviderRefusal('Everything was refunded before.', 'CAPTURE_FULLY_REFUNDED', true)
      const left = order.amount - (part ?? order.amount)
      if (left < 0) throw new ProviderRefusal('More than was captured.', 'REFUND_AMOUNT_EXCEEDED', true)
      await updateOrder(transaction, order, left > 0 ? { amount: left } : { status: 'refunded' })
      return {}
    },
  )
  return { isPending: false }
}

/**
 * Whether the money of an order must be moved now; false if it was moved or released.
 *
 * @throws Declined, NotApproved, or an Error if the order has the other intent
 */
function mustMoveMoney(order: Row, intent: Row['intent']): boolean {
  if (order.intent !== intent)
    throw new ProviderRefusal(`The intent of the order is ${order.intent}.`, 'ACTION_DOES_NOT_MATCH_INTENT', true)
  if (order.status === 'created') throw new NotApproved('ORDER_NOT_APPROVED')
  if (order.status !== 'approved') return false
  if (order.card === 'declined') throw new Declined('INSTRUMENT_DECLINED')
  return true
}

/** Locks an order until the transaction ends. */
async function lockOrder(transaction: Database, where: SQL): Promise<Row> {
  const [row] = await transaction.select().from(orders).where(where).for('update')
  if (row === undefined) throw new ProviderRefusal('The sandbox has no such order.', 'RESOURCE_NOT_FOUND', true)
  return row
}

async function updateOrder(transaction: Database, { id }: Row, to: Partial<Row>): Promise<SandboxOrder> {
  const [row] = await transaction.update(orders).set(to).where(eq(orders.id, id)).returning()
  return toSandboxOrder(row!)
}

/**
 * Executes once for a key, in one transaction with the stored answer; a concurrent request waits and gets the same
 * answer.
 */
async function runOnce<Answer extends object>(
  database: Database,
  act: string,
  requestId: string,
  question: object,
  work: (transaction: Database) => Promise<Answer>,
): Promise<Answer> {
  const asked = JSON.stringify(question)
  const isKey = and(eq(requests.act, act), eq(requests.requestId, requestId))
  return database.transaction(async transaction => {
    const claimed = await transaction
      .insert(requests)
      .values({ act, requestId, asked })
      .onConflictDoNothing()
      .returning({ act: requests.act })
    if (claimed.length === 0) {
      const [known] = await transaction.select().from(requests).where(isKey)
      if (known?.asked !== asked || known.answer === null)
        throw new ProviderRefusal('The request id was used for something else.', 'DUPLICATE_REQUEST_ID', true)
      return known.answer as Answer
    }
    const answer = await work(transaction)
    await transaction.update(requests).set({ answer }).where(isKey)
    return answer
  })
}

/** Leaves out `reference`, which is the shop's own. */
function toSandboxOrder({ id, intent, status, amount, currency, card, authorizationId, captureId }: Row): SandboxOrder {
  return { id, intent, status, isOwn: true, amount, currency, card, authorizationId, captureId }
}

/** Leaves out the card, which only the provider has. */
function toProviderOrder(order: SandboxOrder): ProviderOrder {
  const { id, status, intent, isOwn, amount, currency, authorizationId, captureId } = order
  return { id, status, intent, isOwn, amount, currency, authorizationId, captureId }
}
