import { describe, expect, test } from 'vitest'
import type { Entry } from '#machines/journal/entry'
import { createJournalBuffer, within } from '#src/journal/journal-buffer.ts'
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

describe('waiting for the database', () => {
  /** A window whose timers the test fires. */
  const timers = () => {
    const due: (() => void)[] = []
    const window = { setTimeout: (fire: () => void) => due.push(fire) } as unknown as Window
    const fire = () => new Promise<void>(resolve => (due.splice(0).forEach(one => one()), setImmediate(resolve)))
    return { window, fire }
  }

  test('ends after two timers of 200 ms if it does not answer', async () => {
    const { window, fire } = timers()
    const waiting = within(window, new Promise(() => {}))
    const states: string[] = []
    void waiting.then(() => states.push('ended'))
    await fire()
    expect(states).toEqual([])
    await fire()
    expect(await waiting).toBeUndefined()
  })

  test('continues after the page was suspended: the answer that arrived meanwhile is handled after the timer', async () => {
    const { window, fire } = timers()
    let answer: (value: string) => void = () => {}
    const waiting = within(window, new Promise<string>(resolve => (answer = resolve)))
    await fire()
    answer('journal')
    expect(await waiting).toBe('journal')
  })
})
