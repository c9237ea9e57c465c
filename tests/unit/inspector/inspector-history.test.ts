import { beforeAll, describe, expect, test } from 'vitest'
import type { Entry } from '#machines/journal/entry'
import { replay } from '#machines/journal/replay'
import { wholeShop } from '#machines/whole-shop'
import { historyOf, type History } from '#tools/inspector/history'
import { viewsOf } from '#tools/inspector/views'
import { locationOf, openShop } from '../../kit/open-shop.ts'

/** A visitor opens the list, adds rice, and types enough in the search box for a long journal. */
async function visit(length: number): Promise<Entry[]> {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'f', sessionId: null, identity: { is: 'guest' } })
  shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/main/product-list/0') })
  await shop.settled()
  while (shop.pending.length > 0) await shop.answers(shop.pending[0]!.name)
  for (let count = 0; shop.entries.length < length; count += 1) {
    shop.send('search', { type: 'search.typed', value: `rice ${count}` })
  }
  return shop.entries
}

const plain = (views: ReturnType<typeof viewsOf>) => JSON.parse(JSON.stringify([...views.values()])) as unknown

describe('the history of a journal', () => {
  let entries: Entry[]
  let history: History
  beforeAll(async () => {
    entries = await visit(1_000)
    history = historyOf(wholeShop, null, entries)
  })

  test('is the same at every entry as a replay from the start, in whichever order the entries are visited', () => {
    for (const at of [1_000, 999, 3, 4, 5, 650, 400, 399, 401, 0, 200, 1]) {
      const whole = viewsOf(replay(wholeShop, { checkpoint: null, entries: entries.slice(0, at) }).root)
      expect(plain(history.momentAt(at).actors), `at ${at}`).toEqual(plain(whole))
    }
  })

  test('has the state of one entry earlier', () => {
    expect(plain(history.momentAt(7).before)).toEqual(plain(history.momentAt(6).actors))
    expect(plain(history.momentAt(1_000).before)).toEqual(plain(history.momentAt(999).actors))
    expect(plain(history.momentAt(0).before)).toEqual(plain(history.momentAt(0).actors))
  })

  test('shows what each entry led to: transitions taken and events forwarded', () => {
    const [began] = history.traces
    expect(began!.passed).toContainEqual({ from: 'shop', to: 'shop/cart', type: 'visit.started' })
    expect(began!.took).toContainEqual({ by: 'shop', machine: 'shop', id: 'shop | visit.started | (stays)' })
  })

  test('records which actors started and stopped', () => {
    const loading = history.lifetimes.find(({ path }) => path === 'shop/list/readProducts')
    expect(loading).toMatchObject({ machine: 'lookup', to: expect.any(Number) })
    expect(history.lifetimes.find(({ path }) => path === 'shop/cart')).toMatchObject({ from: 0, to: null })
  })

  test('returns the last checkpoint before a position, and the entries from there', () => {
    const slice = (at: number) => {
      const { from, entries } = history.sliceTo(at)
      return [from?.seq ?? null, entries.at(0)?.seq, entries.at(-1)?.seq]
    }
    expect(slice(150)).toEqual([null, 1, 150])
    expect(slice(200)).toEqual([null, 1, 200])
    expect(slice(201)).toEqual([200, 201, 201])
    expect(slice(1_000)).toEqual([800, 801, 1_000])
  })

  test('skips and reports entries that do not fit, and continues', () => {
    const lost: Entry = { seq: 3, at: 0, to: 'shop/gone', kind: 'send', event: { type: 'cart.add' } }
    const broken = historyOf(wholeShop, null, [...entries.slice(0, 2), lost, ...entries.slice(2, 9)])
    expect(broken.misfits).toEqual([{ at: 3, why: '#3 cart.add: no actor at shop/gone' }])
    expect(plain(broken.momentAt(10).actors)).toEqual(plain(history.momentAt(9).actors))
  })
})
