import type { AnyMachineSnapshot } from 'xstate'
import type { Checkpoint } from '#machines/journal/entry'
import { replay } from '#machines/journal/replay'
import { checkpointIn, initialCheckpoint, interruptEffects, lastSeqOf } from '#machines/journal/resume'
import { restoreTimers, timeLeft } from '#machines/journal/timers'
import { resumedEvents, ruleOf } from '#machines/shop/resume-policy'
import type { Edge, Graph, Model } from '#tools/walks/graph'
import { cover, everyState } from '#tools/walks/graph'
import { causeEvent, sourcesOf, type Running } from '#tools/walks/running'
import { simulateReload, isEffectName, isInterrupted, reloadTime } from '../kit/reloads.ts'
import { canonical, createTestHost, runJournaled, settled } from '../kit/system.ts'

type Sources = ReturnType<typeof sourcesOf>

/** A run of a machine after some steps. */
async function runTo(model: Model, sources: Sources, steps: readonly Edge[]): Promise<Running> {
  const running = runJournaled(model.machine)
  running.root.start()
  await settled()
  for (const { event } of steps) await causeEvent(running, sources, event)
  return running
}

const initial = new WeakMap<Running['logic'], Checkpoint>()

/** The checkpoint that the journal of a machine begins with. Cached: it is read for each of thousands of reloads. */
function initialOf(logic: Running['logic']): Checkpoint {
  const known = initial.get(logic) ?? initialCheckpoint(logic, createTestHost().now())
  initial.set(logic, known)
  return known
}

/**
 * Reloads the page: the machine resumes from the journal, as in `src/journal/visit.ts`.
 *
 * @param from - what the journal begins with: of a page that was reloaded before, the checkpoint that it began with
 */
export async function reload(
  model: Model,
  { logic, entries, host }: Running,
  from: Checkpoint = initialOf(logic),
): Promise<Running & { checkpoint: Checkpoint }> {
  const now = host.now() + reloadTime
  const kept = JSON.parse(JSON.stringify(entries)) as Running['entries']
  const journal = { checkpoint: from, entries: kept }
  const replayer = replay(logic, journal)
  const seq = lastSeqOf(journal)
  const told = resumedEvents(reloadTime).filter(([to]) => to.split('/').at(-1) === logic.id)
  const added = interruptEffects(replayer, {
    at: now,
    lastAt: host.now(),
    seq,
    ruleOf: ({ machine, src }) => (isEffectName(src) ? ruleOf(machine, src) : 'restart'),
    marker: { type: 'visit.resumed', age: reloadTime, adopted: false },
    events: told.map(([, event]) => [logic.id, event]),
    endedTimers: [],
  })
  const point = checkpointIn(replayer, seq + added.length, now)
  const again = runJournaled(model.machine, point.snapshot, point.seq, [], now)
  again.root.start()
  restoreTimers(again.root, point.timers, timer => timeLeft(timer, now))
  await settled()
  return { ...again, checkpoint: point }
}

/** Whether a reload changes the state of a machine. */
const isChangedByReload = ({ root, pending }: Running): boolean =>
  pending.some(isInterrupted) ||
  resumedEvents(reloadTime).some(
    ([to, event]) => to.split('/').at(-1) === root.id && (root.getSnapshot() as AnyMachineSnapshot).can(event),
  )

/** The pending requests of a machine. */
const asked = ({ pending }: Running) => pending.map(({ name, input }) => canonical({ name, input })).toSorted()

/** Every text in a context. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Typed text that the machine holds. */
function typedIn({ root, entries }: Running): string[] {
  const held = new Set(textsIn((root.getSnapshot() as AnyMachineSnapshot).context))
  const typed = entries.flatMap(({ kind, event }) => (kind === 'send' ? textsIn(event.value) : []))
  return typed.filter(text => text !== '' && held.has(text))
}

