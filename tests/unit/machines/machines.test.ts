import { describe, expect, test } from 'vitest'
import type { AnyActorLogic, AnyStateMachine } from 'xstate'
import { isMachine } from '#machines/journal/registry'
import { officeMachines } from '#machines/office/office-machines'
import { machines } from '#machines/whole-shop'

interface Transition {
  eventType: string
  guard?: unknown
  actions: unknown[]
}
interface Node {
  id: string
  key: string
  type: string
  description?: string
  tags: string[]
  parent?: Node
  entry: unknown[]
  exit: unknown[]
  invoke: { id: string; src: unknown }[]
  after: { delay: unknown }[]
  always?: Transition[]
  transitions: Map<string, Transition[]>
  states: Record<string, Node>
}
const nodesOf = (machine: AnyStateMachine): Node[] => {
  const all = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(all)]
  return all(machine.root as unknown as Node)
}
const transitionsOf = (node: Node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
const withOwn = (node: Node): Node[] => [node, ...(node.parent ? withOwn(node.parent) : [])]
const nameOf = (implementation: unknown): string =>
  String(
    (implementation as { type?: unknown } | null)?.type ?? (implementation as { name?: unknown } | null)?.name ?? '',
  )
/** Named in `setup`, or one of XState's own for delays and final states. */
const isNamed = (implementation: unknown) =>
  typeof implementation === 'string' ||
  (typeof implementation === 'object' && nameOf(implementation) !== '') ||
  nameOf(implementation).startsWith('xstate.')

describe.each(Object.entries({ ...machines, ...officeMachines }))('the machine %s', (_id, machine) => {
  const nodes = nodesOf(machine)

  test('describes each of its states', () => {
    expect(nodes.filter(node => !node.description).map(node => node.id)).toEqual([])
  })

  test('handles the failure of every effect', () => {
    const careless = nodes.flatMap(node =>
      node.invoke
        .filter(({ src }) => !isMachine((machine.implementations.actors as Record<string, AnyActorLogic>)[String(src)]))
        .filter(({ id }) => !withOwn(node).some(one => one.transitions.has(`xstate.error.actor.${id}`)))
        .map(({ id }) => `${node.id}: ${id}`),
    )
    expect(careless).toEqual([])
  })

  test('refers to every guard, action and effect by name', () => {
    const unnamed = nodes.flatMap(node => [
      ...transitionsOf(node).flatMap(({ guard, actions, eventType }) =>
        [...(guard ? [guard] : []), ...actions].filter(one => !isNamed(one)).map(() => `${node.id}: ${eventType}`),
      ),
      ...node.invoke.filter(({ src }) => typeof src !== 'string' || src.startsWith('xstate.')).map(() => node.id),
    ])
    expect(unnamed).toEqual([])
  })

  test('uses every guard and action', () => {
    const { guards, actions } = machine.implementations
    const wanted = nodes.flatMap(node => [
      ...transitionsOf(node).flatMap(one => [one.guard, ...one.actions]),
      ...node.entry,
      ...node.exit,
    ])
    const used = new Set(wanted.map(one => (typeof one === 'string' ? one : nameOf(one))))
    expect(Object.keys({ ...guards, ...actions }).filter(name => !used.has(name))).toEqual([])
  })

  test('tags every state that waits for the world as busy', () => {
    // an effect named `watch…` waits for a person, not for the gateway
    const waitsFor = ({ invoke }: Node) => invoke.filter(({ src }) => !/^watch[A-Z]/.test(String(src)))
    const waiting = nodes.filter(node => node !== nodes[0] && waitsFor(node).length > 0)
    expect(waiting.filter(node => !node.tags.includes('busy')).map(node => node.id)).toEqual([])
  })

  test('names its events subject.verb', () => {
    const names = nodes.flatMap(node => [...node.transitions.keys()]).filter(name => !name.startsWith('xstate.'))
    expect(names.filter(name => !/^[a-z]+\.[a-z][A-Za-z]*$/.test(name))).toEqual([])
  })

  test('handles no event in a parallel state that one of its regions handles: the region would hide it', () => {
    const taken = (node: Node): string[] => [...node.transitions.keys(), ...Object.values(node.states).flatMap(taken)]
    const swallowed = nodes
      .filter(node => node.type === 'parallel')
      .flatMap(node => {
        const inside = new Set(Object.values(node.states).flatMap(taken))
        return [...node.transitions.keys()].filter(name => inside.has(name)).map(name => `${node.id}: ${name}`)
      })
    expect(swallowed).toEqual([])
  })

  test('has a transition out of every state that is not final', () => {
    const ways = (node: Node) => withOwn(node).reduce((count, one) => count + transitionsOf(one).length, 0)
    const stuck = nodes.filter(
      node => Object.keys(node.states).length === 0 && node.type !== 'final' && ways(node) === 0,
    )
    // the lists that are read once stay as they are
    const ends = /^(catalogue\.\w+\.ready|places\.countries\.ready|officeSettings\.shown)$/
    expect(stuck.map(node => node.id).filter(id => !ends.test(id))).toEqual([])
  })
})
