import { expect, test } from 'vitest'
import { acceptsBrotli } from '#gateway/pages/compressor'

test.each([
  ['br', true],
  ['gzip;q=1.0, br;q=0.8', true],
  ['gzip , br ; q=0.001', true],
  ['br;q=0', false],
  ['br;q=0.000, gzip', false],
  ['gzip, brotli', false],
  [`br${' '.repeat(7_000)}x`, false],
  ['', false],
])('a page is sent compressed for the accepted encodings %j: %j', (accepted, isCompressed) => {
  expect(acceptsBrotli(accepted)).toBe(isCompressed)
})
