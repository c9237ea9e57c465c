import { createHash } from 'node:crypto'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { Refused } from './refusals.ts'
import { idempotencyKeys } from '../database/schema.ts'

/** A session, a customer, or a customer with a session. */
export interface Requester {
  sessionId: string | null
  customerId: string | null
}

/** One wish of a client: what it must not do twice. */
export interface IdempotentRequest {
  /** The call; keys are kept apart by it. */
  call: 'POST /cart' | 'POST /order'
  requestId: string
  /** Who asked: nobody else is given the answer. */
  requester: Requester
  body: unknown
}

/**
 * Acts once for a wish, in one transaction with the note of its answer.
 *
 * The note's unique key makes a twin wait until the first has settled; then it reads the answer of the first, or, where
 * the first was rolled back, acts itself. A soft refusal is an answer too: what the act had done is undone, the note stays.
 *
 * @returns the answer's body
 * @throws Refused 409 when the key was used for another wish
 */
export async function runOnce(
  database: Database,
  wish: IdempotentRequest,
  act: (transaction: Database) => Promise<object>,
): Promise<object> {
  const { call, requestId, requester, body } = wish
  const note = { call, requestId, owner: ownersOf(requester)[0]!, bodyHash: hashBody(body) }
  return database.transaction(async transaction => {
    const claimed = await transaction
      .insert(idempotencyKeys)
      .values(note)
      .onConflictDoNothing()
      .returning({ call: idempotencyKeys.call })
    if (claimed.length === 0) return readAnswer(transaction, wish)
    const answer = await answerOrRefusal(() => transaction.transaction(act))
    await transaction.update(idempotencyKeys).set({ answer }).where(isKey(note))
    return answer
  })
}

/** Forgets answers older than two days; those of orders stay as long as the orders, whose keys are used up for good. */
export async function deleteOldAnswers(database: Database): Promise<void> {
  await database
    .delete(idempotencyKeys)
    .where(and(ne(idempotencyKeys.call, 'POST /order'), lt(idempotencyKeys.createdAt, sql`now() - interval '2 days'`)))
}

const isKey = ({ call, requestId }: Pick<IdempotentRequest, 'call' | 'requestId'>) =>
  and(eq(idempotencyKeys.call, call), eq(idempotencyKeys.requestId, requestId))

/** The answer is the customer's, and the session's: who logged in before trying again is the same person. */
const ownersOf = ({ sessionId, customerId }: Requester): string[] => [
  ...(customerId === null ? [] : [`customer:${customerId}`]),
  `session:${sessionId ?? ''}`,
]

/** A key stands for one wish. */
export const keyReused = (): Refused => new Refused(409, 'This requestId was used for another request.')

async function readAnswer(transaction: Database, wish: IdempotentRequest): Promise<object> {
  const [known] = await transaction.select().from(idempotencyKeys).where(isKey(wish))
  const isSame = known && ownersOf(wish.requester).includes(known.owner) && known.bodyHash === hashBody(wish.body)
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

/** The same for two bodies that say the same, in whatever order. */
export const hashBody = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body, sortKeys)).digest('base64url')

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
