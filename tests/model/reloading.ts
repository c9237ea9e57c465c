import type { AnyMachineSnapshot } from 'xstate'
import { beginning, interruption, resumed } from '#machines/journal/boot'
import { rearm, timeLeft } from '#machines/journal/timers'
import { interruptedEffects } from '#src/journal/resume.ts'
import type { Edge, Graph, Model } from '#tools/walks/graph'
import { cover, everyState } from '#tools/walks/graph'
import { happens, sourcesOf, type Running } from '#tools/walks/running'
import { canonical, createTestHost, runJournaled, settled } from '../kit/system.ts'

/** Milliseconds that a page is away while it is loaded again. */
const away = 700

type Sources = ReturnType<typeof sourcesOf>

/** A run of a chart that stands where some steps lead. */
async function stands(model: Model, sources: Sources, steps: readonly Edge[]): Promise<Running> {
  const running = runJournaled(model.machine)
  running.root.start()
  await settled()
  for (const { event } of steps) await happens(running, sources, event)
  return running
}

/** The page is loaded again: the chart goes on from the journal, as `src/journal/visit.ts` has it. */
async function loadedAgain(model: Model, { logic, entries, host }: Running): Promise<Running> {
  const now = host.now() + away
  const began = beginning(logic, createTestHost().now())
  const kept = JSON.parse(JSON.stringify(entries)) as Running['entries']
  const isInterrupted = ({ src }: { src: string }) => interruptedEffects.includes(src)
  const point = resumed(logic, { checkpoint: began, entries: kept }, isInterrupted, now)
  const again = runJournaled(model.machine, point.snapshot, point.seq, [], now)
  again.root.start()
  rearm(again.root, point.timers, timer => timeLeft(timer, now))
  await settled()
  return again
}

const isInterrupted = ({ name }: Running['pending'][number]) => interruptedEffects.includes(name.split('/').at(-1)!)

/** Every effect that can't be started again ends as one whose answer was lost; false where none is under way. */
async function interrupts(running: Running): Promise<boolean> {
  const ended = running.pending.filter(isInterrupted)
  running.host.elapse(away)
  for (const one of ended)
    if (running.pending.includes(one)) await running.settle(one, { refusal: interruption as never })
  return ended.length > 0
}

/** What a chart is waiting for, with all that it has asked. */
const asked = ({ pending }: Running) => pending.map(({ name, input }) => canonical({ name, input })).toSorted()

/** Every text in a context. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** What somebody has typed, and the chart holds. */
function typedIn({ root, entries }: Running): string[] {
  const held = new Set(textsIn((root.getSnapshot() as AnyMachineSnapshot).context))
  const typed = entries.flatMap(({ kind, event }) => (kind === 'send' ? textsIn(event.value) : []))
  return typed.filter(text => text !== '' && held.has(text))
}

/** What differs between a run that was not loaded again, and one that was. */
function differences(live: Running, again: Running): string[] {
  const wrong: string[] = []
  if (again.persisted() !== live.persisted()) wrong.push('it stands elsewhere')
  if (asked(again).toString() !== asked(live).toString()) wrong.push(`it asks ${asked(again)}, not ${asked(live)}`)
  const due = live.host.deadlines().map(at => Math.max(at, again.host.now()))
  if (again.host.deadlines().toString() !== due.toString())
    wrong.push(`its timers are due at ${again.host.deadlines()}, not at ${due}`)
  return wrong
}

/** What is wrong with a state that steps should have led to, though the graph does not say so. */
async function elsewhere(model: Model, sources: Sources, steps: readonly Edge[], at: string): Promise<string[]> {
  const live = await stands(model, sources, steps)
  const to = model.key(live.root.getSnapshot() as AnyMachineSnapshot)
  live.root.stop()
  return to === at ? [] : [`then ${steps.at(-1)!.event.type} leads to ${at}, not to ${to}`]
}

/** What is wrong when the page is loaded again where a run stands. */
async function wrongAt(model: Model, graph: Graph, sources: Sources, live: Running, steps: readonly Edge[]) {
  const again = await loadedAgain(model, live)
  const typed = typedIn(live)
  const expected = live.pending.some(isInterrupted) ? await stands(model, sources, steps) : live
  const wasInterrupted = expected !== live && (await interrupts(expected))
  const wrong = differences(expected, again)
  const held = textsIn((again.root.getSnapshot() as AnyMachineSnapshot).context)
  wrong.push(...typed.filter(text => !held.includes(text)).map(text => `${text} is gone`))
  if (expected !== live) expected.root.stop()
  const at = steps.at(-1)?.to ?? graph.initial
  const [next] = wasInterrupted ? [] : (graph.out.get(at) ?? [])
  if (next) {
    await happens(again, sources, next.event)
    const to = model.key(again.root.getSnapshot() as AnyMachineSnapshot)
    // states that look alike may go on apart: what counts is where this one would have gone
    if (to !== next.to) wrong.push(...(await elsewhere(model, sources, [...steps, next], to)))
  }
  again.root.stop()
  return wrong.map(one => `${at}: ${one}`)
}

/** The shortest way to each state. */
function shortestWays(graph: Graph): Map<string, Edge[]> {
  const ways = new Map<string, Edge[]>([[graph.initial, []]])
  for (const [at, way] of ways)
    for (const edge of graph.out.get(at) ?? []) if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge])
  return ways
}

/**
 * Loads the page again in every state of a graph, and gives what is wrong then: where the chart stands elsewhere than one
 * whose calls were lost at that moment, has forgotten something typed, asks something twice or under another key, lets a
 * timer fire at another time, or does not go on from there.
 */
export async function wrongAfterReload(model: Model, graph: Graph): Promise<{ wrong: string[]; reloaded: number }> {
  const sources = sourcesOf(model.machine.root as never)
  const left = new Set(graph.states.keys())
  const wrong: string[] = []
  const walk = async (steps: readonly Edge[]) => {
    const live = await stands(model, sources, [])
    for (let taken = 0; taken <= steps.length; taken += 1) {
      const way = steps.slice(0, taken)
      const at = way.at(-1)?.to ?? graph.initial
      if (taken > 0) await happens(live, sources, way.at(-1)!.event)
      // states that look alike may go on apart: what is left is come to by its own shortest way
      if (model.key(live.root.getSnapshot() as AnyMachineSnapshot) !== at) break
      if (left.delete(at)) wrong.push(...(await wrongAt(model, graph, sources, live, way)))
    }
    live.root.stop()
  }
  await walk([])
  for (const { steps } of cover(graph, everyState, 40).paths) await walk(steps)
  const ways = shortestWays(graph)
  for (const state of left) await walk(ways.get(state)!)
  return { wrong, reloaded: graph.states.size - left.size }
}
