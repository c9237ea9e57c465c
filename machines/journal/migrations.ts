import { schema, type Journal } from './entry.ts'
import { fingerprints } from './fingerprints.ts'

/** The fingerprints of the last build that wrote 'shop/1'. That schema fingerprinted machines without their contexts. */
const shop1: Record<string, string> = {
  addresses: '33dd9cbc',
  cart: 'f7df7baa',
  catalogue: '5debce13',
  checkout: '1d5d82b5',
  forgotten: 'f9420f0f',
  list: '7df2040a',
  login: '81db6c58',
  menus: '27c24422',
  newsletter: 'ceb8abf6',
  orders: '5091f7b2',
  password: '749ca1fe',
  product: '8f73d5b2',
  profile: 'd86e9b4a',
  registration: '9ebec503',
  reset: '1c8ab377',
  search: '2d4e57bd',
  session: '97a86089',
  shop: '5a536854',
}

/** Rewrites a journal in the next schema; null if it can't be carried over. */
export type Migration = (journal: Journal) => Journal | null

/** The migration from each older schema. Each is tested with journals that were kept in that schema: tests/journals. */
export const migrations: Readonly<Record<string, Migration>> = {
  'shop/1'(journal) {
    const isKnown = Object.entries(journal.fingerprints).every(([machine, print]) => shop1[machine] === print)
    return isKnown ? { ...journal, schema: 'shop/2', fingerprints } : null
  },
}

/** A journal in the current schema, migrated step by step; null if a step is missing or gives up. */
export function migrate(journal: Journal, steps: Readonly<Record<string, Migration>> = migrations): Journal | null {
  if (journal.schema === schema) return journal
  const next = steps[journal.schema]?.(journal) ?? null
  return next && migrate(next, steps)
}
