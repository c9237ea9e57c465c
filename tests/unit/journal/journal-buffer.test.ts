import { describe, expect, test } from 'vitest'
import type { Entry } from '#machines/journal/entry'
import { createKeeper } from '#src/journal/journal-buffer.ts'
import type { JournalStore } from '#src/journal/store.ts'

const entry = (seq: number): Entry => ({ seq, at: 0, to: 'shop', kind: 'send', event: { type: 'visit.began' } })
const storeOf = (kept: Entry[], keepTail = () => {}): JournalStore => ({
  read: async () => null,
  begin: async () => {},
  append: one => void kept.push(one),
  forgetOthers: async () => {},
  keepTail,
  flush: () => {},
})

describe('what keeps the journal', () => {
  test('hands over what happened before the store was there, in order', () => {
    const kept: Entry[] = []
    const keeper = createKeeper()
    keeper.append(entry(1))
    keeper.attach(storeOf(kept))
    keeper.append(entry(2))
    expect(kept.map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('keeps nothing after it has given up, whatever store comes', () => {
    const kept: Entry[] = []
    const keeper = createKeeper()
    keeper.attach(storeOf(kept))
    keeper.giveUp()
    keeper.append(entry(1))
    keeper.attach(storeOf(kept))
    keeper.append(entry(2))
    expect(kept).toEqual([])
  })

  // Invariant: J4
  test('lets an order leave where storage is full', () => {
    const keeper = createKeeper()
    keeper.attach(
      storeOf([], () => {
        throw new DOMException('full', 'QuotaExceededError')
      }),
    )
    expect(() => keeper.remember()).not.toThrow()
  })
})
