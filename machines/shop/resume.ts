import type { AnyStateMachine } from 'xstate'
import { changedIn, isCompatible } from '../journal/compatibility.ts'
import { type ActorPath, type Checkpoint, type Entry, type Journal } from '../journal/entry.ts'
import { actorAt } from '../journal/actor-at.ts'
import { fingerprints } from '../journal/fingerprints.ts'
import { sourcesIn } from '../journal/inert-effects.ts'
import { isMachine, registryOf } from '../journal/registry.ts'
import { createReplayer, ReplayDivergence } from '../journal/replay.ts'
import {
  checkpointIn,
  initialCheckpoint,
  interruptEffects,
  lastSeqOf,
  lastTimeOf,
  type ResumedEvent,
} from '../journal/resume.ts'
import type { Location } from '#contract/location'
import { lazyMachineIds, machineOf, pageOf, type PageName } from '#contract/paths'
import { endedTimers, resumedEvents, ruleOf } from './resume-policy.ts'
import { privateMachineIds } from './shop-setup.ts'

interface Child {
  src?: unknown
  snapshot?: {
    context?: { visitId?: string; receipt?: unknown }
    value?: { step?: unknown }
    children?: Record<string, Child>
  }
}

interface Snapshot {
  children: Record<string, Child>
  context: {
    visitId: string
    loaded: PageName[]
    basket: unknown
    customer: unknown
    account: unknown
    spawned: string[]
  }
}

/** The id of the shop's child that an actor is, or belongs to. */
const childIn = (path: ActorPath) => path.split('/')[1] ?? ''
/** Whether a child of the shop is a machine; the others are its effects. */
const isChildMachine = (id: string) => id in fingerprints
const isPrivate = (path: ActorPath) => privateMachineIds.includes(childIn(path))

/** The page that an entry opens, if its code is loaded; null if it opens none. */
function openedBy({ to, event }: Entry, loaded: readonly PageName[]): PageName | null {
  if (to.endsWith('/loadPage')) return (event.data as { page: PageName } | undefined)?.page ?? null
  if (event.type !== 'location.changed') return null
  const page = pageOf((event.location as Location).pathname)
  return loaded.includes(page) ? page : null
}

/** The machines that a journal starts. The lazy ones have to be registered before it is replayed. */
export function machinesIn({ checkpoint, entries }: Journal): string[] {
  const snapshot = checkpoint?.snapshot as Snapshot | undefined
  // the page that wrote the journal does not load their code again, even if their machine was stopped before the checkpoint
  const loaded = snapshot?.context.loaded ?? []
  const opened = entries.flatMap(entry => openedBy(entry, loaded) ?? [])
  return [
    ...sourcesIn(snapshot),
    ...entries.flatMap(({ event }) => (event.type === 'machine.start' ? (event.machine as string) : [])),
    ...opened.flatMap(page => machineOf(page) ?? []),
  ]
}

/** Whether this build has every machine of a journal in the shape it was written with. A lazy machine counts only if the journal starts it. */
export function canReplay(journal: Journal): boolean {
  const started = machinesIn(journal)
  return isCompatible(journal, machine => !lazyMachineIds.includes(machine) || started.includes(machine))
}

/** Whether a machine, or one that it can start, is among those named. */
const isAmong = (ids: readonly string[], machine: AnyStateMachine): boolean =>
  ids.includes(machine.id) || Object.values(registryOf(machine)).some(logic => isMachine(logic) && isAmong(ids, logic))

/**
 * The private machines whose state can be taken from a journal: those that have, with all that they start, the shape that the journal was
 * written with. The others start fresh. Public machines are not checked: their state is not taken from the journal.
 *
 * @returns their ids; null if the shop machine has another shape, or it is unknown whose data the journal holds
 */
function resumableIn(machine: AnyStateMachine, journal: Journal): string[] | null {
  const changed = changedIn(journal)
  if (changed.includes(machine.id)) return null
  const actors = registryOf(machine)
  const resumable = privateMachineIds.filter(id => isMachine(actors[id]) && !isAmong(changed, actors[id]))
  if (resumable.includes('session')) return resumable
  // the session machine reads the cart: without it the cart would give its keys to other commands
  return holdsCustomer(journal) ? null : resumable.filter(id => id !== 'cart')
}

/** Whether a journal holds a customer's data: an id of one, anywhere. */
function holdsCustomer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => (name === 'customerId' && one !== null) || holdsCustomer(one))
}

/** The start of a page load that resumes a journal. */
export interface StartingPoint {
  /** The state that the journal continues from: as the last page left it. */
  checkpoint: Checkpoint
  /** The first entries after it: the `visit.resumed` marker, the `resumed` events of machines, and the interruptions. */
  entries: Entry[]
  /** The state after those entries, which the shop starts in. */
  state: Checkpoint
}

interface ResumeOptions {
  /** The state that the server rendered, or the initial state. Its time is that of the resume. */
  others: Checkpoint
  /**
   * The prefix of this page load's idempotency keys; absent: the journal's. After a crash the journal's last entries may be missing, and
   * with them keys that were sent. Commands that the journal has keep theirs.
   */
  visitId?: string
  /** Whether the journal is that of another tab, which was closed. */
  adopted?: boolean
  /** Private machines that start fresh, because their state in the journal is out of date. */
  fresh?: readonly string[]
}

