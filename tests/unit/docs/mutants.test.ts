import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Mutant } from '#tools/mutants/mutant'
import { mutants } from '#tools/mutants/mutants'
import { walkMutants } from '#tools/mutants/walk-mutants'
import { walkedMachines } from '#tools/mutants/walked-machines'

const root = new URL('../../../', import.meta.url)

describe('the list of mutants', () => {
  test('has at least 15 of each kind', () => {
    for (const kind of ['model', 'walk', 'fuzz'])
      expect(mutants.filter(({ by }) => by === kind).length).toBeGreaterThanOrEqual(15)
  })

  test('describes each mutant of a kind differently', () => {
    expect(new Set(mutants.map(({ by, breaks }) => `${by}: ${breaks}`)).size).toBe(mutants.length)
  })

  // a walk that does not exist would pass with every fault
  test.each(walkMutants)('names a walk: $breaks', ({ machine, walk }) => {
    expect(walkedMachines[machine]?.walks.map(({ name }) => name)).toContain(walk)
  })

  test('names tests that exist', () => {
    const named = mutants.flatMap(({ tests = [] }: Mutant) => tests)
    expect(named.filter(path => !existsSync(new URL(path, root)))).toEqual([])
  })

  test.each(mutants)('changes one place in the source: $breaks', ({ file, text, instead }) => {
    expect(readFileSync(new URL(file, root), 'utf8').split(text).length - 1).toBe(1)
    expect(instead).not.toBe(text)
  })
})
