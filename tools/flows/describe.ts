import type { AnyStateMachine } from 'xstate'
import { isMachine } from '#machines/journal/registry'

/** What a state waits for: an effect, or another machine. */
export interface Effect {
  id: string
  /** What the machine calls it. */
  src: string
  /** The id of the machine that it is, if it is one. */
  machine: string | null
  /** Whether it is started only when its page is opened for the first time. */
  isLater: boolean
}

export interface State {
  /** As XState has it: `cart.lines.idle`. */
  id: string
  name: string
  /** Id of the state it is in; null for the machine itself. */
  parent: string | null
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** Ids of the states it starts in; more than one where these are in regions. */
  initial: string[]
  states: State[]
  effects: Effect[]
  /** Delays it waits for, with their length where it is fixed: `typingPause (400 ms)`. */
  delays: string[]
  entry: string[]
  exit: string[]
  tags: string[]
  description: string
  /** Whether one comes here only because something went wrong. */
  isFailed: boolean
}

export type Kind = 'event' | 'done' | 'error' | 'after' | 'always'

export interface Transition {
  /** Stays the same as long as the transition does; the walks of `tests/model` use the same names. */
  id: string
  from: string
  /** Ids of the states it leads to; none where the state stays. */
  to: string[]
  kind: Kind
  /** The event as XState has it; empty for what is taken at once. */
  event: string
  /** The event for readers: `cart.add`, `readCart done`, `after typingPause`. */
  label: string
  guard: string | null
  /** Whether the ones before it, for the same event, have the first say. */
  isOtherwise: boolean
  actions: string[]
  reenters: boolean
}

/** The events that a machine sends to its neighbours. */
export interface Says {
  action: string
  to: 'parent' | 'child' | 'listeners'
  /** The child it names, if it names one. */
  name: string | null
  events: string[]
}

export interface MachineDescription {
  id: string
  /** Its source, relative to `machines/`. */
  file: string
  description: string
  /** The text above the list of guarantees. */
  prose: string
  promises: string[]
  root: State
  /** Every state, the machine itself first, those inside after those around them. */
  states: State[]
  transitions: Transition[]
  says: Says[]
  /** When each guard lets through, in words, by its name. */
  guards: Map<string, string>
  /** Actors that its `setup` names: id of the machine for machines, null for effects. */
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

/** `markDone(details)`: parameters count if the machine states them, not if they come with an event. */
function nameOf(named: Named | string): string {
  if (typeof named === 'string') return named
  const { type = '', params } = named
  return params === undefined || typeof params === 'function'
    ? type
    : `${type}(${[params].flat().map(wordOf).join(', ')})`
}

const namesOf = (list: (Named | string)[]) => list.map(nameOf).filter(name => name && !name.startsWith('xstate.'))

/** A transition's name for machines; the one in `tools/walks/graph.ts` is the same. */
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

/** A failed state rests, and all that leads to it is an error, or what is left when an outcome was not the wanted one. */
function isFailed(state: State, transitions: Transition[]): boolean {
  const ways = transitions.filter(one => one.to.includes(state.id))
  const goesOnAtOnce = transitions.some(one => one.from === state.id && one.kind === 'always' && one.guard === null)
  const isLeaf = state.states.length === 0
  if (!isLeaf || goesOnAtOnce || state.tags.includes('busy') || state.effects.length > 0) return false
  const outcomes = ways.filter(
    one => one.kind === 'error' || ((one.kind === 'done' || one.kind === 'after') && one.isOtherwise),
  )
  return ways.length > 0 && outcomes.length === ways.length
}

const eventsIn = (code: string) =>
  [...code.matchAll(/\btype: ?["'`]([a-z]+(?:\.[A-Za-z]+)?)["'`]/g)].map(found => found[1]!)

/** Each send in the text of an action, with what it sends up to the next one. */
const sendsIn = (code: string): { verb: string; text: string }[] =>
  code
    .split(/(?=\.sendTo\(|\btell[A-Z]\w*\)?\()/)
    .slice(1)
    .map(text => ({ verb: text.startsWith('.sendTo(') ? 'sendTo' : 'tell', text }))

/** What an action sends to other machines; nothing for an action that changes context only. */
function saysOf(action: string, { type, to, event, collect }: Implementation, forwarded: string[]): Says[] {
  const code = typeof event === 'object' ? `type:"${(event as { type: string }).type}"` : String(event ?? collect)
  const says = (receiver: Says['to'], text: string, name: string | null = null): Says => {
    const events = [...new Set(eventsIn(text))]
    return { action, to: receiver, name, events: events.length > 0 ? events : forwarded }
  }
  if (type === 'xstate.emit') return [says('listeners', code)]
  if (type === 'xstate.sendTo')
    return [to === '#_parent' ? says('parent', code) : says('child', code, typeof to === 'string' ? to : null)]
  if (type !== 'xstate.enqueueActions') return []
  return sendsIn(code).map(({ verb, text }) =>
    verb === 'tell' ? says('parent', text) : says('child', text, /^\.sendTo\(\s*["'](\w+)["']/.exec(text)?.[1] ?? null),
  )
}

/** The comment above a machine: its prose and, as a list, its promises. */
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

/** The comment above each guard. */
function guardsIn(source: string): MachineDescription['guards'] {
  const [, block = ''] = /^ {2}guards: \{\n([\s\S]*?)^ {2}\},$/m.exec(source) ?? []
  const said = block.matchAll(/^ {4}\/\*\* (.+)\. \*\/\n {4}(\w+):/gm)
  return new Map([...said].map(([, words, name]) => [name!, words!]))
}

/**
 * One neutral description of a machine, from which everything is drawn and written.
 *
 * @param source - text of the file that the machine is written in
 * @param later - ids of machines whose logic is registered when their page is loaded
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
  // an action that names no event forwards the one that its transition handles
  const forwardedBy = (action: string) =>
    transitions.filter(one => one.kind === 'event' && one.actions.includes(action)).map(one => one.event)
  const says = Object.entries(actions).flatMap(([name, action]) => saysOf(name, action, forwardedBy(name)))
  return {
    id: machine.id,
    file,
    description: root.description,
    ...commentIn(source, machine.id),
    root,
    states,
    transitions,
    says,
    guards: guardsIn(source),
    actors,
  }
}