/** The checkpoint of a journal, with the state of all machines but the named ones as in `others`. */
function withOnly(ids: readonly string[], checkpoint: Checkpoint, others: Checkpoint): Checkpoint {
  const snapshot = structuredClone(checkpoint.snapshot) as Snapshot
  const theirs = (others.snapshot as Snapshot).children
  for (const id of Object.keys(snapshot.children)) {
    if (!isChildMachine(id) || ids.includes(id)) continue
    if (theirs[id]) snapshot.children[id] = theirs[id]
    else delete snapshot.children[id]
  }
  const { spawned } = snapshot.context
  snapshot.context.spawned = spawned.filter(id => snapshot.children[id])
  return { ...checkpoint, snapshot, timers: checkpoint.timers.filter(({ to }) => ids.includes(childIn(to))) }
}

/**
 * Replays a journal for the state of some of the shop's machines. The others start as in `initial` and get no entries, so that the
 * shop machine may never have shown one of their pages.
 */
function replayFor(machine: AnyStateMachine, journal: Journal, ids: readonly string[], initial: Checkpoint) {
  const { checkpoint, entries } = journal
  const replayer = createReplayer(machine, checkpoint && withOnly(ids, checkpoint, initial))
  const actors = registryOf(machine)
  const isPartial = privateMachineIds.some(id => isMachine(actors[id]) && !ids.includes(id))
  for (const entry of entries) {
    const child = childIn(entry.to)
    const isShops = !isChildMachine(child)
    // an effect of the shop machine for a page that it does not reach here
    const isUnreached = isShops && !actorAt(replayer.root, entry.to)
    if (isUnreached || !(isShops || ids.includes(child))) continue
    try {
      replayer.apply(entry)
    } catch (error) {
      // without one machine the others do not reach every state: a checkout without the cart or the settings asks for no fee
      if (!(isPartial && error instanceof ReplayDivergence)) throw error
    }
  }
  return replayer
}

/** The prefix of a visit's keys, with another start. The logouts that it counts stay. */
const withPrefix = (visitId: string, prefix: string | undefined) =>
  prefix === undefined ? visitId : [prefix, ...visitId.split('~').slice(1)].join('~')

/**
 * The state that a page load continues from: the shopper's own machines from the journal, all others from `others`.
 *
 * @throws ReplayDivergence if the journal does not fit the machines
 */
function composed(
  machine: AnyStateMachine,
  journal: Journal,
  ids: readonly string[],
  { others, visitId: prefix, adopted = false }: ResumeOptions,
): Checkpoint {
  const { at } = others
  const isMine = (to: ActorPath) => ids.includes(childIn(to))
  const mine = checkpointIn(replayFor(machine, journal, ids, initialCheckpoint(machine, at)), lastSeqOf(journal), at)
  const mySnapshot = mine.snapshot as Snapshot
  const snapshot = structuredClone(others.snapshot) as Snapshot
  const checkout = mySnapshot.children.checkout?.snapshot
  if (adopted && checkout) {
    // an order of a closed tab is not shown in another one
    if (checkout.value?.step === 'placed') delete mySnapshot.children.checkout
    const attempt = checkout.children?.orderAttempt?.snapshot
    if (attempt?.context) attempt.context.receipt = null
  }
  for (const id of ids) if (mySnapshot.children[id]) snapshot.children[id] = mySnapshot.children[id]
  const mySpawned = mySnapshot.context.spawned.filter(id => ids.includes(id) && snapshot.children[id])
  const { spawned } = snapshot.context
  snapshot.context = {
    ...snapshot.context,
    visitId: withPrefix(mySnapshot.context.visitId, prefix),
    customer: mySnapshot.context.customer,
    account: mySnapshot.context.account,
    // the checkout takes its cart from the basket
    basket: mySnapshot.context.basket,
    spawned: [...new Set([...spawned, ...mySpawned])],
  }
  for (const { snapshot: child } of Object.values(snapshot.children))
    if (child?.context?.visitId) child.context.visitId = withPrefix(child.context.visitId, prefix)
  const timers = [...others.timers.filter(({ to }) => !isMine(to)), ...mine.timers.filter(({ to }) => isMine(to))]
  const started = Object.fromEntries(Object.entries(mine.started ?? {}).filter(([to]) => isMine(to)))
  return { seq: mine.seq, at, snapshot, timers, started }
}

/**
 * The state from which a page load starts, after the effects in flight were restarted or interrupted by the resume policy.
 *
 * @returns null if this build can't resume the journal
 * @throws ReplayDivergence if the journal does not fit the machines
 */
export function startingPoint(
  machine: AnyStateMachine,
  journal: Journal,
  options: ResumeOptions,
): StartingPoint | null {
  const resumable = resumableIn(machine, journal)
  if (resumable === null) return null
  const ids = resumable.filter(id => !options.fresh?.includes(id))
  const checkpoint = composed(machine, journal, ids, options)
  const { seq, at } = checkpoint
  const lastAt = lastTimeOf(journal)
  // if the clock was set back, the real age is unknown: the difference counts as the age
  const age = Math.abs(at - lastAt)
  const marker: ResumedEvent = { type: 'visit.resumed', age, adopted: options.adopted ?? false }
  const replayer = createReplayer(machine, checkpoint)
  const entries = interruptEffects(replayer, {
    at,
    lastAt,
    seq,
    ruleOf: ({ to, machine: id, src }) => (isPrivate(to) ? ruleOf(id, src) : 'restart'),
    marker,
    events: resumedEvents(age),
    endedTimers: endedTimers(age),
  })
  return { checkpoint, entries, state: checkpointIn(replayer, seq + entries.length, at) }
}
