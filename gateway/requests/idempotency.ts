import { createHash } from 'node:crypto'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { Refused } from './refusals.ts'
import { answers } from '../database/schema.ts'

/** A session, a customer, or a customer with a session. */
export interface Asker {
  sessionId: string | null
  customerId: string | null
}

/** One wish of a client: what it must not do twice. */
export interface Wish {
  /** The call; keys are kept apart by it. */
  call: 'POST /cart' | 'POST /order'
  requestId: string
  /** Who asked: nobody else is given the answer. */
  asker: Asker
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
export async function once(
  database: Database,
  wish: Wish,
  act: (transaction: Database) => Promise<object>,
): Promise<object> {
  const { call, requestId, asker, body } = wish
  const note = { call, requestId, owner: ownersOf(asker)[0]!, bodyHash: hashOf(body) }
  return database.transaction(async transaction => {
    const claimed = await transaction
      .insert(answers)
      .values(note)
      .onConflictDoNothing()
      .returning({ call: answers.call })
    if (claimed.length === 0) return settledAnswer(transaction, wish)
    const answer = await orRefusal(() => transaction.transaction(act))
    await transaction.update(answers).set({ answer }).where(keyOf(note))
    return answer
  })
}

/** Forgets answers older than two days; those of orders stay as long as the orders, whose keys are used up for good. */
export async function forgetAnswers(database: Database): Promise<void> {
  await database
    .delete(answers)
    .where(and(ne(answers.call, 'POST /order'), lt(answers.createdAt, sql`now() - interval '2 days'`)))
}

const keyOf = ({ call, requestId }: Pick<Wish, 'call' | 'requestId'>) =>
  and(eq(answers.call, call), eq(answers.requestId, requestId))

/** The answer is the customer's, and the session's: who logged in before trying again is the same person. */
const ownersOf = ({ sessionId, customerId }: Asker): string[] => [
  ...(customerId === null ? [] : [`customer:${customerId}`]),
  `session:${sessionId ?? ''}`,
]

/** A key stands for one wish. */
export const usedKey = (): Refused => new Refused(409, 'This requestId was used for another request.')

async function settledAnswer(transaction: Database, wish: Wish): Promise<object> {
  const [known] = await transaction.select().from(answers).where(keyOf(wish))
  const isSame = known && ownersOf(wish.asker).includes(known.owner) && known.bodyHash === hashOf(wish.body)
  if (!isSame || known.answer === null) throw usedKey()
  return known.answer
}

async function orRefusal(act: () => Promise<object>): Promise<object> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refused && error.http === 200) return error.answer
    throw error
  }
}

/** The same for two bodies that say the same, in whatever order. */
export const hashOf = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body, inOrder)).digest('base64url')

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
