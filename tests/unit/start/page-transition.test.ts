import { Window } from 'happy-dom'
import { describe, expect, test, vi } from 'vitest'
import type { Location } from '#contract/location'
import { nextTask } from '#src/start/next-task.ts'
import { createPageTransition } from '#src/start/page-transition.ts'

type Move = Parameters<ReturnType<typeof createPageTransition>>[0]['move']

const at = (path: string, key = path): Location => {
  const { pathname, search, hash } = new URL(path, 'https://shop.example.com')
  return { pathname, search, hash, state: null, key }
}

/** A view transition that is driven by the test. */
class Transition {
  readonly ready: Promise<void>
  readonly finished: Promise<void>
  readonly updated: Promise<void>
  end!: () => void
  skip!: () => void
  constructor(update: () => Promise<void>) {
    this.updated = Promise.resolve().then(update)
    let endReady!: (error: Error) => void
    let endFinished!: (error: Error) => void
    this.ready = new Promise((_, reject) => (endReady = reject))
    this.finished = new Promise((resolve, reject) => {
      this.end = resolve
      endFinished = reject
    })
    this.skip = () => [endReady, endFinished].forEach(end => end(new Error('skipped')))
  }
}

/** A page in a window, and what the window was told. */
function open({ animates = false, prefersStill = false, isVisible = true, body = '' } = {}) {
  const window = new Window({ url: 'https://shop.example.com/' }) as unknown as globalThis.Window & typeof globalThis
  const { document } = window
  document.head.innerHTML = '<meta data-page content="first"><meta name="viewport">'
  document.body.innerHTML = `<a href="/sale">Sale</a><button>Menu</button><h1 tabindex="-1">Page</h1>${body}`
  const scrolls: unknown[] = []
  const set = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { configurable: true, writable: true, value })
  set(window, 'scrollTo', (options: ScrollToOptions) => scrolls.push(options.top))
  set(window, 'scrollY', 0)
  set(window, 'matchMedia', () => ({ matches: prefersStill }))
  set(document, 'visibilityState', isVisible ? 'visible' : 'hidden')
  const intoView: string[] = []
  for (const element of document.querySelectorAll('[id]'))
    set(element, 'scrollIntoView', () => intoView.push(element.id))
  const transitions: Transition[] = []
  if (animates)
    set(document, 'startViewTransition', (update: () => Promise<void>) => {
      transitions.push(new Transition(update))
      return transitions.at(-1)
    })
  const changePage = createPageTransition(window)
  const go = async (from: Location | null, to: Location, move: Move = 'PUSH') => {
    await changePage({ from, to, move })
    await transitions.at(-1)?.updated
    await nextTask()
    await nextTask()
  }
  const scrolledTo = (top: number) => set(window, 'scrollY', top)
  const focused = () => document.activeElement?.localName
  return { window, document, scrolls, intoView, transitions, go, scrolledTo, focused }
}

describe('the change to another page', () => {
  test('starts at the top, with the focus on the heading and without the metadata of the server', async () => {
    const { document, scrolls, go, focused } = open()
    await go(at('/'), at('/sale'))
    expect(scrolls).toEqual([0])
    expect(focused()).toBe('h1')
    expect(document.head.querySelectorAll('meta')).toHaveLength(1)
  })

  test('takes the focus from the followed link before the new page is rendered, and from nothing else', async () => {
    const { document, window, focused } = open()
    const changePage = createPageTransition(window)
    document.querySelector('a')!.focus()
    await changePage({ from: at('/'), to: at('/sale'), move: 'PUSH' })
    expect(focused()).toBe('body')
    document.querySelector('button')!.focus()
    await changePage({ from: at('/sale'), to: at('/brands'), move: 'PUSH' })
    expect(focused()).toBe('button')
  })

  test('goes back to the scroll position of the history entry', async () => {
    const { scrolls, go, scrolledTo } = open()
    await go(null, at('/', 'one'))
    scrolledTo(840.4)
    await go(at('/', 'one'), at('/sale', 'two'))
    scrolledTo(120)
    await go(at('/sale', 'two'), at('/', 'one'), 'POP')
    await go(at('/', 'one'), at('/sale', 'two'), 'POP')
    await go(at('/sale', 'two'), at('/brands', 'three'), 'POP')
    expect(scrolls).toEqual([0, 840, 120, 0])
  })

  test('starts at the top of an entry with a key that an earlier one has had', async () => {
    const { scrolls, go, scrolledTo } = open()
    scrolledTo(500)
    await go(at('/', 'default'), at('/sale', 'one'))
    await go(at('/sale', 'one'), at('/brands', 'default'))
    expect(scrolls).toEqual([0, 0])
  })

  test('keeps the last 60 scroll positions', async () => {
    const { window, go } = open()
    for (let n = 0; n < 70; n += 1) await go(at(`/p${n}`, `key ${n}`), at(`/p${n + 1}`, `key ${n + 1}`))
    const kept = Object.keys(JSON.parse(window.sessionStorage.getItem('shop.scroll')!) as object)
    expect(kept).toHaveLength(60)
    expect(kept.at(-1)).toBe('key 69')
  })

  test.each([
    ['blocked', true],
    ['empty of positions', false],
  ])('works while the storage is %s', async (_, isBlocked) => {
    const { window, scrolls, go, focused } = open()
    window.sessionStorage.setItem('shop.scroll', isBlocked ? '{}' : 'null')
    if (isBlocked)
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new Error('The storage is blocked.')
        },
      })
    await go(at('/'), at('/sale'))
    await go(at('/sale'), at('/'), 'POP')
    expect(scrolls).toEqual([0, 0])
    expect(focused()).toBe('h1')
  })
})

