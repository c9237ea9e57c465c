import type { AnyStateMachine } from 'xstate'
import { isMachine } from '#machines/journal/registry'

/** An actor that a state invokes: an effect or a machine. */
export interface Effect {
  id: string
  /** The `src` of the invocation. */
  src: string
  /** The id of the invoked machine; null for an effect. */
  machine: string | null
  /** Whether its code is loaded with its page. */
  isLater: boolean
}

export interface State {
  /** XState's id: `cart.lines.idle`. */
  id: string
  name: string
  /** The id of the parent state; null for the machine itself. */
  parent: string | null
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** Ids of the initial states; several for parallel regions. */
  initial: string[]
  states: State[]
  effects: Effect[]
  /** Delayed transitions, with a fixed duration if there is one: `typingPause (400 ms)`. */
  delays: string[]
  entry: string[]
  exit: string[]
  tags: string[]
  description: string
  /** Whether the state is reached only after a failure. */
  isFailed: boolean
}

export type Kind = 'event' | 'done' | 'error' | 'after' | 'always'

export interface Transition {
  /** Stable id of the transition; the walks of `tests/model` use the same ids. */
  id: string
  from: string
  /** Ids of the target states; empty if the state does not change. */
  to: string[]
  kind: Kind
  /** XState's event type; empty for an eventless transition. */
  event: string
  /** The event as the diagram shows it: `cart.add`, `readCart done`, `after typingPause`. */
  label: string
  guard: string | null
  /** Whether earlier transitions for the same event take precedence. */
  isOtherwise: boolean
  actions: string[]
  reenters: boolean
}

/** An event that a machine sends to another. */
export interface SentEvent {
  action: string
  to: 'parent' | 'child' | 'listeners'
  /** The id of the child that receives it, if it is named. */
  name: string | null
  events: string[]
}

export interface MachineDescription {
  id: string
  /** The source file, relative to `machines/`. */
  file: string
  description: string
  /** The text above the list of guarantees. */
  prose: string
  promises: string[]
  root: State
  /** Every state: the machine itself first, parents before children. */
  states: State[]
  transitions: Transition[]
  sentEvents: SentEvent[]
  /** The doc comment of each guard, by its name. */
  guards: Map<string, string>
  /** Actors of its `setup`: the id of a machine, null for an effect. */
  actors: Map<string, string | null>
}

interface Named {
  type?: string
  params?: unknown
}
interface RawTransition {
  source: RawNode
  target?: RawNode[]
  eventType: string
  guard?: Named | string
  actions: (Named | string)[]
  reenter: boolean
}
interface RawNode {
  id: string
  key: string
  type: State['type']
  parent?: RawNode
  initial?: { target?: RawNode[] }
  description?: string
  tags: string[]
  entry: (Named | string)[]
  exit: (Named | string)[]
  invoke: { id: string; src: string }[]
  after: { delay: string | number }[]
  always?: RawTransition[]
  transitions: Map<string, RawTransition[]>
  states: Record<string, RawNode>
}
interface Implementation {
  type?: string
  to?: unknown
  event?: unknown
  collect?: unknown
}

const wordOf = (part: unknown): string =>
  typeof part === 'object' && part !== null ? Object.values(part).map(wordOf).join(', ') : String(part)

/** `markDone(details)`: static parameters are part of the name, parameters from an event are not. */
function nameOf(named: Named | string): string {
  if (typeof named === 'string') return named
  const { type = '', params } = named
  return params === undefined || typeof params === 'function'
    ? type
    : `${type}(${[params].flat().map(wordOf).join(', ')})`
}

const namesOf = (list: (Named | string)[]) => list.map(nameOf).filter(name => name && !name.startsWith('xstate.'))

/** The id of a transition; `tools/walks/graph.ts` builds the same ids. */
const idOf = ({ source, eventType, target }: RawTransition) =>
  `${source.id} | ${eventType || 'always'} | ${target?.map(one => one.id).join('+') ?? '(stays)'}`

function labelOf(event: string, effects: { id: string }[]): [Kind, string] {
  const [, outcome, effect] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? []
  if (outcome) return [outcome as 'done' | 'error', effects.length > 1 ? `${effect} ${outcome}` : outcome]
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event) ?? []
  if (delay) return ['after', `after ${/^\d+$/.test(delay) ? `${delay} ms` : delay}`]
  if (event.startsWith('xstate.done.state.')) return ['done', 'done']
  return event === '' ? ['always', ''] : ['event', event]
}

function transitionsOf(node: RawNode): Transition[] {
  return [...node.transitions.values(), node.always ?? []].flatMap(list =>
    list.map((one, index): Transition => {
      const [kind, label] = labelOf(one.eventType, node.invoke)
      return {
        id: list.length > 1 ? `${idOf(one)} #${index}` : idOf(one),
        from: node.id,
        to: one.target?.map(target => target.id) ?? [],
        kind,
        event: one.eventType,
        label,
        guard: one.guard === undefined ? null : nameOf(one.guard),
        isOtherwise: index > 0,
        actions: namesOf(one.actions),
        reenters: one.reenter,
      }
    }),
  )
}

const initialOf = (node: RawNode): string[] =>
  node.type === 'compound' ? (node.initial?.target ?? []).map(one => one.id) : []

