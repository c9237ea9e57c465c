import type { AnyStateMachine } from 'xstate'
import { isCompatible } from '../journal/compatibility.ts'
import type { Checkpoint, Journal } from '../journal/entry.ts'
import { sourcesIn } from '../journal/inert-effects.ts'
import { resumeJournal } from '../journal/resume.ts'
import { lazyMachineIds, machineOf, type PageName } from '#contract/paths'
import { privateMachineIds } from './shop.ts'

interface Snapshot {
  children: Record<string, { src?: unknown; snapshot?: unknown }>
  context: { flow: string; basket: unknown; customer: unknown; account: unknown; spawned: string[] }
}

const isPrivate = (path: string) => privateMachineIds.includes(path.split('/')[1] ?? '')

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

/**
 * The state in which a page load starts: the shopper's own machines from the journal, all others from `others`.
 *
 * @param others - the state that the server rendered, or the initial state
 * @param isInterrupted - whether an effect, by name, fails as interrupted instead of being started again
 * @throws ReplayDivergence if the journal does not fit the machines
 */
export function startingPoint(
  machine: AnyStateMachine,
  journal: Journal,
  others: Checkpoint,
  isInterrupted: (src: string) => boolean,
): Checkpoint {
  const { at } = others
  const mine = resumeJournal(machine, journal, ({ to, src }) => isPrivate(to) && isInterrupted(src), at)
  const mySnapshot = mine.snapshot as Snapshot
  const snapshot = structuredClone(others.snapshot) as Snapshot
  for (const id of privateMachineIds) if (mySnapshot.children[id]) snapshot.children[id] = mySnapshot.children[id]
  const mySpawned = mySnapshot.context.spawned.filter(id => privateMachineIds.includes(id) && snapshot.children[id])
  const { spawned } = snapshot.context
  snapshot.context = {
    ...snapshot.context,
    flow: mySnapshot.context.flow,
    customer: mySnapshot.context.customer,
    account: mySnapshot.context.account,
    // the checkout gets its cart from here
    basket: mySnapshot.context.basket,
    spawned: [...new Set([...spawned, ...mySpawned])],
  }
  const timers = [
    ...others.timers.filter(timer => !isPrivate(timer.to)),
    ...mine.timers.filter(timer => isPrivate(timer.to)),
  ]
  return { seq: mine.seq, at, snapshot, timers }
}
