import { showIn } from './scroll-into-view.ts'

/** The marks of a diagram. */
export interface Paint {
  /** Ids of the states that are active. */
  active: readonly string[]
  /** Ids of the last transitions. */
  taken: readonly string[]
  /** How often each transition was taken; null if counts are not shown. */
  counts: ReadonlyMap<string, number> | null
  /** A new value restarts the highlight animation. */
  turn: string
}

const idsOf = (element: Element) => element.getAttribute('data-id')!.split(' ; ')

/** Sets the attributes of a diagram's states and transitions; the style sheet renders them. */
export function paint(drawing: Element, { active, taken, counts, turn }: Paint): void {
  for (const element of drawing.querySelectorAll('[data-id]')) {
    const ids = idsOf(element)
    if (!element.matches('.arrow, .note')) {
      element.toggleAttribute('data-active', active.includes(ids[0]!))
      continue
    }
    element.toggleAttribute(
      'data-taken',
      ids.some(id => taken.includes(id)),
    )
    const missed = counts === null ? [] : ids.filter(id => !counts.get(id))
    const covered = missed.length === 0 ? 'all' : missed.length < ids.length ? 'some' : 'none'
    if (counts === null) element.removeAttribute('data-covered')
    else element.setAttribute('data-covered', covered)
  }
  if (drawing.getAttribute('data-turn') === turn) return
  drawing.setAttribute('data-turn', turn)
  lightUp(drawing, taken)
}

/** Highlights the last transitions and scrolls their targets into view. */
function lightUp(drawing: Element, taken: readonly string[]) {
  for (const element of drawing.querySelectorAll('[data-taken]')) {
    element.getAnimations({ subtree: true }).forEach(animation => {
      animation.cancel()
      animation.play()
    })
  }
  const targets = taken.flatMap(
    id =>
      id
        .replace(/ #\d+$/, '')
        .split(' | ')[2]
        ?.split('+') ?? [],
  )
  const active = [...drawing.querySelectorAll('.state[data-active]')]
  // the target of a compound state is one of its children
  const isReached = (id: string) => targets.some(target => id === target || id.startsWith(`${target}.`))
  const state = active.find(element => isReached(idsOf(element)[0]!)) ?? active[0]
  if (state) showIn(drawing.closest('[data-scrolls]'), state, 'middle')
}
