import type { AnyActorLogic, AnyStateMachine } from 'xstate'

interface Startable {
  start: unknown
  transition: (state: object, event: { type: string }, scope: unknown) => object
}
type Registry = Record<string, AnyActorLogic>

/** Whether a logic is a statechart. */
export const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && '__xstatenode' in logic

/** Whether a logic touches the world: it has something to start, and is no chart. */
export const isEffect = (logic: unknown): logic is AnyActorLogic & Startable =>
  typeof logic === 'object' && logic !== null && !isMachine(logic) && typeof (logic as Startable).start === 'function'

const twins = new WeakMap<object, AnyActorLogic>()
const registryOf = (machine: AnyStateMachine) => machine.implementations.actors as unknown as Registry

/** A callback's logic keeps no state of its own, so what it can't read without an instance changes nothing. */
function inertTransition(transition: Startable['transition']): Startable['transition'] {
  return (state, event, scope) => {
    if (event.type === 'xstate.stop') return { ...state, status: 'stopped', input: undefined }
    try {
      return transition(state, event, scope)
    } catch {
      return state
    }
  }
}

/** The same logic, all the way down, with effects that never start: it only takes what a journal tells it. */
export function inert<Logic extends AnyActorLogic>(logic: Logic): Logic {
  const known = twins.get(logic)
  if (known) return known as Logic
  const twin = isMachine(logic)
    ? logic.provide({
        actors: Object.fromEntries(Object.entries(registryOf(logic)).map(([name, actor]) => [name, inert(actor)])),
      } as never)
    : isEffect(logic)
      ? { ...(logic as AnyActorLogic), start: () => {}, transition: inertTransition(logic.transition) }
      : logic
  twins.set(logic, twin as AnyActorLogic)
  return twin as Logic
}

/** A chart's module has come: the machine that names it learns its logic, and so does the machine's inert twin. */
export function register(machine: AnyStateMachine, name: string, logic: AnyActorLogic): void {
  registryOf(machine)[name] = logic
  const twin = twins.get(machine)
  if (isMachine(twin)) registryOf(twin)[name] = inert(logic)
}

/** The logic that a machine starts under a name. */
export const registered = (machine: AnyStateMachine, name: string): AnyActorLogic | undefined =>
  registryOf(machine)[name]

interface Persisted {
  children?: Record<string, { src?: unknown; snapshot?: Persisted }>
}

/** Every name that a persisted snapshot starts actors under; XState drops a child whose name it does not know. */
export function sourcesIn(snapshot: unknown, found = new Set<string>()): Set<string> {
  for (const child of Object.values((snapshot as Persisted | null)?.children ?? {})) {
    if (typeof child.src === 'string') found.add(child.src)
    sourcesIn(child.snapshot, found)
  }
  return found
}
