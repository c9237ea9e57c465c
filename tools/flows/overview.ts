import type { MachineDescription, State, Transition } from './describe.ts'
import type { Relation } from './relations.ts'

const kinds = { starts: 'always', tells: 'event', reports: 'done' } as const

const stateOf = (id: string, parent: string | null, description: string, states: State[] = []): State => ({
  id,
  name: id.split('.').at(-1)!,
  parent,
  type: states.length > 0 ? 'compound' : 'atomic',
  initial: [],
  states,
  effects: [],
  delays: [],
  entry: [],
  exit: [],
  tags: [],
  description,
  isFailed: false,
})

/** One edge per relation, with one line per event. */
function transitionsOf({ from, to, kind, names }: Relation): Transition[] {
  const arrow = {
    from: `machines.${from}`,
    to: [`machines.${to}`],
    kind: kinds[kind],
    event: '',
    guard: null,
    isOtherwise: false,
    reenters: false,
  }
  if (kind !== 'starts')
    return names.map(name => ({ ...arrow, id: `${from} ${kind} ${to}: ${name}`, label: name, actions: [] }))
  const others = names.map(name => (name.startsWith(`${to} (`) ? name.slice(to.length + 2, -1) : name))
  const actions = others.filter(name => name !== to)
  return [{ ...arrow, id: `${from} starts ${to}`, label: 'starts', actions }]
}

/** A description of all machines as states of one, for the overview diagram. */
export function overviewOf(machines: MachineDescription[], relations: Relation[]): MachineDescription {
  const states = machines.map(({ id, description }) => stateOf(`machines.${id}`, 'machines', description))
  const root = stateOf('machines', null, 'Which machine starts, sends to and reports to which', states)
  return {
    id: 'machines',
    file: '',
    description: root.description,
    prose: '',
    promises: [],
    root,
    states: [root, ...states],
    transitions: relations.flatMap(transitionsOf),
    sentEvents: [],
    guards: new Map(),
    actors: new Map(),
  }
}
