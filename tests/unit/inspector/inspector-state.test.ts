import { describe, expect, test } from 'vitest'
import { schema, type Checkpoint, type Entry } from '#machines/journal/entry'
import type { Answered, Asked } from '#tools/inspector/protocol'
import { createInspector } from '#tools/inspector/state'
import { placesIn } from '#tools/inspector/views'
import { fitted, zoomed } from '#tools/inspector/zoom'

const typed = (count: number) =>
  Array.from({ length: count }, (_, index): Entry => {
    const event = { type: 'search.typed', value: `rice ${index}` }
    return { seq: index + 1, at: index * 40, to: 'shop/search', kind: 'send', event }
  })

const fileOf = (entries: Entry[], checkpoint: Checkpoint | null = null) =>
  JSON.stringify({ schema, fingerprints: {}, checkpoint, entries })

/** An inspector with simulated timers, the messages of tabs to it, and its messages to them. */
function openInspector() {
  const due: (() => void)[] = []
  const asked: Asked[] = []
  let hear: (message: { data: Answered }) => void = () => {}
  const inspector = createInspector({
    channel: {
      postMessage: (message: Asked) => void asked.push(message),
      addEventListener: (_type: string, listener: unknown) => {
        hear = listener as typeof hear
      },
    } as never,
    setTimeout: then => due.push(then),
    clearTimeout: () => {},
  })
  /** Continues the playback to its end. @returns the number of frames */
  const playsOut = () => {
    let pictures = 0
    for (let then = due.shift(); then; then = due.shift()) {
      pictures += 1
      then()
    }
    return pictures
  }
  return { inspector, playsOut, asked, says: (data: Answered) => hear({ data }) }
}

describe('playing a journal', () => {
  /** Plays a journal with this number of entries at maximum speed. */
  const playsAtOnce = (entries: number) => {
    const opened = openInspector()
    opened.inspector.open('journal.json', fileOf(typed(entries)))
    opened.inspector.show({ speed: Infinity })
    opened.inspector.play()
    return opened
  }

  test('shows each entry of a short one, also at maximum speed', () => {
    const { inspector, playsOut } = playsAtOnce(30)
    expect(playsOut()).toBe(31)
    expect(inspector.get()).toMatchObject({ moment: { at: 30 }, mode: 'paused' })
  })

  test('takes some hundred frames for a long one at maximum speed', () => {
    const { inspector, playsOut } = playsAtOnce(2_001)
    expect(playsOut()).toBeLessThan(402)
    expect(inspector.get()).toMatchObject({ moment: { at: 2_001 }, mode: 'paused' })
  })
})

describe('a tab that is loaded again', () => {
  const tab = (id: string, journal: string | null): Answered => {
    return { is: 'here', tab: { id, journal, title: 'Cart', path: '/cart' } }
  }

  test('is followed, although another tab is open and its visit had no journal at first', () => {
    const { inspector, asked, says } = openInspector()
    says(tab('a', null))
    says(tab('b', 'journal of b'))
    says({ is: 'gone', tab: 'a', journal: 'journal of a' })
    says(tab('c', 'journal of c'))
    expect(inspector.get().source).toMatchObject({ tab: { id: 'a' }, isHere: false })
    says(tab('d', 'journal of a'))
    expect(inspector.get().source).toMatchObject({ tab: { id: 'd' }, isHere: true })
    expect(asked.filter(({ is }) => is === 'subscribe')).toEqual([
      { is: 'subscribe', tab: 'a' },
      { is: 'subscribe', tab: 'd' },
    ])
  })
})

test('a tab that the browser had frozen is followed again when it resumes', () => {
  const { inspector, says } = openInspector()
  const here: Answered = { is: 'here', tab: { id: 'a', journal: null, title: 'Cart', path: '/cart' } }
  says(here)
  says({ is: 'gone', tab: 'a', journal: null })
  expect(inspector.get().source).toMatchObject({ isHere: false })
  says(here)
  expect(inspector.get().source).toMatchObject({ isHere: true })
})

test('a chosen entry stays when another one arrives, although it was the last one', () => {
  const { inspector, says } = openInspector()
  const [first, second, third] = typed(3) as [Entry, Entry, Entry]
  says({ is: 'here', tab: { id: 'a', journal: null, title: 'Cart', path: '/cart' } })
  says({ is: 'journal', tab: 'a', from: null, entries: [first, second] })
  inspector.goTo(2)
  says({ is: 'entry', tab: 'a', entry: third })
  expect(inspector.get()).toMatchObject({ moment: { at: 2 }, mode: 'paused' })
  inspector.follow()
  expect(inspector.get()).toMatchObject({ moment: { at: 3 }, mode: 'following' })
})

describe("the inspector's notice", () => {
  test('stays if it is a warning, and otherwise disappears with the next action', () => {
    const { inspector } = openInspector()
    inspector.open('one.json', fileOf(typed(3)))
    inspector.say({ tone: 'said', text: 'Copied.' })
    inspector.step(-1)
    expect(inspector.get().notice).toBeNull()
    inspector.open('bad.json', '{')
    inspector.step(-1)
    expect(inspector.get().notice).toMatchObject({ tone: 'warned' })
  })

  test('rejects a journal whose initial state does not fit the machines, and the previous journal stays', () => {
    const { inspector } = openInspector()
    inspector.open('one.json', fileOf(typed(3)))
    inspector.open('odd.json', fileOf([], { seq: 1, at: 1, snapshot: { children: {} }, timers: [] }))
    const { notice, source } = inspector.get()
    expect(notice?.text).toMatch(/^odd\.json does not fit this build\. Its first state does not fit these machines/)
    expect(source).toEqual({ is: 'file', name: 'one.json' })
  })
})

test("a file of 'Report a problem' shows the shopper's description, and the earlier part on request", () => {
  const { inspector } = openInspector()
  const journal = (count: number) => JSON.parse(fileOf(typed(count))) as object
  inspector.open('plain.json', fileOf(typed(1)))
  expect(inspector.get().report).toBeNull()
  const report = { ...journal(3), before: journal(7), said: 'It stayed there.' }
  inspector.open('report.json', JSON.stringify(report))
  expect(inspector.get()).toMatchObject({ report: { said: 'It stayed there.', part: 'last' }, moment: { at: 3 } })
  inspector.showPart('before')
  expect(inspector.get()).toMatchObject({ report: { said: 'It stayed there.', part: 'before' }, moment: { at: 7 } })
  inspector.showPart('last')
  expect(inspector.get().moment.at).toBe(3)
})

test('a machine is in the regions of its parallel state, in one state, or nowhere', () => {
  const { inspector } = openInspector()
  inspector.open('one.json', fileOf(typed(1)))
  const { actors } = inspector.get().moment
  expect(placesIn(actors.get('shop/cart'))).toEqual([
    ['lines', 'unopened'],
    ['coupon', 'none'],
  ])
  expect(placesIn(actors.get('shop/search'))).toEqual([['', 'filled']])
  expect(placesIn(actors.get('shop/catalogue/readBrands/ask'))).toEqual([])
  expect(placesIn(undefined)).toEqual([])
})

test('a diagram is zoomed in steps of a tenth, and zooming in from `fit` goes to the original size', () => {
  expect([zoomed(1, 1), zoomed(1, -1), zoomed(2, 1), zoomed(0.4, -1)]).toEqual([1.1, 0.9, 2, 0.4])
  expect([zoomed('fit', 1), zoomed('fit', -1)]).toEqual([1, 'fit'])
  expect([fitted('fit'), fitted(1.3)]).toEqual([1, 'fit'])
})
