import { schema, type Checkpoint, type Entry, type Journal } from './entry.ts'
import { migrate, migrations } from './migrations.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds: readonly unknown[] = ['send', 'effect', 'timer'] satisfies Entry['kind'][]

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  Number.isSafeInteger(value.seq) &&
  Number.isFinite(value.at) &&
  typeof value.to === 'string' &&
  kinds.includes(value.kind) &&
  isRecord(value.event) &&
  typeof value.event.type === 'string'

const isCheckpoint = (value: unknown): value is Checkpoint =>
  isRecord(value) &&
  Number.isSafeInteger(value.seq) &&
  Number.isFinite(value.at) &&
  isRecord(value.snapshot) &&
  Array.isArray(value.timers)

/** A journal in the current schema, or a sentence that says why it can't be read. */
export type ReadResult =
  | {
      journal: Journal
      /** How many of its entries are missing or damaged. */
      skipped: number
    }
  | { reason: string }

/** Validates and migrates a stored journal. Damaged entries are left out and counted. */
export function readJournal(value: unknown, steps = migrations): ReadResult {
  if (!isRecord(value) || typeof value.schema !== 'string' || !Array.isArray(value.entries))
    return { reason: 'This is JSON, but not a journal: it has no schema and no entries.' }
  const { checkpoint = null, fingerprints: prints } = value
  if (!isRecord(prints)) return { reason: 'The fingerprints of this journal are damaged.' }
  if (checkpoint !== null && !isCheckpoint(checkpoint))
    return { reason: 'The state that this journal begins with is damaged.' }
  const entries = value.entries.filter(isEntry).map(({ seq, at, to, kind, event }) => ({ seq, at, to, kind, event }))
  const damaged = value.entries.length - entries.length
  const last = entries.at(-1)?.seq ?? checkpoint?.seq ?? 0
  // entries are numbered consecutively; those missing at the end can't be counted
  const missing = last - (checkpoint?.seq ?? 0) - entries.length
  const journal = migrate(
    { schema: value.schema, fingerprints: prints as Record<string, string>, checkpoint, entries },
    steps,
  )
  return journal
    ? { journal, skipped: Math.max(damaged, missing) }
    : { reason: `This journal is written as ${value.schema}; this build reads ${schema}.` }
}
