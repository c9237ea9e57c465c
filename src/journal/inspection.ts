import type { AnyActorRef } from 'xstate'
import type { Checkpoint, Entry } from '#machines/journal/entry'

/** The first message of an inspected page: its root actor and the state it started from; null: the initial state. */
export interface InspectionStart {
  shop: AnyActorRef
  from: Checkpoint | null
}

/** What an inspected page reports: its start, then each entry of its journal. */
export type InspectionMessage = InspectionStart | Entry

/**
 * Receives an inspected page's messages. The document brings an empty array; the inspector's script reads the messages in it
 * and then replaces `push`. Pages without inspection have none.
 */
export interface Inspection {
  push(message: InspectionMessage): unknown
}

/** A window whose document may have an inspection. */
export type InspectableWindow = Window & { inspection?: Inspection }
