import type { AnyStateMachine } from 'xstate'
import { isCompatible } from '../journal/compatibility.ts'
import type { ActorPath, Checkpoint, Entry, Journal } from '../journal/entry.ts'
import { sourcesIn } from '../journal/inert-effects.ts'
import { createReplayer, replay } from '../journal/replay.ts'
import { checkpointIn, interruptEffects, lastSeqOf, lastTimeOf, type ResumedEvent } from '../journal/resume.ts'
import { lazyMachineIds, machineOf, type PageName } from '#contract/paths'
import { resumedEvents, ruleOf } from './resume-policy.ts'
import { privateMachineIds } from './shop.ts'

interface Snapshot {
  children: Record<string, { src?: unknown; snapshot?: { context?: { flow?: string } } }>
  context: { flow: string; basket: unknown; customer: unknown; account: unknown; spawned: string[] }
}

const isPrivate = (path: ActorPath) => privateMachineIds.includes(path.split('/')[1] ?? '')

/** The machines that a journal starts. The lazy ones have to be registered before it is replayed. */
export const machinesIn = (journal: Journal): string[] => [
  ...sourcesIn(journal.checkpoint?.snapshot),
  ...journal.entries.flatMap(({ to, event }) =>
    to.endsWith('/loadPage')
      ? (machineOf((event.data as { page: PageName } | undefined)?.page ?? 'notFound') ?? [])
      : [],
  ),
]

/** Whether this build can resume a journal. A lazy machine counts only if the journal starts it. */
export function canResume(journal: Journal): boolean {
  const started = machinesIn(journal)
  return isCompatible(journal, machine => !lazyMachineIds.includes(machine) || started.includes(machine))
}

/** Where a page load starts that resumes a journal. */
export interface StartingPoint {
  /** The state that the journal goes on from: as the last page left it. */
  checkpoint: Checkpoint
  /** The first entries after it: the `visit.resumed` marker, what machines are told, and the interruptions. */
  entries: Entry[]
  /** The state after those entries, which the shop starts in. */
  state: Checkpoint
}

interface ResumeOptions {
  /** The state that the server rendered, or the initial state. Its time is that of the resume. */
  others: Checkpoint
  /** The prefix of this visit's idempotency keys; absent: the journal's. Commands that were sent keep theirs. */
  flow?: string
}

/**
 * The state that a page load goes on from: the shopper's own machines from the journal, all others from `others`.
 *
 * @throws ReplayDivergence if the journal does not fit the machines
 */
function composed(machine: AnyStateMachine, journal: Journal, { others, flow }: ResumeOptions): Checkpoint {
  const { at } = others
  const mine = checkpointIn(replay(machine, journal), lastSeqOf(journal), at)
  const mySnapshot = mine.snapshot as Snapshot
  const snapshot = structuredClone(others.snapshot) as Snapshot
  for (const id of privateMachineIds) if (mySnapshot.children[id]) snapshot.children[id] = mySnapshot.children[id]
  const mySpawned = mySnapshot.context.spawned.filter(id => privateMachineIds.includes(id) && snapshot.children[id])
  const { spawned } = snapshot.context
  snapshot.context = {
    ...snapshot.context,
    flow: flow ?? mySnapshot.context.flow,
    customer: mySnapshot.context.customer,
    account: mySnapshot.context.account,
    // the checkout gets its cart from here
    basket: mySnapshot.context.basket,
    spawned: [...new Set([...spawned, ...mySpawned])],
  }
  if (flow !== undefined) {
    for (const { snapshot: child } of Object.values(snapshot.children))
      if (child?.context && 'flow' in child.context) child.context.flow = flow
  }
  const timers = [
    ...others.timers.filter(timer => !isPrivate(timer.to)),
    ...mine.timers.filter(timer => isPrivate(timer.to)),
  ]
  const started = Object.fromEntries(Object.entries(mine.started ?? {}).filter(([to]) => isPrivate(to)))
  return { seq: mine.seq, at, snapshot, timers, started }
}

/**
 * Where a page load starts: `composed`, after the effects in flight were restarted or interrupted by the resume policy.
 *
 * @throws ReplayDivergence if the journal does not fit the machines
 */
export function startingPoint(machine: AnyStateMachine, journal: Journal, options: ResumeOptions): StartingPoint {
  const checkpoint = composed(machine, journal, options)
  const { seq, at } = checkpoint
  const lastAt = lastTimeOf(journal)
  const age = Math.max(0, at - lastAt)
  const marker: ResumedEvent = { type: 'visit.resumed', age, adopted: options.flow !== undefined }
  const replayer = createReplayer(machine, checkpoint)
  const entries = interruptEffects(replayer, {
    at,
    lastAt,
    seq,
    ruleOf: ({ to, machine: id, src }) => (isPrivate(to) ? ruleOf(id, src) : 'restart'),
    marker,
    events: resumedEvents(age),
  })
  return { checkpoint, entries, state: checkpointIn(replayer, seq + entries.length, at) }
}
