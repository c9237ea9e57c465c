import type { AnyActorRef, AnyEventObject } from 'xstate'

/** The ids from the root actor down to an actor, such as `shop/checkout/billingPlaces`. */
export type ActorPath = string

/** One causal event: an event sent from outside, the outcome of an effect, or a timer that fired. */
export interface Entry {
  /** Consecutive number, from 1. */
  seq: number
  /** Milliseconds since the epoch. */
  at: number
  to: ActorPath
  kind: 'send' | 'effect' | 'timer'
  event: AnyEventObject
}

/** A delayed event that is scheduled. */
export interface Timer {
  from: ActorPath
  to: ActorPath
  event: AnyEventObject
  id: string
  /** Milliseconds. */
  delay: number
  /** Milliseconds since the epoch. */
  dueAt: number
}

/** The persisted state after entry `seq`. Entries up to there are not needed to restore it. */
export interface Checkpoint {
  seq: number
  /** Milliseconds since the epoch. */
  at: number
  snapshot: unknown
  timers: Timer[]
  /** When the effects in flight were first started, by path; an absent one at `at`. Milliseconds since the epoch. */
  started?: Record<ActorPath, number>
}

/** A journal: a checkpoint and every causal event since. */
export interface Journal {
  /** Version of this format; an older one is migrated when it is read. */
  schema: string
  /** The shape of every machine of the build that wrote the journal, by machine id. */
  fingerprints: Record<string, string>
  /** Null: the journal begins with the initial state. */
  checkpoint: Checkpoint | null
  entries: Entry[]
}

/** The schema in which this build writes journals. */
export const schema = 'shop/3'

/** A journal as the browser stores it. */
export interface StoredJournal extends Journal {
  /** The part before this one: from before the last reload, or from before the journal was shortened. */
  before: Journal | null
}

/** The path of an actor from the root. */
export function actorPathOf(actor: AnyActorRef): ActorPath {
  let path = actor.id
  for (let parent = actor._parent; parent; parent = parent._parent) path = `${parent.id}/${path}`
  return path
}