/** The differences between a run that was not reloaded and one that was. */
function differences(live: Running, again: Running): string[] {
  const wrong: string[] = []
  if (again.persisted() !== live.persisted()) wrong.push('it is in another state')
  if (asked(again).toString() !== asked(live).toString())
    wrong.push(`its requests are ${asked(again)}, not ${asked(live)}`)
  const due = live.host.deadlines().map(at => Math.max(at, again.host.now()))
  if (again.host.deadlines().toString() !== due.toString())
    wrong.push(`its timers are due at ${again.host.deadlines()}, not at ${due}`)
  return wrong
}

/** Checks against a live run that steps lead to a state, if the graph says otherwise. */
async function checkAgainstLive(model: Model, sources: Sources, steps: readonly Edge[], at: string): Promise<string[]> {
  const live = await runTo(model, sources, steps)
  const to = model.key(live.root.getSnapshot() as AnyMachineSnapshot)
  live.root.stop()
  return to === at ? [] : [`then ${steps.at(-1)!.event.type} leads to ${at}, not to ${to}`]
}

/** The differences after a reload in the current state of a run. */
async function wrongAt(model: Model, graph: Graph, sources: Sources, live: Running, steps: readonly Edge[]) {
  const again = await reload(model, live)
  const typed = typedIn(live)
  const expected = isChangedByReload(live) ? await runTo(model, sources, steps) : live
  const isChanged = expected !== live
  if (isChanged) await simulateReload(expected)
  const wrong = differences(expected, again)
  const held = textsIn((again.root.getSnapshot() as AnyMachineSnapshot).context)
  wrong.push(...typed.filter(text => !held.includes(text)).map(text => `${text} is lost`))
  if (isChanged) expected.root.stop()
  const at = steps.at(-1)?.to ?? graph.initial
  const [next] = isChanged ? [] : (graph.out.get(at) ?? [])
  if (next) {
    await causeEvent(again, sources, next.event)
    const to = model.key(again.root.getSnapshot() as AnyMachineSnapshot)
    // two states with the same key may continue differently: compare with where this run would have gone
    if (to !== next.to) wrong.push(...(await checkAgainstLive(model, sources, [...steps, next], to)))
  }
  again.root.stop()
  return wrong.map(one => `${at}: ${one}`)
}

/** The shortest path to each state. */
function shortestPaths(graph: Graph): Map<string, Edge[]> {
  const paths = new Map<string, Edge[]>([[graph.initial, []]])
  for (const [at, path] of paths)
    for (const edge of graph.out.get(at) ?? []) if (!paths.has(edge.to)) paths.set(edge.to, [...path, edge])
  return paths
}

/**
 * Reloads the page in every state of a graph.
 *
 * @returns the differences from a run whose calls were interrupted at that moment: another state, lost input, a
 * repeated request, another idempotency key, a timer due at another time, or another target of the next step
 */
export async function problemsAfterReload(model: Model, graph: Graph): Promise<{ wrong: string[]; reloaded: number }> {
  const sources = sourcesOf(model.machine.root as never)
  const left = new Set(graph.states.keys())
  const wrong: string[] = []
  const walk = async (steps: readonly Edge[]) => {
    const live = await runTo(model, sources, [])
    for (let taken = 0; taken <= steps.length; taken += 1) {
      const path = steps.slice(0, taken)
      const at = path.at(-1)?.to ?? graph.initial
      if (taken > 0) await causeEvent(live, sources, path.at(-1)!.event)
      // two states with the same key may continue differently: the rest are reached by their own shortest paths
      if (model.key(live.root.getSnapshot() as AnyMachineSnapshot) !== at) break
      if (left.delete(at)) wrong.push(...(await wrongAt(model, graph, sources, live, path)))
    }
    live.root.stop()
  }
  await walk([])
  for (const { steps } of cover(graph, everyState, 40).paths) await walk(steps)
  const paths = shortestPaths(graph)
  for (const state of left) await walk(paths.get(state)!)
  return { wrong, reloaded: graph.states.size - left.size }
}