function stateOf(node: RawNode, machine: AnyStateMachine, actors: MachineDescription['actors']): State {
  const lengths = machine.implementations.delays as Record<string, unknown>
  return {
    id: node.id,
    name: node.key,
    parent: node.parent?.id ?? null,
    type: node.type,
    initial: initialOf(node),
    states: Object.values(node.states).map(child => stateOf(child, machine, actors)),
    effects: node.invoke.map(({ id, src }) => ({ id, src, machine: actors.get(src) ?? null, isLater: false })),
    delays: [...new Set(node.after.map(({ delay }) => delay))].map(delay => {
      if (typeof delay === 'number') return `${delay} ms`
      return typeof lengths[delay] === 'number' ? `${delay} (${lengths[delay]} ms)` : delay
    }),
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
    tags: [...node.tags],
    description: node.description ?? '',
    isFailed: false,
  }
}

const all = (state: State): State[] => [state, ...state.states.flatMap(all)]

/**
 * Whether a state without transient transitions is entered only by errors, or by the last alternative after an outcome.
 */
function isFailed(state: State, transitions: Transition[]): boolean {
  const incoming = transitions.filter(one => one.to.includes(state.id))
  const goesOnAtOnce = transitions.some(one => one.from === state.id && one.kind === 'always' && one.guard === null)
  const isLeaf = state.states.length === 0
  if (!isLeaf || goesOnAtOnce || state.tags.includes('busy') || state.effects.length > 0) return false
  const outcomes = incoming.filter(
    one => one.kind === 'error' || ((one.kind === 'done' || one.kind === 'after') && one.isOtherwise),
  )
  return incoming.length > 0 && outcomes.length === incoming.length
}

const eventsIn = (code: string) =>
  [...code.matchAll(/\btype: ?["'`]([a-z]+(?:\.[A-Za-z]+)?)["'`]/g)].map(match => match[1]!)

/** The sends in the source of an action, each with the text up to the next one. */
const sendsIn = (code: string): { verb: string; text: string }[] =>
  code
    .split(/(?=\.sendTo\(|\btell[A-Z]\w*\)?\()/)
    .slice(1)
    .map(text => ({ verb: text.startsWith('.sendTo(') ? 'sendTo' : 'tell', text }))

/** The events that an action sends to other machines; empty for an assignment. */
function sentEventsOf(action: string, { type, to, event, collect }: Implementation, forwarded: string[]): SentEvent[] {
  const code = typeof event === 'object' ? `type:"${(event as { type: string }).type}"` : String(event ?? collect)
  const sent = (receiver: SentEvent['to'], text: string, name: string | null = null): SentEvent => {
    const events = [...new Set(eventsIn(text))]
    return { action, to: receiver, name, events: events.length > 0 ? events : forwarded }
  }
  if (type === 'xstate.emit') return [sent('listeners', code)]
  if (type === 'xstate.sendTo')
    return [to === '#_parent' ? sent('parent', code) : sent('child', code, typeof to === 'string' ? to : null)]
  if (type !== 'xstate.enqueueActions') return []
  return sendsIn(code).map(({ verb, text }) =>
    verb === 'tell' ? sent('parent', text) : sent('child', text, /^\.sendTo\(\s*["'](\w+)["']/.exec(text)?.[1] ?? null),
  )
}

/** The doc comment of a machine: its text, and its list of guarantees. */
function commentIn(source: string, id: string): Pick<MachineDescription, 'prose' | 'promises'> {
  const before = source.slice(0, source.search(new RegExp(`^export const ${id}Machine\\b`, 'm')))
  const comment = before.slice(before.lastIndexOf('/**') + 3, before.lastIndexOf('*/'))
  const [prose = '', ...promises] = comment
    .split('\n')
    .map(line => line.replace(/^ *\* ?/, ''))
    .join('\n')
    .split(/^- /m)
    .map(part => part.replaceAll(/\s+/g, ' ').trim())
  return { prose, promises }
}

/** The doc comment of each guard. */
function guardsIn(source: string): MachineDescription['guards'] {
  const [, block = ''] = /^ {2}guards: \{\n([\s\S]*?)^ {2}\},$/m.exec(source) ?? []
  const comments = block.matchAll(/^ {4}\/\*\* (.+)\. \*\/\n {4}(\w+)[:,]/gm)
  return new Map([...comments].map(([, comment, name]) => [name!, comment!]))
}

/**
 * Describes a machine for diagrams and pages.
 *
 * @param source - the source text of the machine
 * @param later - ids of machines that are loaded with their page
 */
export function describeMachine(
  machine: AnyStateMachine,
  file: string,
  source: string,
  later: readonly string[],
): MachineDescription {
  const actors = new Map(
    Object.entries(machine.implementations.actors as Record<string, unknown>).map(([name, logic]) => [
      name,
      isMachine(logic) ? logic.id : later.includes(name) ? name : null,
    ]),
  )
  const root = stateOf(machine.root as unknown as RawNode, machine, actors)
  const nodes = (node: RawNode): RawNode[] => [node, ...Object.values(node.states).flatMap(nodes)]
  const transitions = nodes(machine.root as unknown as RawNode).flatMap(transitionsOf)
  const states = all(root)
  const named = later.filter(
    name => actors.has(name) && !states.some(({ effects }) => effects.some(one => one.src === name)),
  )
  root.effects.push(...named.map(name => ({ id: name, src: name, machine: actors.get(name) ?? null, isLater: true })))
  for (const state of states) state.isFailed = isFailed(state, transitions)
  const actions = machine.implementations.actions as Record<string, Implementation>
  // an action without an event name forwards the event of its transition
  const forwardedBy = (action: string) =>
    transitions.filter(one => one.kind === 'event' && one.actions.includes(action)).map(one => one.event)
  const sentEvents = Object.entries(actions).flatMap(([name, action]) => sentEventsOf(name, action, forwardedBy(name)))
  return {
    id: machine.id,
    file,
    description: root.description,
    ...commentIn(source, machine.id),
    root,
    states,
    transitions,
    sentEvents,
    guards: guardsIn(source),
    actors,
  }
}
