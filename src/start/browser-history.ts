import { createPath, type Navigator, type To } from 'react-router-dom'
import type { Location, Move } from '#contract/location'
import { homePath } from '#contract/paths'

/** The key of an entry of the history, with its state. Scripts of the same origin, and older builds, may have stored anything. */
export function keyIn(state: unknown): string {
  const key = (state as { key?: unknown } | null)?.key
  return typeof key === 'string' && key.length < 40 ? key : 'default'
}

/** The location of a window. */
export function locationIn({ location: { pathname, search, hash }, history }: Window): Location {
  const { usr } = (history.state ?? {}) as { usr?: { step?: unknown } | null }
  const step = usr?.step
  return {
    pathname,
    search,
    // the key of a shared list must not get into the journal
    hash: hash.replace(/^#key=.*/, ''),
    state: typeof step === 'string' && step.length < 40 ? { step } : null,
    key: keyIn(history.state),
  }
}

/** The empty path leads to `homePath` (section 2); the gateway also redirects there. */
const settled = (path: string): string => path.replace(/^\/(?=$|[?#])/, homePath)

const newKey = () => Math.random().toString(36).slice(2, 10)

/**
 * Changes the browser's location and sends it to the shop machine, which decides what React Router renders. The empty path
 * is replaced by that of the home page at once.
 *
 * @param tell - called synchronously with every change
 */
export function createNavigator(window: Window, tell: (move: Move, location: Location) => void): Navigator {
  const { history } = window
  const go = (how: 'pushState' | 'replaceState', move: Move) => (to: To, state?: unknown) => {
    const path = settled(typeof to === 'string' ? to : createPath(to))
    const { pathname, search, hash } = window.location
    // a second click on the same link while its page loads adds no second entry
    const same = path === pathname + search + hash
    try {
      history[same ? 'replaceState' : how]({ usr: state ?? null, key: newKey() }, '', path)
    } catch {
      // Safari refuses more than 100 changes in 30 seconds
      return window.location.assign(path)
    }
    tell(move, locationIn(window))
  }
  const { pathname, search, hash } = window.location
  if (pathname === '/') history.replaceState(history.state, '', settled(pathname + search + hash))
  // a page with entries of its own cancels the event: see ui/use-step-history.ts
  window.addEventListener(
    'popstate',
    () => window.dispatchEvent(new Event('entry', { cancelable: true })) && tell('POP', locationIn(window)),
  )
  return {
    createHref: to => (typeof to === 'string' ? to : createPath(to)),
    push: go('pushState', 'PUSH'),
    replace: go('replaceState', 'REPLACE'),
    go: delta => history.go(delta),
  }
}
