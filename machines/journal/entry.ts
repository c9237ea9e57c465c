import type { AnyActorRef, AnyEventObject } from 'xstate'

/** Where an actor lives: the ids from the root down, such as `shop/checkout/billingPlaces`. */
export type Address = string

/**
 * One thing that happened and did not follow from anything else: somebody sent an event, an effect came to an end, a
 * timer fired. `at` is milliseconds since the epoch.
 */
export interface Entry {
  seq: number
  at: number
  to: Address
  kind: 'send' | 'effect' | 'timer'
  event: AnyEventObject
}

/** A delayed event that is armed; `dueAt` is milliseconds since the epoch. */
export interface Timer {
  from: Address
  to: Address
  event: AnyEventObject
  id: string
  delay: number
  dueAt: number
}

/** The whole state after entry `seq`, so that earlier entries can be let go. */
export interface Checkpoint {
  seq: number
  at: number
  snapshot: unknown
  timers: Timer[]
}

/** What a visit was: where it stood at some moment, and everything that happened since. */
export interface Journal {
  /** The form of this record; an older one is brought up to date. */
  schema: string
  /** The shape of every chart of the build that wrote it, by the chart's id. */
  fingerprints: Record<string, string>
  checkpoint: Checkpoint | null
  entries: Entry[]
}

/** The form in which this build writes journals. */
export const schema = 'shop/2'

/** A journal as a browser keeps it. */
export interface Kept extends Journal {
  /** The part that this one follows: what there was before the page was loaded again, or the journal was shortened. */
  before: Journal | null
}

/** The address of an actor. */
export function addressOf(actor: AnyActorRef): Address {
  let address = actor.id
  for (let parent = actor._parent; parent; parent = parent._parent) address = `${parent.id}/${address}`
  return address
}

/** The actor at an address below a root, if it is there. */
export function actorAt(root: AnyActorRef, address: Address): AnyActorRef | undefined {
  const [, ...ids] = address.split('/')
  let actor: AnyActorRef | undefined = root
  for (const id of ids) actor = actor?.getSnapshot()?.children?.[id]
  return actor
}
