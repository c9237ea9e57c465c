import type { AnyActorRef } from 'xstate'
import type { Checkpoint, Entry } from '#machines/journal/entry'

/** What a page's shop says first: which actor is its root, and where it started from; null for the very beginning. */
export interface Begun {
  shop: AnyActorRef
  from: Checkpoint | null
}

/** What a shop tells whoever inspects it: how it began, then each entry of its journal as it happens. */
export type Told = Begun | Entry

/**
 * Where an inspected page's shop puts what it tells. The document brings an empty array along; the inspector's script
 * takes what is in it, and `push` from then on. A page that may not be inspected has none.
 */
export interface Inspection {
  push(told: Told): unknown
}

/** A window whose document may have an inspection. */
export type MayBeInspected = Window & { inspection?: Inspection }
