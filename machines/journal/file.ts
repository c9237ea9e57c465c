import type { Journal, Kept } from './entry.ts'
import { broughtUp, type BroughtUp } from './upcast.ts'

/** A journal as a person saves it; `saved` is milliseconds since the epoch, `build` says which shop wrote it. */
export interface JournalFile extends Journal {
  saved: number
  build: string
  /** The part that came before. */
  before?: Journal | null
  /** What went wrong, in the words of whoever saved it. */
  said?: string
}

/** A journal that could be read, or in plain words why not. */
export type ReadJournal = BroughtUp

/** What a journal is saved as. @param said - what went wrong, in the shopper's words */
export const journalFileOf = (
  journal: Journal & Partial<Kept>,
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

/** Reads a saved journal, of this build or an older one; whatever is wrong with it is said, nothing is thrown. */
export function readJournalFile(text: string): ReadJournal {
  try {
    return broughtUp(JSON.parse(text))
  } catch {
    return { reason: 'This file is not JSON, or it was cut off.' }
  }
}
