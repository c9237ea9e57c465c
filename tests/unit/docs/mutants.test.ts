import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fuzzMutants } from '#tools/fuzz/mutant-list'
import { chartMutants } from '#tools/mutants/charts'
import { pageMutants } from '#tools/mutants/pages'

const root = new URL('../../../', import.meta.url)

describe('the mutants', () => {
  test('are many, in charts and in pages', () => {
    expect(chartMutants.length).toBeGreaterThanOrEqual(15)
    expect(pageMutants.length).toBeGreaterThanOrEqual(15)
  })

  test.each([...chartMutants, ...pageMutants])('break what is there: $breaks', ({ file, text, instead }) => {
    expect(readFileSync(new URL(file, root), 'utf8').split(text).length - 1).toBe(1)
    expect(instead).not.toBe(text)
  })

  test.each(fuzzMutants)('of the fuzzer break what is there: $what', ({ file, from, to }) => {
    expect(readFileSync(new URL(file, root), 'utf8').split(from).length - 1).toBe(1)
    expect(to).not.toBe(from)
  })
})
