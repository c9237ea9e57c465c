import type { AnyStateMachine } from 'xstate'
import { privateCharts } from '../shop/shop.ts'
import { chartOf, type PageName } from '../shop/location.ts'
import { actorAt, type Checkpoint, type Entry, type Journal, type Timer } from './entry.ts'
import { sourcesIn } from './inert.ts'
import { createReplayer, inFlight, type InFlight } from './replay.ts'

interface Snapshot {
  children: Record<string, { src?: unknown; snapshot?: unknown }>
  context: { flow: string; basket: unknown; customer: unknown; account: unknown; spawned: string[] }
}

/** What an effect is told that can't be started again: the page was left before an answer came. */
export const interruption = {
  code: 'interrupted',
  message: 'The page was reloaded before an answer came.',
  status: 0,
} as const

const isPrivate = (address: string) => privateCharts.includes(address.split('/')[1] ?? '')

/** The names of the charts that have to be registered before a journal is read. */
export const chartsIn = (journal: Journal): string[] => [
  ...sourcesIn(journal.checkpoint?.snapshot),
  ...journal.entries.flatMap(({ to, event }) =>
    to.endsWith('/loadPage') ? (chartOf((event.data as { page: PageName } | undefined)?.page ?? 'lost') ?? []) : [],
  ),
]

/** Where a journal leads, as a page load takes it up; `seq` is that of the last entry, those that settled it included. */
interface Resumed {
  snapshot: unknown
  timers: Timer[]
  seq: number
}

/**
 * A journal's state, with what could not go on settled.
 *
 * @param isInterrupted - whether an effect under way is told so, instead of being started again
 * @param at - milliseconds since the epoch
 * @throws ReplayDivergence when the journal does not fit the charts
 */
export function resumed(
  machine: AnyStateMachine,
  journal: Pick<Journal, 'checkpoint' | 'entries'>,
  isInterrupted: (effect: InFlight) => boolean,
  at: number,
): Resumed {
  const replayer = createReplayer(machine, journal.checkpoint)
  for (const entry of journal.entries) replayer.apply(entry)
  let seq = journal.entries.at(-1)?.seq ?? journal.checkpoint?.seq ?? 0
  for (const effect of inFlight(replayer.root)) {
    const { to } = effect
    // one that was settled before may have ended this one
    if (!isInterrupted(effect) || !actorAt(replayer.root, to)) continue
    seq += 1
    const event = { type: 'xstate.promise.reject', data: interruption }
    replayer.apply({ seq, at, to, kind: 'effect', event } satisfies Entry)
  }
  return { snapshot: replayer.snapshot(), timers: replayer.timers(), seq }
}

/** The shop before anything happened, at a moment in milliseconds since the epoch. */
export function beginning(machine: AnyStateMachine, at: number): Checkpoint {
  const replayer = createReplayer(machine, null)
  const timers = replayer.timers().map((timer): Timer => ({ ...timer, dueAt: at + timer.delay }))
  return { seq: 0, at, snapshot: replayer.snapshot(), timers }
}

/**
 * Where a page load starts: the shopper's own charts as the journal left them, everything else as the server left it, or
 * as at the beginning where no server rendered the page.
 *
 * @param others - the state of all that the journal does not own
 * @param isInterrupted - whether an effect, by name, is settled as interrupted instead of being started again
 * @throws ReplayDivergence when the journal does not fit the charts
 */
export function startingPoint(
  machine: AnyStateMachine,
  journal: Journal,
  others: Checkpoint,
  isInterrupted: (src: string) => boolean,
): Checkpoint {
  const { at } = others
  const mine = resumed(machine, journal, ({ to, src }) => isPrivate(to) && isInterrupted(src), at)
  const mySnapshot = mine.snapshot as Snapshot
  const snapshot = structuredClone(others.snapshot) as Snapshot
  for (const id of privateCharts) if (mySnapshot.children[id]) snapshot.children[id] = mySnapshot.children[id]
  const mySpawned = mySnapshot.context.spawned.filter(id => privateCharts.includes(id) && snapshot.children[id])
  const { spawned } = snapshot.context
  snapshot.context = {
    ...snapshot.context,
    flow: mySnapshot.context.flow,
    customer: mySnapshot.context.customer,
    account: mySnapshot.context.account,
    // what the cart's chart has told: a checkout that goes on is opened with it
    basket: mySnapshot.context.basket,
    spawned: [...new Set([...spawned, ...mySpawned])],
  }
  const timers = [
    ...others.timers.filter(timer => !isPrivate(timer.to)),
    ...mine.timers.filter(timer => isPrivate(timer.to)),
  ]
  return { seq: mine.seq, at, snapshot, timers }
}
