import type { AnyActorLogic } from 'xstate'
import { isEffect, isMachine, registryOf, twins } from './registry.ts'

type Transition = (state: object, event: { type: string }, scope: unknown) => object

/** A callback's logic keeps no state of its own, so what it can't read without an instance changes nothing. */
function inertTransition(transition: Transition): Transition {
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
  if (known) return known.logic as Logic
  const twin = isMachine(logic)
    ? logic.provide({
        actors: Object.fromEntries(Object.entries(registryOf(logic)).map(([name, actor]) => [name, inert(actor)])),
      } as never)
    : isEffect(logic)
      ? { ...(logic as AnyActorLogic), start: () => {}, transition: inertTransition(logic.transition) }
      : logic
  twins.set(logic, { logic: twin as AnyActorLogic, make: inert })
  return twin as Logic
}

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
