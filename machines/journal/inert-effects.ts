import type { AnyActorLogic } from 'xstate'
import { isEffect, isMachine, registryOf, variants } from './registry.ts'

type Transition = (state: object, event: { type: string }, scope: unknown) => object

/** A callback actor throws without a running instance; its own state does not depend on its events, so the error is ignored. */
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

/** The same actor logic with effects, at every level, that never start. Only a journal's entries move it. */
export function withInertEffects<Logic extends AnyActorLogic>(logic: Logic): Logic {
  const known = variants.get(logic)
  if (known) return known.logic as Logic
  const variant = isMachine(logic)
    ? logic.provide({
        actors: Object.fromEntries(
          Object.entries(registryOf(logic)).map(([name, actor]) => [name, withInertEffects(actor)]),
        ),
      } as never)
    : isEffect(logic)
      ? { ...(logic as AnyActorLogic), start: () => {}, transition: inertTransition(logic.transition) }
      : logic
  variants.set(logic, { logic: variant as AnyActorLogic, make: withInertEffects })
  return variant as Logic
}

interface Persisted {
  children?: Record<string, { src?: unknown; snapshot?: Persisted }>
}

/** Every actor source name in a persisted snapshot. XState drops a child whose source is not registered. */
export function sourcesIn(snapshot: unknown, found = new Set<string>()): Set<string> {
  for (const child of Object.values((snapshot as Persisted | null)?.children ?? {})) {
    if (typeof child.src === 'string') found.add(child.src)
    sourcesIn(child.snapshot, found)
  }
  return found
}