describe('what is no change to another page', () => {
  test('the first page keeps its scroll position, focus and metadata', async () => {
    const { document, scrolls, go, focused } = open()
    document.querySelector('button')!.focus()
    await go(null, at('/sale'))
    expect([scrolls, focused(), document.head.querySelectorAll('meta').length]).toEqual([[], 'button', 2])
  })

  test('another view of the page that replaces it keeps its scroll position, and the focus also on a link', async () => {
    const { document, scrolls, go, focused } = open()
    document.querySelector('a')!.focus()
    await go(at('/sale'), at('/sale?sort=price'), 'REPLACE')
    expect([scrolls, focused()]).toEqual([[], 'a'])
  })

  test('a redirect to another page is a change', async () => {
    const { scrolls, go, focused } = open()
    await go(at('/account'), at('/login'), 'REPLACE')
    expect([scrolls, focused()]).toEqual([[0], 'h1'])
  })

  test('a link to a part of the page scrolls to it and keeps the focus', async () => {
    const { document, scrolls, intoView, go, focused } = open({ body: '<section id="tëa"></section>' })
    document.querySelector('a')!.focus()
    await go(at('/sale'), at('/sale#t%C3%ABa'))
    expect([scrolls, intoView, focused()]).toEqual([[], ['tëa'], 'a'])
  })

  test.each(['#nothing', '#100%', '#%E0%A4%A'])(
    'a link to %s, which is no part of the page, starts at the top',
    async hash => {
      const { scrolls, go, focused } = open({ body: '<section id="tea"></section>' })
      await go(at('/'), { ...at('/sale'), hash })
      expect([scrolls, focused()]).toEqual([[0], 'h1'])
    },
  )
})

describe('the browser’s own scroll restoration', () => {
  test('is off while the page is open, and on when it is unloaded, after its position is written', async () => {
    const { window, scrolls, go, scrolledTo } = open()
    expect(window.history.scrollRestoration).toBe('manual')
    await go(null, at('/', 'one'))
    scrolledTo(300)
    window.dispatchEvent(new window.Event('pagehide'))
    expect(window.history.scrollRestoration).toBe('auto')
    window.dispatchEvent(new window.Event('pageshow'))
    expect(window.history.scrollRestoration).toBe('manual')
    // the entry is opened again from a page of another site
    scrolledTo(0)
    await createPageTransition(window)({ from: at('/sale', 'two'), to: at('/', 'one'), move: 'POP' })
    await nextTask()
    await nextTask()
    expect(scrolls).toEqual([300])
  })
})

describe('a view transition', () => {
  const card = '<article><a href="/main/product-detail/1">Rice</a><img></article>'
  const nameOf = (document: Document) =>
    document.querySelector<HTMLElement>('img')!.style.getPropertyValue('view-transition-name')

  test('names the picture of the product in the list while the old page is captured', async () => {
    const { document, window, transitions } = open({ animates: true, body: card })
    const changed = createPageTransition(window)({ from: at('/sale'), to: at('/main/product-detail/1'), move: 'PUSH' })
    expect(nameOf(document)).toBe('picture')
    await transitions[0]!.updated
    await changed
    expect(nameOf(document)).toBe('')
  })

  test('names it on the way back while the new page is captured, and removes the name at the end', async () => {
    const { document, transitions, go } = open({ animates: true, body: card })
    await go(at('/main/product-detail/1'), at('/sale'), 'POP')
    expect(nameOf(document)).toBe('picture')
    transitions[0]!.end()
    await nextTask()
    expect(nameOf(document)).toBe('')
  })

  test('removes the name also if the next change interrupts it', async () => {
    const { document, transitions, go } = open({ animates: true, body: card })
    await go(at('/main/product-detail/1'), at('/sale'), 'POP')
    transitions[0]!.skip()
    await nextTask()
    expect(nameOf(document)).toBe('')
  })

  test('between two products names no card: both pages have a picture of that name', async () => {
    const { document, go } = open({ animates: true, body: card })
    await go(at('/main/product-detail/1'), at('/main/product-detail/2'))
    expect(nameOf(document)).toBe('')
  })

  test('lets the new page be rendered once the old one is captured, then scrolls and focuses', async () => {
    const { document, window, scrolls, focused } = open({ animates: true })
    document.querySelector('a')!.focus()
    let isCaptured = false
    const update = vi.fn()
    Object.defineProperty(document, 'startViewTransition', {
      value: (act: () => Promise<void>) => {
        const done = nextTask().then(() => {
          isCaptured = true
          return act().then(update)
        })
        return { ready: done, finished: done }
      },
    })
    await createPageTransition(window)({ from: at('/'), to: at('/sale'), move: 'PUSH' })
    expect([isCaptured, focused(), scrolls, update.mock.calls.length]).toEqual([true, 'body', [], 0])
    await vi.waitFor(() => expect(update).toHaveBeenCalled())
    expect([scrolls, focused()]).toEqual([[0], 'h1'])
  })

  test.each([
    ['for the first page', {}, null],
    ['for shoppers who prefer less motion', { prefersStill: true }, at('/')],
    ['in a tab that is not visible', { isVisible: false }, at('/')],
  ])('is not started %s', async (_, more, from) => {
    const { transitions, scrolls, go } = open({ animates: true, ...more })
    await go(from, at('/sale'))
    expect(transitions).toEqual([])
    expect(scrolls).toEqual(from === null ? [] : [0])
  })
})
