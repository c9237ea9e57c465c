import type { AnyEventObject } from 'xstate'
import type { ActorPath, Checkpoint, Entry } from '#machines/journal/entry'

/** The channel on which inspected tabs and inspectors of one browser talk. Nothing but journals goes over it: no state. */
export const channelName = 'shop/inspector'

/** A tab with a shop in it. */
export interface Tab {
  /** Another one with each page load. */
  id: string
  /** The name of its stored journal, the same after a reload; null where there is none. */
  journal: string | null
  title: string
  /** The path alone. */
  path: string
}

/** What an inspector says: to all tabs, or to one by its id. */
export type Asked =
  | { is: 'hello' }
  | { is: 'subscribe'; tab: string }
  | { is: 'unsubscribe'; tab: string }
  | { is: 'send'; tab: string; to: ActorPath; event: AnyEventObject }

/** What a tab says. */
export type Answered =
  | { is: 'here'; tab: Tab }
  | { is: 'journal'; tab: string; from: Checkpoint | null; entries: Entry[] }
  | { is: 'entry'; tab: string; entry: Entry }
  | { is: 'sent'; tab: string }
  | { is: 'refused'; tab: string; why: string }
  /** Says the journal's name, too: a visit gets one once somebody does something, and a reload is known by it. */
  | { is: 'gone'; tab: string; journal: string | null }
