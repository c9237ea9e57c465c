import type { State, Transition } from './describe.ts'
import type { Span } from './text.ts'

/** Font sizes, in pixels. */
export const fontSize = { name: 14, region: 13, label: 12 }
/** In pixels. */
export const lineHeight = 15
/** The label of a transition: event, guard, actions. */
export function spansOf({ label, guard, isOtherwise, actions }: Transition): Span[] {
  const condition = guard ?? (isOtherwise ? 'otherwise' : null)
  return [
    ...(label ? [{ text: label, part: 'name' as const }] : []),
    ...(condition ? [{ text: `[${condition}]`, part: 'guard' as const }] : []),
    ...(actions.length > 0 ? [{ text: `/ ${actions.join(', ')}`, part: 'action' as const }] : []),
  ]
}

const isInside = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`)

/** Whether a transition is written inside its state's box: without a target, reentering, or into a child state. */
export function isNoted(transition: Transition, state: State): boolean {
  if (transition.to.length === 0) return true
  return transition.to.every(id => isInside(id, state.id))
}

/** A state's path within another: `step.review` in `checkout`. */
export const nameIn = (id: string, outer: string): string => (isInside(id, outer) ? id.slice(outer.length + 1) : id)
