import { describe, expect, test } from 'vitest'
import type { Entry } from '#machines/journal/entry'
import { createJournalBuffer } from '#src/journal/journal-buffer.ts'
import type { JournalStore } from '#src/journal/store.ts'

const entry = (seq: number): Entry => ({ seq, at: 0, to: 'shop', kind: 'send', event: { type: 'visit.started' } })
const storeOf = (stored: Entry[], writeTail = () => {}): JournalStore => ({
  adopted: false,
  keep: () => {},
  isCartOlder: false,
  read: async () => null,
  begin: async () => {},
  append: one => void stored.push(one),
  discard: async () => {},
  deleteAll: async () => {},
  writeTail,
  flush: () => {},
})

describe('the journal buffer', () => {
  test('passes entries from before the store was attached on to it, in order', () => {
    const stored: Entry[] = []
    const buffer = createJournalBuffer()
    buffer.append(entry(1))
    buffer.attach(storeOf(stored))
    buffer.append(entry(2))
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('drops every entry once disabled, even if a store is attached later', () => {
    const stored: Entry[] = []
    const buffer = createJournalBuffer()
    buffer.attach(storeOf(stored))
    buffer.disable()
    buffer.append(entry(1))
    buffer.attach(storeOf(stored))
    buffer.append(entry(2))
    expect(stored).toEqual([])
  })

  // Invariant: J4
  test('does not throw if storage is full, so an order can still be sent', () => {
    const buffer = createJournalBuffer()
    buffer.attach(
      storeOf([], () => {
        throw new DOMException('full', 'QuotaExceededError')
      }),
    )
    expect(() => buffer.writeTail()).not.toThrow()
  })
})
