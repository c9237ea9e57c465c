import { schema, type Checkpoint, type Entry, type Journal } from './entry.ts'

/** A journal as a person saves it; `saved` is milliseconds since the epoch, `build` says which shop wrote it. */
export interface JournalFile extends Journal {
  saved: number
  build: string
}

/** A journal that could be read, or in plain words why not. */
export type ReadJournal = { journal: Journal } | { reason: string }

/** What a journal is saved as. */
export const journalFileOf = (journal: Journal, saved: number, build: string): JournalFile => ({
  schema: journal.schema,
  fingerprints: journal.fingerprints,
  checkpoint: journal.checkpoint,
  entries: journal.entries,
  saved,
  build,
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds: readonly unknown[] = ['send', 'effect', 'timer'] satisfies Entry['kind'][]

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value.seq === 'number' &&
  typeof value.at === 'number' &&
  typeof value.to === 'string' &&
  kinds.includes(value.kind) &&
  isRecord(value.event) &&
  typeof value.event.type === 'string'

const isCheckpoint = (value: unknown): value is Checkpoint =>
  isRecord(value) &&
  typeof value.seq === 'number' &&
  typeof value.at === 'number' &&
  isRecord(value.snapshot) &&
  Array.isArray(value.timers)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a saved journal; whatever is wrong with it is said, nothing is thrown. */
export function readJournalFile(text: string): ReadJournal {
  const file = parsed(text)
  if (file === undefined) return { reason: 'This file is not JSON, or it was cut off.' }
  if (!isRecord(file) || typeof file.schema !== 'string' || !Array.isArray(file.entries)) {
    return { reason: 'This is JSON, but not a journal: it has no schema and no entries.' }
  }
  if (file.schema !== schema) {
    return { reason: `This journal is written as ${file.schema}; this build reads ${schema}.` }
  }
  const { fingerprints = {}, checkpoint = null, entries } = file
  if (!isRecord(fingerprints)) return { reason: 'The fingerprints of this journal are damaged.' }
  if (checkpoint !== null && !isCheckpoint(checkpoint)) {
    return { reason: 'The state that this journal begins with is damaged.' }
  }
  const bad = entries.findIndex(one => !isEntry(one))
  if (bad >= 0) return { reason: `Entry ${bad + 1} of this journal is damaged.` }
  const journal = { schema, fingerprints: fingerprints as Record<string, string>, checkpoint, entries }
  return { journal: journal as Journal }
}
