import { describe, expect, test } from 'vitest'
import { wholeShop } from '#machines/whole-shop'
import { historyOf } from '#tools/inspector/history'
import { sequenceAt } from '#tools/inspector/sequences'
import { branchesAt, neighbour } from '#tools/inspector/trees'
import { locationOf, openShop } from '../../kit/open-shop.ts'

/** The list is opened, read and shown. */
async function visit() {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/main/product-list/0') })
  await shop.settled()
  await shop.answers('list/readProducts/ask')
  await shop.answers('reveal')
  return historyOf(wholeShop, null, shop.entries)
}

/** A sequence in words, row by row. */
const spoken = ({ lanes, rows }: ReturnType<typeof sequenceAt>) =>
  rows.map(row =>
    row.is === 'arrow'
      ? `${lanes[row.from]!.name} → ${lanes[row.to]!.name}: ${row.words}`
      : `${lanes[row.lane]!.name} is ${row.words}`,
  )

describe('a sequence', () => {
  test('shows the messages that each entry caused, and the states that they led to', async () => {
    const rows = spoken(sequenceAt(await visit(), 3))
    expect(rows).toEqual(
      expect.arrayContaining([
        'world → shop: location.changed',
        'shop → list: page.open',
        'shop is opened',
        'list is reading',
        'readProducts → list: resolved',
        'list → shop: page.ready',
        'list is ready',
        'reveal → shop: resolved',
        'shop is shown',
      ]),
    )
    expect(rows.indexOf('list is reading')).toBeLessThan(rows.indexOf('readProducts → list: resolved'))
  })

  test('places a machine’s children beside it, and marks the current entry', async () => {
    const { lanes, rows, here } = sequenceAt(await visit(), 2)
    const names = lanes.map(({ name }) => name)
    expect(names[0]).toBe('world')
    expect(names.indexOf('readProducts')).toBe(names.indexOf('list') + 1)
    const marked = rows.filter(({ y }) => y > here!.from && y < here!.to)
    expect(marked[0]).toMatchObject({ is: 'arrow', place: 2 })
    expect(marked.length).toBeGreaterThan(1)
  })

  test('is empty before the first entry', async () => {
    expect(sequenceAt(historyOf(wholeShop, null, []), 0)).toMatchObject({ rows: [], here: null })
  })
})

describe('the tree of actors', () => {
  test('lists the running actors, and on request those that have ended', async () => {
    const history = await visit()
    const names = (ended: 'shown' | 'hidden') =>
      branchesAt(history, history.momentAt(3), ended).map(({ path, tone }) => `${path} ${tone}`)
    expect(names('hidden')).toContain('shop/list plain')
    expect(names('hidden')).not.toContain('shop/reveal ended')
    expect(names('shown')).toContain('shop/reveal ended')
    const shown = names('shown')
    expect(shown[shown.indexOf('shop/list plain') + 1]).toBe('shop/list/readProducts ended')
  })

  test('is navigated line by line, and stops at its ends', async () => {
    const history = await visit()
    const moment = history.momentAt(3)
    const go = (from: string, by: number) => neighbour(moment, history, 'hidden', from, by)
    expect(go('shop', -1)).toBe('shop')
    expect(go('shop', 1)).toBe('shop/session')
    expect(go('shop/session', 100)).toBe(branchesAt(history, moment, 'hidden').at(-1)!.path)
  })
})
