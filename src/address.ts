import { createPath, type Navigator, type To } from 'react-router-dom'
import type { Location, Move } from '#machines/location'

/** The browser's address bar: where it stands, and how to move it. */
export interface AddressBar {
  here(): Location
  navigator: Navigator
}

const newKey = () => Math.random().toString(36).slice(2, 10)

/**
 * The browser's address, told to the shop's chart; React Router only draws what the chart says is shown.
 *
 * @param tell - hears of every change, synchronously
 */
export function createAddressBar(window: Window, tell: (move: Move, location: Location) => void): AddressBar {
  const { history } = window
  const here = (): Location => {
    const { pathname, search, hash } = window.location
    const state = history.state as { usr?: unknown; key?: string } | null
    return { pathname, search, hash, state: state?.usr ?? null, key: state?.key ?? 'default' }
  }
  const go = (how: 'pushState' | 'replaceState', move: Move) => (to: To, state?: unknown) => {
    const path = typeof to === 'string' ? to : createPath(to)
    const { pathname, search, hash } = window.location
    // a second click on the same link while its page is on its way adds no second entry
    const same = path === pathname + search + hash
    history[same ? 'replaceState' : how]({ usr: state ?? null, key: newKey() }, '', path)
    tell(move, here())
  }
  window.addEventListener('popstate', () => tell('POP', here()))
  return {
    here,
    navigator: {
      createHref: to => (typeof to === 'string' ? to : createPath(to)),
      push: go('pushState', 'PUSH'),
      replace: go('replaceState', 'REPLACE'),
      go: delta => history.go(delta),
    },
  }
}
