import { createHash } from 'node:crypto'
import { and, eq, lt, not, or, sql } from 'drizzle-orm'
import { toCents, toDollars } from '#contract/money'
import type { Database } from '../database/database.ts'
import { notFound, Refused } from './refusals.ts'
import { idempotencyKeys } from '../database/schema.ts'

export interface Requester {
  sessionId: string | null
  customerId: string | null
}

/** A request that is executed once for its key. */
export interface IdempotentRequest {
  /** Keys of different calls do not collide. */
  call:
    | 'POST /cart'
    | 'POST /cart/lines'
    | 'POST /favourites'
    | 'POST /lists'
    | 'POST /order'
    | 'POST /order/cancel'
    | 'POST /order/change'
    | 'POST /order/problem'
    | 'POST /stock-notices'
    | 'POST /customer-address/create'
  requestId: string
  /** The answer is repeated only to the session or customer that sent the first request. */
  requester: Requester
  body: unknown
}

/**
 * Executes a request once for its idempotency key, in one transaction with the stored answer.
 *
 * The unique key makes a concurrent request wait for the first. It then returns the stored answer or, if the first was
 * rolled back, executes. A soft refusal is stored like an answer: its changes are rolled back, the key stays.
 *
 * @returns the body of the answer
 * @throws Refused 409 if the key was used for another request
 */
export async function runOnce(
  database: Database,
  request: IdempotentRequest,
  act: (transaction: Database) => Promise<object>,
): Promise<object> {
  const { call, requestId, requester, body } = request
  const note = { call, requestId, owner: ownersOf(requester)[0]!, bodyHash: hashBody(body) }
  return database.transaction(async transaction => {
    const claimed = await transaction
      .insert(idempotencyKeys)
      .values(note)
      .onConflictDoNothing()
      .returning({ call: idempotencyKeys.call })
    if (claimed.length === 0) return readAnswer(transaction, request)
    const answer = await answerOrRefusal(() => transaction.transaction(act))
    await transaction.update(idempotencyKeys).set({ answer }).where(isKey(note))
    return answer
  })
}

/** A key without its request. */
export type IdempotencyKey = Omit<IdempotentRequest, 'body'>

/** The stored body hash of a key that was discarded before its request arrived: any request gets the stored answer, whatever its body. */
const discarded = ''

/**
 * Discards a key: a request that arrives later is not executed. Waits for a concurrent request with the key.
 *
 * @param answer - of a later request
 * @returns the answer that the key has: an earlier one, or `answer`
 * @throws Refused 404 for another requester's key
 */
export async function discardKey(
  transaction: Database,
  { call, requestId, requester }: IdempotencyKey,
  answer: object,
): Promise<object> {
  const owners = ownersOf(requester)
  await transaction
    .insert(idempotencyKeys)
    .values({ call, requestId, owner: owners[0]!, bodyHash: discarded, answer })
    .onConflictDoNothing()
  const [key] = await transaction.select().from(idempotencyKeys).where(isKey({ call, requestId }))
  if (!owners.includes(key!.owner)) throw notFound()
  return key!.answer!
}

/** The answer to every request with a discarded key; null for other keys. */
export async function readDiscarded(database: Database, key: Pick<IdempotencyKey, 'call' | 'requestId'>) {
  const [known] = await database.select().from(idempotencyKeys).where(isKey(key))
  return known?.bodyHash === discarded ? known.answer : null
}

/** Whether the key was used or discarded before. */
export async function hasKey(database: Database, key: Pick<IdempotencyKey, 'call' | 'requestId'>): Promise<boolean> {
  const rows = await database.select({ call: idempotencyKeys.call }).from(idempotencyKeys).where(isKey(key))
  return rows.length > 0
}

/**
 * Deletes answers older than 2 days, and keys discarded 30 days ago. Answers with an order stay: their keys must never be
 * executed again.
 */
export async function deleteOldAnswers(database: Database): Promise<void> {
  const isOrder = and(eq(idempotencyKeys.call, 'POST /order'), sql`${idempotencyKeys.answer} ->> 'data' is not null`)
  const isOld = lt(idempotencyKeys.createdAt, sql`now() - interval '2 days'`)
  const wasDiscarded = eq(idempotencyKeys.bodyHash, discarded)
  const isVeryOld = lt(idempotencyKeys.createdAt, sql`now() - interval '30 days'`)
  await database
    .delete(idempotencyKeys)
    .where(and(not(sql`coalesce(${isOrder}, false)`), isOld, or(not(wasDiscarded), isVeryOld)))
}

const isKey = ({ call, requestId }: Pick<IdempotentRequest, 'call' | 'requestId'>) =>
  and(eq(idempotencyKeys.call, call), eq(idempotencyKeys.requestId, requestId))

/** The answer belongs to the customer and to the session, so that a guest who logs in before retrying gets it. */
const ownersOf = ({ sessionId, customerId }: Requester): string[] => [
  ...(customerId === null ? [] : [`customer:${customerId}`]),
  `session:${sessionId ?? ''}`,
]

export const keyReused = (): Refused => new Refused(409, 'This requestId was used for another request.')

async function readAnswer(transaction: Database, request: IdempotentRequest): Promise<object> {
  const [known] = await transaction.select().from(idempotencyKeys).where(isKey(request))
  const isOwn = known && ownersOf(request.requester).includes(known.owner)
  const isSame = isOwn && (known.bodyHash === discarded || isHashOf(known.bodyHash, request.body))
  if (!isSame || known.answer === null) throw keyReused()
  return known.answer
}

async function answerOrRefusal(act: () => Promise<object>): Promise<object> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refused && error.httpStatus === 200) return error.answer
    throw error
  }
}

/**
 * Hashes a body of the contract's fields. What means the same has one hash: the order of keys, a field that is absent, null or
 * empty, and amounts that are the same to the cent do not matter.
 */
export const hashBody = (body: unknown): string => hashText(JSON.stringify(body, canonical))

/** Whether a stored hash is of this body. Keys that were used before an update of the gateway have the hash of that time. */
export const isHashOf = (hash: string, body: unknown): boolean =>
  hash === hashBody(body) || hash === hashText(JSON.stringify(body, sortKeys))

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url')

const canonical = (_key: string, value: unknown): unknown => {
  if (typeof value === 'number') return Math.abs(value) < 1e12 ? toDollars(toCents(value)) : value
  const sorted = sortKeys('', value)
  if (sorted === value) return value
  return Object.fromEntries(Object.entries(sorted as object).filter(([, one]) => one !== null && one !== ''))
}

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
