import type { Journal, StoredJournal } from './entry.ts'
import { readJournal, type ReadResult } from './read-journal.ts'

/** A journal saved as a file, for a problem report or a test. */
export interface JournalFile extends Journal {
  /** Milliseconds since the epoch. */
  saved: number
  /** Identifies the build that wrote it. */
  build: string
  /** The part before this one, if the journal has one. */
  before?: Journal | null
  /** The shopper's description of the problem. */
  said?: string
}

/** The file content for a journal. @param said - the shopper's description of the problem */
export const journalFileOf = (
  journal: Journal & Partial<StoredJournal>,
  saved: number,
  build: string,
  said = '',
): JournalFile => ({
  schema: journal.schema,
  fingerprints: journal.fingerprints,
  checkpoint: journal.checkpoint,
  entries: journal.entries,
  saved,
  build,
  before: journal.before ?? null,
  said,
})

/** A journal read from a file, with the part before it and the shopper's description, or why it can't be read. */
export type FileResult =
  | (Extract<ReadResult, { journal: Journal }> & {
      /** Null if there is none, or it can't be read. */
      before: Journal | null
      said: string
    })
  | { reason: string }

/** Reads a saved journal, of this build or an older one. Never throws: the result has a reason if it can't be read. */
export function readJournalFile(text: string): FileResult {
  try {
    const file = JSON.parse(text) as { before?: unknown; said?: unknown } | null
    const read = readJournal(file)
    if ('reason' in read) return read
    const before = readJournal(file?.before)
    const said = typeof file?.said === 'string' ? file.said : ''
    return { ...read, before: 'journal' in before ? before.journal : null, said }
  } catch {
    return { reason: 'This file is not JSON, or it was cut off.' }
  }
}
