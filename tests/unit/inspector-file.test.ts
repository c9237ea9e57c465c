import { describe, expect, test } from 'vitest'
import { schema, type Journal } from '#machines/journal/entry'
import { journalFileOf, readJournalFile } from '#machines/journal/file'

const entry = { seq: 1, at: 5, to: 'shop', kind: 'send', event: { type: 'address.retry' } } as const
const journal: Journal = { schema, fingerprints: { shop: 'abc' }, checkpoint: null, entries: [entry] }
const reasonOf = (file: unknown) => {
  const read = readJournalFile(typeof file === 'string' ? file : JSON.stringify(file))
  return 'reason' in read ? read.reason : 'it is read'
}

describe('a journal file', () => {
  test('is read as it was written', () => {
    const text = JSON.stringify(journalFileOf(journal, 1_000, 'b1'))
    expect(readJournalFile(text)).toEqual({ journal, skipped: 0 })
  })

  test.each([
    ['{"schema": "shop/1", "entr', 'This file is not JSON, or it was cut off.'],
    ['', 'This file is not JSON, or it was cut off.'],
    [[1, 2], 'This is JSON, but not a journal: it has no schema and no entries.'],
    [{ entries: [] }, 'This is JSON, but not a journal: it has no schema and no entries.'],
    [{ ...journal, schema: 'shop/9' }, `This journal is written as shop/9; this build reads ${schema}.`],
    [{ ...journal, fingerprints: 7 }, 'The fingerprints of this journal are damaged.'],
    [{ ...journal, checkpoint: { seq: 1 } }, 'The state that this journal begins with is damaged.'],
  ])('that is bad says why: %j', (file, reason) => {
    expect(reasonOf(file)).toBe(reason)
  })

  test.each([{ ...entry, seq: 2, kind: 'other' }, { ...entry, seq: 2, event: {} }, null])(
    'with an entry that is damaged is read without it, and says so: %j',
    damaged => {
      const text = JSON.stringify({ ...journal, entries: [entry, damaged] })
      expect(readJournalFile(text)).toEqual({ journal, skipped: 1 })
    },
  )
})
