import { schema, type Journal } from './entry.ts'

/** Rewrites a journal in the next schema; null if it can't be carried over. */
export type Migration = (journal: Journal) => Journal | null

/**
 * The migrations, by the schema that they read. A journal whose schema has none is discarded: 'shop/1' and 'shop/2' are, because
 * 'shop/3' has other machine ids, states and events. A migration is tested with the journals kept in its schema: tests/journals.
 */
export const migrations: Readonly<Record<string, Migration>> = {}

/** A journal in the current schema, migrated step by step; null if a step is missing or returns null. */
export function migrate(journal: Journal, steps: Readonly<Record<string, Migration>> = migrations): Journal | null {
  if (journal.schema === schema) return journal
  const next = steps[journal.schema]?.(journal) ?? null
  return next && migrate(next, steps)
}
