import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { integer, jsonb, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Database } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import {
  Declined,
  NotApproved,
  type NewProviderOrder,
  type PaymentProvider,
  type ProviderOrder,
} from '../payment-provider.ts'

/** What the shopper pays with: `slow` takes its time, `declined` is refused when money is to be moved. */
export type Card = 'good' | 'slow' | 'declined'

/** An order as the sandbox itself sees it. */
export interface SandboxOrder extends ProviderOrder {
  intent: NewProviderOrder['intent']
  /** What the shopper approved it with; null before. */
  card: Card | null
}

/** What a browser makes of an order by itself; `amount` in cents. */
export type BrowserOrder = Omit<NewProviderOrder, 'reference'>

/** The provider's own side: what its script and its window do. */
export interface Sandbox extends PaymentProvider {
  readOrder(id: string): Promise<SandboxOrder | null>
  /** Makes an order for a browser; the shop does not know of it yet. */
  createForBrowser(order: BrowserOrder, requestId: string): Promise<SandboxOrder>
  /** Changes the amount, in cents, of an order that a browser has made and nobody has approved; null for others. */
  reprice(id: string, amount: number): Promise<SandboxOrder | null>
  /** The shopper says yes, and with what. As long as no money moved another card may be taken; null once it did. */
  approve(id: string, card: Card): Promise<SandboxOrder | null>
  /**
   * Takes the money of an approved order whose browser does that itself.
   *
   * @throws Declined
   * @throws NotApproved
   */
  captureOrder(id: string, requestId: string): Promise<SandboxOrder>
}

// These tables are another company's: no migration of the shop knows them, no row of the shop points to them.
const sandboxSchema = pgSchema('sandbox')

const orders = sandboxSchema.table('orders', {
  id: text('id').primaryKey(),
  intent: text('intent').$type<SandboxOrder['intent']>().notNull(),
  status: text('status').$type<SandboxOrder['status']>().notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  /** The shop's key; null where a browser made the order. */
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

/** Any number that nobody else in the same database locks; "if not exists" alone fails for two that begin at once. */
const tablesLock = 7_316_002

async function createTables(database: Database): Promise<void> {
  await database.transaction(async transaction => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${tablesLock})`)
    for (const table of createStatements) await transaction.execute(table)
  })
}

/**
 * A payment provider of the shop's own, in place of a real one: it moves no money, and needs no network and no account.
 * It keeps its books in a schema of its own, and takes transactions of its own: never call it inside another one.
 *
 * @param slowness - milliseconds for which a slow card keeps the shop waiting
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
    async capture(authorizationId, requestId) {
      await waitForSlow(eq(orders.authorizationId, authorizationId), 'authorized')
      return capture(database, authorizationId, requestId)
    },
    void: (authorizationId, requestId) => voidAuthorization(database, authorizationId, requestId),
    refund: (captureId, requestId) => refund(database, captureId, requestId),
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

const capture = (database: Database, authorizationId: string, requestId: string): Promise<{ captureId: string }> =>
  runOnce(database, 'capture', requestId, { authorizationId }, async transaction => {
    const order = await lockOrder(transaction, eq(orders.authorizationId, authorizationId))
    if (order.captureId !== null) return { captureId: order.captureId }
    if (order.status !== 'authorized') throw new Error(`Nothing is set aside any more: the order is ${order.status}.`)
    const captureId = newId()
    await updateOrder(transaction, order, { status: 'captured', captureId })
    return { captureId }
  })

async function voidAuthorization(database: Database, authorizationId: string, requestId: string): Promise<void> {
  await runOnce(database, 'void', requestId, { authorizationId }, async transaction => {
    const isHeld = and(eq(orders.authorizationId, authorizationId), eq(orders.status, 'authorized'))
    await transaction.update(orders).set({ status: 'voided' }).where(isHeld)
    return {}
  })
}

async function refund(database: Database, captureId: string, requestId: string): Promise<void> {
  await runOnce(database, 'refund', requestId, { captureId }, async transaction => {
    const order = await lockOrder(transaction, eq(orders.captureId, captureId))
    await updateOrder(transaction, order, { status: 'refunded' })
    return {}
  })
}

/**
 * Whether the money of an order is to be moved now; false where it has been, or was let go.
 *
 * @throws Declined, NotApproved, and an Error where the order is meant for the other way
 */
function mustMoveMoney(order: Row, intent: Row['intent']): boolean {
  if (order.intent !== intent) throw new Error(`The order is there to ${order.intent}.`)
  if (order.status === 'created') throw new NotApproved('ORDER_NOT_APPROVED')
  if (order.status !== 'approved') return false
  if (order.card === 'declined') throw new Declined('INSTRUMENT_DECLINED')
  return true
}

/** An order that nobody else changes until the transaction is over. */
async function lockOrder(transaction: Database, where: SQL): Promise<Row> {
  const [row] = await transaction.select().from(orders).where(where).for('update')
  if (row === undefined) throw new Error('The sandbox knows no such order.')
  return row
}

async function updateOrder(transaction: Database, { id }: Row, to: Partial<Row>): Promise<SandboxOrder> {
  const [row] = await transaction.update(orders).set(to).where(eq(orders.id, id)).returning()
  return toSandboxOrder(row!)
}

/** Acts once for a key, in one transaction with the note of the answer; a twin waits for the first, and hears the same. */
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
        throw new Error('The request id was used for something else.')
      return known.answer as Answer
    }
    const answer = await work(transaction)
    await transaction.update(requests).set({ answer }).where(isKey)
    return answer
  })
}

/** An order without whom it is for: that is between the shop and its own books. */
function toSandboxOrder({ id, intent, status, amount, currency, card, authorizationId, captureId }: Row): SandboxOrder {
  return { id, intent, status, amount, currency, card, authorizationId, captureId }
}

/** What the port tells: whose card it was is the provider's own business. */
function toProviderOrder({ id, status, amount, currency, authorizationId, captureId }: SandboxOrder): ProviderOrder {
  return { id, status, amount, currency, authorizationId, captureId }
}
