import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** The step of a history entry; null for an entry of another page, and for one that has no step yet. */
function stepIn(state: unknown): string | null {
  const step = (state as { usr?: { step?: unknown } | null } | null)?.usr?.step
  return typeof step === 'string' ? step : null
}

const newKey = () => Math.random().toString(36).slice(2, 10)

/**
 * Gives each step of a page an entry of the browser's history, so that Back and Forward go from step to step. The path stays.
 *
 * @param step - the open step; null while none can be opened: Back then leaves the page
 * @param open - called when Back or Forward reach the entry of a step
 */
export function useStepHistory<Step extends string>(step: Step | null, open: (step: Step) => void): void {
  /** The previous step; null if the entry does not follow from it: on arrival, and after Back and Forward. */
  const before = useRef<string | null>(null)
  const hasArrived = useRef(false)
  const settle = useEffectEvent(() => {
    if (step !== null && before.current === null) mark(step)
    before.current = step
  })
  /** Opens the step of the entry; if it cannot be opened, the entry gets the open one. */
  const follow = useEffectEvent((requested: string) => {
    before.current = null
    open(requested as Step)
    setTimeout(settle)
  })
  useLayoutEffect(() => {
    const marked = stepIn(history.state)
    if (step !== null && marked !== step) {
      // Back was pressed before the page was rendered
      if (!hasArrived.current && marked !== null) follow(marked)
      else if (before.current === null) mark(step)
      else {
        // a link to this page has replaced the entry
        if (marked === null) mark(before.current)
        change('pushState', { usr: { step }, key: newKey() })
      }
    }
    if (hasArrived.current || marked === null || marked === step) before.current = step
    hasArrived.current = true
  }, [step])

  const changed = useEffectEvent((event: Event) => {
    const requested = stepIn(history.state)
    if (requested === null) return
    // the page stays: the shop machine does not open it again
    event.preventDefault()
    if (step === null) history.back()
    else if (requested !== step) follow(requested)
  })
  useLayoutEffect(() => {
    const listen = (event: Event) => changed(event)
    addEventListener('entry', listen)
    return () => removeEventListener('entry', listen)
  }, [])
}

/** Gives the current entry a step. Its key stays: the scroll position belongs to it. */
function mark(step: string) {
  if (stepIn(history.state) !== step)
    change('replaceState', { key: newKey(), ...(history.state as object | null), usr: { step } })
}

/** Safari refuses more than 100 changes in 30 seconds: the step opens anyway, and Back leaves the page. */
function change(how: 'pushState' | 'replaceState', state: object) {
  try {
    history[how](state, '')
  } catch {
    // refused
  }
}
