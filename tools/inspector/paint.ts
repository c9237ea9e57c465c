import { showIn } from './sight.ts'

/** What is shown on a drawing. */
export interface Paint {
  /** Ids of the states that are active. */
  active: readonly string[]
  /** Names of the transitions that were taken last. */
  taken: readonly string[]
  /** How often each transition was taken; null where that is not shown. */
  counts: ReadonlyMap<string, number> | null
  /** Another one, and what was taken lights up again. */
  turn: string
}

const idsOf = (element: Element) => element.getAttribute('data-id')!.split(' ; ')

/** Marks a drawing's states and transitions by attributes; the style sheet says how they look. */
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

/** What was taken lights up, and where it led comes into sight. */
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
  // what leads to a compound state is in one of the states in it
  const isReached = (id: string) => targets.some(target => id === target || id.startsWith(`${target}.`))
  const state = active.find(element => isReached(idsOf(element)[0]!)) ?? active[0]
  if (state) showIn(drawing.closest('[data-scrolls]'), state, 'middle')
}
