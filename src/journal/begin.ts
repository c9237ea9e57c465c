import type { AnyStateMachine } from 'xstate'
import { schema, type Checkpoint, type Journal } from '#machines/journal/entry'
import { fingerprintsFor } from '#machines/journal/fit'

export { openJournal } from './store.ts'

/** What is written when a page load begins, or when a journal has grown long. */
type Head = Omit<Journal, 'entries'>

/** The head of a journal that begins at a checkpoint, or at the very beginning. */
export const headAt = (machine: AnyStateMachine, checkpoint: Checkpoint | null, snapshot: unknown): Head => ({
  schema,
  fingerprints: fingerprintsFor(machine, checkpoint?.snapshot ?? snapshot),
  checkpoint,
})
