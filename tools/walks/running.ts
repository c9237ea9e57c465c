import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { replay } from '#machines/journal/replay'
import type { Graph, Model, Path } from './graph.ts'
import { canonical, runJournaled, settled } from '../../tests/kit/system.ts'

interface Node {
  invoke: { id: string; src: unknown }[]
  states: Record<string, Node>
}
export type Running = ReturnType<typeof runJournaled>

/** The names of effects by the ids that a machine starts them under. */
export function sourcesOf(node: Node, found = new Map<string, string>()): Map<string, string> {
  for (const { id, src } of node.invoke) found.set(id, String(src))
  for (const child of Object.values(node.states)) sourcesOf(child, found)
  return found
}

/** The effect whose outcome an event is; null for other events. */
const ended = ({ type, actorId }: AnyEventObject): string | null =>
  type.startsWith('xstate.done.actor.') || type.startsWith('xstate.error.actor.') ? String(actorId) : null

/** The events for which the running machine and the model disagree on whether they are accepted. */
async function wrongRefusals(running: Running, model: Model, sources: Map<string, string>, state: AnyMachineSnapshot) {
  const isUnderWay = (id: string) => running.pending.some(one => one.name === sources.get(id))
  const wrong: string[] = []
  for (const event of model.cases(state)) {
    const id = ended(event)
    if (id !== null) {
      if (state.can(event) && !isUnderWay(id)) wrong.push(`${id} is not under way`)
      continue
    }
    if (state.can(event) || event.type.startsWith('xstate.')) continue
    const before = running.persisted()
    running.root.send(event)
    await settled()
    if (running.persisted() !== before) wrong.push(`${event.type} is taken`)
  }
  return wrong
}

/** Causes an event in the running machine: settles an effect, fires a timer, or sends a person's event. */
export async function causeEvent(running: Running, sources: Map<string, string>, event: AnyEventObject) {
  const id = ended(event)
  if (id !== null) {
    const one = running.pending.find(({ name }) => name === sources.get(id))
    if (!one) throw new Error(`${id} is not under way`)
    await running.settle(one, 'output' in event ? { answer: event.output } : { refusal: event.error as never })
    return
  }
  if (event.type.startsWith('xstate.after.')) running.host.fireNext()
  else running.root.send(event)
  await settled()
}

/**
 * Takes paths on running machines with journals. Returns the problems: states that differ from the graph's, accepted events
 * that the graph refuses, and journals that replay to another state.
 */
export async function problemsOnRunning(model: Model, graph: Graph, paths: Path[]): Promise<string[]> {
  const sources = sourcesOf(model.machine.root as unknown as Node)
  const looked = new Set<string>()
  const wrong: string[] = []
  for (const { title, steps } of paths) {
    const running = runJournaled(model.machine)
    running.root.start()
    await settled()
    for (const { from, event, to } of steps) {
      if (!looked.has(from)) {
        looked.add(from)
        const taken = await wrongRefusals(running, model, sources, graph.states.get(from)!)
        wrong.push(...taken.map(one => `${title}: ${one} in ${from}`))
      }
      await causeEvent(running, sources, event)
      const at = model.key(running.root.getSnapshot() as AnyMachineSnapshot)
      if (at !== to) wrong.push(`${title}: ${event.type} leads to ${at}, not to ${to}`)
    }
    const replayed = canonical(replay(running.logic, { checkpoint: null, entries: running.entries }).snapshot())
    if (replayed !== running.persisted()) wrong.push(`${title}: its journal leads elsewhere`)
    running.root.stop()
  }
  return wrong
}
