import type { State, Transition } from './describe.ts'
import type { Span } from './text.ts'

/** The words of transitions, and where they are written. */

/** Sizes of letters, in pixels. */
export const letter = { name: 14, region: 13, label: 12 }
/** From one baseline to the next, in pixels. */
export const lineHeight = 15
/** The words of a transition: event, guard, actions. */
export function spansOf({ label, guard, isOtherwise, actions }: Transition): Span[] {
  const condition = guard ?? (isOtherwise ? 'otherwise' : null)
  return [
    ...(label ? [{ text: label, part: 'name' as const }] : []),
    ...(condition ? [{ text: `[${condition}]`, part: 'guard' as const }] : []),
    ...(actions.length > 0 ? [{ text: `/ ${actions.join(', ')}`, part: 'action' as const }] : []),
  ]
}

const isInside = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`)

/** Whether a transition is written in the box of its state: it stays, begins again, or leads from a container inside. */
export function isNoted(transition: Transition, state: State): boolean {
  if (transition.to.length === 0) return true
  return transition.to.every(id => isInside(id, state.id))
}

/** A state's name as it is known within another: `step.review` in `checkout`. */
export const nameIn = (id: string, outer: string): string => (isInside(id, outer) ? id.slice(outer.length + 1) : id)
