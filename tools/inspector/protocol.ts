import type { AnyEventObject } from 'xstate'
import type { ActorPath, Checkpoint, Entry } from '#machines/journal/entry'

/** The broadcast channel between inspected tabs and inspectors. It carries journals, no state. */
export const channelName = 'shop/inspector'

/** A tab with a shop in it. */
export interface Tab {
  /** New with each page load. */
  id: string
  /** The id of the stored journal, the same after a reload; null without one. */
  journal: string | null
  title: string
  /** The path alone. */
  path: string
}

/** Messages of an inspector, to all tabs or to one by its id. */
export type Asked =
  | { is: 'hello' }
  | { is: 'subscribe'; tab: string }
  | { is: 'unsubscribe'; tab: string }
  | { is: 'send'; tab: string; to: ActorPath; event: AnyEventObject }

/** Messages of a tab. */
export type Answered =
  | { is: 'here'; tab: Tab }
  | { is: 'journal'; tab: string; from: Checkpoint | null; entries: Entry[] }
  | { is: 'entry'; tab: string; entry: Entry }
  | { is: 'sent'; tab: string }
  | { is: 'refused'; tab: string; why: string }
  /** Includes the journal's id, which a visit gets with its first input, to recognise a reload. */
  | { is: 'gone'; tab: string; journal: string | null }
