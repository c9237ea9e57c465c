import type { Location } from '#contract/location'
import { pageOf } from '#contract/paths'
import type { PageTransition } from '../effects/environment.ts'
import { keyIn } from './browser-history.ts'
import { nextTask } from './next-task.ts'

/** The scroll positions of pages, by the key of their history entry. */
interface ScrollPositions {
  read(key: string): number
  write(key: string, top: number): void
}

/** Scroll positions in a storage; if it refuses, pages start at the top. */
function createScrollPositions(storage: () => Storage): ScrollPositions {
  const all = (): Record<string, unknown> | null => {
    try {
      return JSON.parse(storage().getItem('shop.scroll') ?? '{}') as Record<string, unknown> | null
    } catch {
      return {}
    }
  }
  return {
    read(key) {
      const top = all()?.[key]
      return typeof top === 'number' ? top : 0
    },
    write(key, top) {
      const positions = Object.entries({ ...all(), [key]: Math.round(top) }).slice(-60)
      try {
        storage().setItem('shop.scroll', JSON.stringify(Object.fromEntries(positions)))
      } catch {
        // storage is full or blocked: the page starts at the top next time
      }
    },
  }
}

/** Names a product's picture in a list for the view transition to or from its page, whose large picture has the name 'picture'. */
function nameCardPicture(document: Document, path: string, name: string): void {
  const picture = document.querySelector<HTMLElement>(`article:has([href="${path}"]) img`)
  picture?.style.setProperty('view-transition-name', name)
}

/** The element that the end of a URL names; null if it names none, or can't be decoded. */
function targetIn(document: Document, hash: string): Element | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

type Change = Parameters<PageTransition>[0]

const isSamePage = (one: Location | null, other: Location) =>
  one?.pathname === other.pathname && one.search === other.search

/** The selector of controls of a page, which change its view: not of links, which lead to another. */
const controls = 'main, main :not(a)'

/** Whether the first page is shown, or another view of the same one: scroll position and focus stay. */
const isOtherView = ({ from, to, move }: Change, focused: Element | null) =>
  from === null ||
  (from.pathname === to.pathname && (move === 'REPLACE' || (move === 'PUSH' && focused?.matches(controls))))

/**
 * Changes the page in a view transition. Resolves when the new page may be rendered.
 *
 * @param before - called right before it is rendered
 * @param after - called when it is rendered
 */
async function transition(
  document: Document,
  from: string,
  to: string,
  before: () => void,
  after: () => void,
): Promise<void> {
  // between two products, both pages would have two pictures of this name
  const involvesProduct = (pageOf(from) === 'product') !== (pageOf(to) === 'product')
  const name = (path: string, value: string) => involvesProduct && nameCardPicture(document, path, value)
  name(to, 'picture')
  await new Promise<void>(mayRender => {
    const { finished, ready } = document.startViewTransition(async () => {
      name(to, '')
      before()
      mayRender()
      await nextTask()
      after()
      name(from, 'picture')
    })
    finished.finally(() => name(from, '')).catch(() => {})
    // a transition that is interrupted by the next rejects both
    ready.catch(() => {})
  })
}

/** Changes the page in a window: scroll position, focus, and a view transition if the browser supports them. */
export function createPageTransition(window: Window & typeof globalThis): PageTransition {
  const { document, history } = window
  const positions = createScrollPositions(() => window.sessionStorage)
  const state = { key: keyIn(history.state) }
  // until the page is unloaded it restores the scroll itself; after a reload the browser does
  history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', () => {
    positions.write(state.key, window.scrollY)
    history.scrollRestoration = 'auto'
  })
  window.addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })

  /** Takes the focus from the link that was followed. If a link has it when it is removed, the browser computes layout amid React's changes. */
  const beforeChange = (change: Change): void => {
    const { activeElement } = document
    if (activeElement?.localName === 'a' && !isOtherView(change, activeElement) && !isSamePage(change.from, change.to))
      (activeElement as HTMLElement).blur()
  }

  const afterChange = (change: Change): void => {
    const { from, to, move } = change
    if (isOtherView(change, document.activeElement)) return
    // the server's metadata for search engines and link previews belongs to the previous page
    for (const tag of document.head.querySelectorAll('[data-page]')) tag.remove()
    const target = targetIn(document, to.hash)
    if (target) target.scrollIntoView()
    else window.scrollTo({ top: move === 'POP' ? positions.read(to.key) : 0, behavior: 'instant' })
    if (!isSamePage(from, to)) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  return async change => {
    if (change.from !== null) positions.write(state.key, window.scrollY)
    state.key = change.to.key
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (change.from === null || still || !document.startViewTransition || document.visibilityState !== 'visible') {
      beforeChange(change)
      // React renders in a microtask
      void nextTask().then(() => afterChange(change))
      return
    }
    await transition(
      document,
      change.from.pathname,
      change.to.pathname,
      () => beforeChange(change),
      () => afterChange(change),
    )
  }
}
