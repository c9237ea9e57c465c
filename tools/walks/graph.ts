import { getAdjacencyMap } from '@xstate/graph'
import { createActor, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate'
import { transitionsOf } from '#machines/parts/transitions'

export { transitionsOf }

/** How a machine is explored: the possible events, and which states count as the same. */
export interface Model {
  machine: AnyStateMachine
  input?: unknown
  /** Every possible event in a state, with its data: events of people, outcomes of effects, timers. */
  cases(state: AnyMachineSnapshot): AnyEventObject[]
  /** Identifies a state: its value, the data that the page shows, and the data that decides which events are accepted. */
  key(state: AnyMachineSnapshot): string
}

export interface Edge {
  from: string
  to: string
  event: AnyEventObject
  /** The transitions that the event took, including eventless ones. */
  taken: string[]
}

export interface Graph {
  initial: string
  states: Map<string, AnyMachineSnapshot>
  edges: Edge[]
  out: Map<string, Edge[]>
}

export interface Path {
  title: string
  steps: Edge[]
}

/** A function from a state and an event to the next state and the transitions taken, without side effects. */
function stepperOf(machine: AnyStateMachine) {
  const names = transitionsOf(machine)
  let taken: string[] = []
  const self = createActor(machine, { input: {} } as never) as unknown as { system: object }
  const system = Object.assign(Object.create(self.system) as object, {
    _set() {},
    _sendInspectionEvent(inspection: { type: string; _transitions?: object[] }) {
      if (inspection.type !== '@xstate.microstep') return
      for (const one of inspection._transitions ?? []) taken.push(names.get(one) ?? '?')
    },
  })
  self.system = system
  const scope = {
    self,
    system,
    id: '',
    sessionId: '',
    logger() {},
    defer() {},
    stopChild() {},
    emit() {},
    actionExecutor() {},
  }
  return (state: AnyMachineSnapshot, event: AnyEventObject) => {
    taken = []
    const next = machine.transition(state as never, event, scope as never) as unknown as AnyMachineSnapshot
    return { next, taken }
  }
}

const explored = new WeakMap<Model, Graph>()

/** The graph of all states and events of a machine in its model. Cached per model; do not change it. */
export function explore(model: Model): Graph {
  const known = explored.get(model)
  if (known) return known
  const graph = findGraph(model)
  explored.set(model, graph)
  return graph
}

function findGraph(model: Model): Graph {
  const step = stepperOf(model.machine)
  const adjacency = getAdjacencyMap(
    model.machine as never,
    {
      events: ((state: AnyMachineSnapshot) => model.cases(state).filter(event => state.can(event))) as never,
      serializeState: ((state: AnyMachineSnapshot) => model.key(state)) as never,
      limit: 20_000,
      input: model.input,
    } as never,
  ) as unknown as Record<
    string,
    { state: AnyMachineSnapshot; transitions: Record<string, { event: AnyEventObject; state: AnyMachineSnapshot }> }
  >
  const graph: Graph = { initial: Object.keys(adjacency)[0]!, states: new Map(), edges: [], out: new Map() }
  const sorts = new Map<string, string[]>()
  const shared = (taken: string[]) => {
    const sort = taken.join('\n')
    return sorts.get(sort) ?? (sorts.set(sort, taken), taken)
  }
  for (const [from, { state, transitions }] of Object.entries(adjacency)) {
    const edges = Object.values(transitions).map(({ event, state: next }): Edge => {
      const { taken } = step(state, event)
      return { from, to: model.key(next), event, taken: shared(taken) }
    })
    graph.states.set(from, state)
    graph.out.set(from, edges)
    graph.edges.push(...edges)
  }
  return graph
}

/** The goals that a step reaches, given the step before it. */
export type Goals = (previous: Edge | null, edge: Edge) => string[]

/** Every state once. */
export const everyState: Goals = (_, edge) => [edge.to]
/** Every transition once. */
export const everyTransition: Goals = (_, edge) => edge.taken
/** Every transition after every transition that can come before it. */
export const everyPair: Goals = (previous, edge) => (previous ? pairs(previous.taken, edge.taken) : [])

const pairsBefore = new WeakMap<readonly string[], WeakMap<readonly string[], string[]>>()
/** Pairs of transitions by name. Cached, because walks need the same pairs a million times; edges with the same transitions share one array. */
function pairs(before: readonly string[], after: readonly string[]): string[] {
  const known = pairsBefore.get(before) ?? new WeakMap<readonly string[], string[]>()
  pairsBefore.set(before, known)
  const pair = known.get(after) ?? before.flatMap(first => after.map(second => `${first}  then  ${second}`))
  known.set(after, pair)
  return pair
}

/** The shortest path to a step that reaches a remaining goal. */
function nearest(graph: Graph, at: string, previous: Edge | null, goals: Goals, left: Set<string>): Edge[] | null {
  interface Turn {
    at: string
    edge: Edge | null
    from: Turn | null
  }
  const seen = new Set<unknown>([previous ?? at])
  const queue: Turn[] = [{ at, edge: previous, from: null }]
  for (const turn of queue) {
    for (const edge of graph.out.get(turn.at) ?? []) {
      if (goals(turn.edge, edge).some(goal => left.has(goal))) {
        const way = [edge]
        for (let one = turn; one.from; one = one.from) way.unshift(one.edge!)
        return way
      }
      if (seen.has(edge)) continue
      seen.add(edge)
      queue.push({ at: edge.to, edge, from: turn })
    }
  }
  return null
}

/** Every goal that steps of a graph can reach. */
export function goalsIn(graph: Graph, goals: Goals): Set<string> {
  const all = new Set<string>()
  for (const edge of graph.edges) {
    for (const goal of goals(null, edge)) all.add(goal)
    for (const next of graph.out.get(edge.to) ?? []) for (const goal of goals(edge, next)) all.add(goal)
  }
  return all
}

/** Paths of at most `cap` steps that together reach every goal. Greedy: few paths, but not always the fewest. */
export function cover(graph: Graph, goals: Goals, cap = 30): { paths: Path[]; goals: Set<string>; left: Set<string> } {
  const all = goalsIn(graph, goals)
  const left = new Set(all)
  const paths: Path[] = []
  for (let progress = true; left.size > 0 && progress;) {
    const steps: Edge[] = []
    const before = left.size
    for (let at = graph.initial, previous: Edge | null = null; ;) {
      const way: Edge[] | null = nearest(graph, at, previous, goals, left)
      if (!way || (steps.length > 0 && steps.length + way.length > cap)) break
      for (const edge of way) {
        for (const goal of goals(previous, edge)) left.delete(goal)
        steps.push(edge)
        previous = edge
        at = edge.to
      }
    }
    progress = left.size < before
    if (progress) paths.push({ title: `path ${paths.length + 1}: ${steps.length} steps`, steps })
  }
  return { paths, goals: all, left }
}

/** Steps whose result differs from the graph's: the model's key misses data that matters. */
export function divergingSteps(model: Model, graph: Graph, paths: Path[]): string[] {
  const step = stepperOf(model.machine)
  return paths.flatMap(({ title, steps }) => {
    let state = graph.states.get(graph.initial)!
    for (const { event, to } of steps) {
      if (!state.can(event)) return [`${title}: ${event.type} is not possible in ${model.key(state)}`]
      state = step(state, event).next
      if (model.key(state) !== to) return [`${title}: ${event.type} leads to ${model.key(state)}, not to ${to}`]
    }
    return []
  })
}

/** An effect ends with an answer. */
export const done = (id: string, output: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
})
/** An effect ends with a refusal. */
export const fails = (id: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
})
/** A delay of a state ends. */
export const after = (delay: string, state: string): AnyEventObject => ({ type: `xstate.after.${delay}.${state}` })

/** A machine without a parent: its reports are dropped. */
export const withoutParent = (machine: AnyStateMachine, reports: string[]): AnyStateMachine =>
  machine.provide({ actions: Object.fromEntries(reports.map(name => [name, () => {}])) } as never)
