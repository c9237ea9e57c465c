import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Journal } from '#machines/journal/entry'
import { maskJournal } from '#machines/journal/mask'
import { replay } from '#machines/journal/replay'
import { visits } from '../../journals/visits.ts'
import { openShop } from '../../kit/open-shop.ts'

const kept = (name: string): Journal =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../../journals/shop-3/${name}.json`, import.meta.url)), 'utf8'),
  ) as Journal

/** The state value of every machine, without contexts. */
function statesIn(snapshot: unknown): unknown {
  const { value, children } = snapshot as { value?: unknown; children?: Record<string, { snapshot: unknown }> }
  const below = Object.entries(children ?? {}).map(([id, child]) => [id, statesIn(child.snapshot)])
  return { value, ...Object.fromEntries(below) }
}
const replayedStates = (journal: Journal) => statesIn(replay(openShop().logic, journal).snapshot())

describe('a masked journal', () => {
  test.each(Object.keys(visits))('holds nothing that was typed and replays to the same states: %s', name => {
    const whole = kept(name)
    const masked = maskJournal(whole)
    const own = ['美', 'Mai', 'May', 'Tran', 'Nguyen', 'mai@', '0255500188', '88 Lantern Lane', '2122', '茶', 'WELC']
    const text = JSON.stringify(whole)
    expect(own.filter(one => text.includes(one)).length).toBeGreaterThan(3)
    expect(own.filter(one => JSON.stringify(masked).includes(one))).toEqual([])
    expect(replayedStates(masked)).toEqual(replayedStates(whole))
    expect(masked.entries.map(({ seq, to, kind }) => [seq, to, kind])).toEqual(
      whole.entries.map(({ seq, to, kind }) => [seq, to, kind]),
    )
  })

  test('hides a name inside a sentence and search words in a URL, but no value that machines depend on', () => {
    const sent = (event: object) => ({ seq: 1, at: 0, to: 'shop/cart', kind: 'send', event })
    const { entries } = maskJournal({
      entries: [
        sent({ type: 'checkout.typed', form: 'person', field: 'firstName', value: 'Mireille 7' }),
        sent({ type: 'toast.raised', toast: { kind: 'success', text: 'Welcome, Mireille 7!' } }),
        sent({ type: 'location.changed', location: { pathname: '/', search: '?by=search&q=%E8%8C%B6&page=2' } }),
        sent({ type: 'search.typed', value: 'cart' }),
        sent({ type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 }),
      ],
    })
    expect(entries.map(({ to }) => to)).toEqual(Array(5).fill('shop/cart'))
    expect(entries.map(({ event }) => event)).toEqual([
      { type: 'checkout.typed', form: 'person', field: 'firstName', value: 'xxxxxxxx 0' },
      { type: 'toast.raised', toast: { kind: 'success', text: 'Welcome, xxxxxxxx 0!' } },
      { type: 'location.changed', location: { pathname: '/', search: '?by=search&q=x&page=2' } },
      { type: 'search.typed', value: 'xxxx' },
      { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 },
    ])
  })
})
