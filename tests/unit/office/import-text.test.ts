import { describe, expect, test } from 'vitest'
import { differenceTexts, previewText } from '#machines/office/import-text'

describe('what a file changes', () => {
  const preview = { importId: 'a', fileName: 'goods.csv', checkedAt: '', isApplied: false, rows: 5, errors: [] }
  const product = (productId: number | null) => ({ line: 2, productId, code: 'A', name: 'Tea', differences: [] })

  test('is one sentence', () => {
    expect(previewText({ ...preview, products: [product(1), product(2), product(null)] })).toBe(
      '2 products change, 1 is new, 2 stay as before.',
    )
    expect(previewText({ ...preview, products: [] })).toBe('The goods are as in the file. There is nothing to change.')
    expect(previewText({ ...preview, products: [product(1)], isApplied: true })).toBe(
      'Applied: 1 product changed, 0 added.',
    )
    const errors = [{ line: 3, code: null, reason: '' }]
    expect(previewText({ ...preview, products: [], errors })).toBe(
      '1 error in 5 products. Nothing can be applied until the file has none.',
    )
  })

  test('is shown of long values where they begin to differ', () => {
    const same = 'x'.repeat(300)
    const texts = differenceTexts({ what: 'description', before: `${same}old`, after: `${same}new${same}` })
    expect(texts.before).toBe(`…${'x'.repeat(40)}old`)
    expect(texts.after).toBe(`…${'x'.repeat(40)}new${'x'.repeat(117)}…`)
    expect(differenceTexts({ what: 'name', before: null, after: 'Tea' })).toEqual({ before: '–', after: 'Tea' })
  })
})
