import { describe, expect, test } from 'vitest'
import { storageIn, withoutStorage } from '#src/product/storage-advice.ts'

describe('how a product is stored', () => {
  const before = '<p>Rice.</p><ul><li><strong>To use:</strong> Boil.</li>'
  const storage = '<li><strong>Storage:</strong> Keep &amp; store below 5\u00A0°C.</li>'

  test('is an item of the description, which is then shown without it', () => {
    const html = `${before}${storage}<li>Contains: wheat.</li></ul>`
    expect(storageIn(html)).toBe('Keep & store below 5 °C.')
    expect(withoutStorage(html)).toBe(`${before}<li>Contains: wheat.</li></ul>`)
  })

  test.each([
    `${before}</ul>`,
    '<p>Storage: cool.</p>',
    '<li>Storage: <em>cool</em>.</li>',
    '<li><strong>Storage:</strong></li>x',
  ])('is not shown separately if the description has no such item: %s', html => {
    expect(storageIn(html)).toBeNull()
  })
})
