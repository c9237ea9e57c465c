import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { invariants, transitionInvariants } from '#tools/fuzz/invariants'
import { invariantsPage, readTests } from '#tools/specification/page'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const tests = readTests(root)
const page = readFileSync(`${root}docs/invariants.md`, 'utf8')

/** An invariant of the page: its name, the guarantee, and the check. */
const written = page.split('\n').flatMap(line => {
  const [, name, holds, by] = /^- \*\*([A-Z]\d+[a-z]?)\*\* (.+?) — (.+)$/.exec(line) ?? []
  return name && holds && by ? [{ name, holds, by }] : []
})
const fuzzed = new Map<string, string>([
  ...invariants.map(({ name, holds }): [string, string] => [name, holds]),
  ...Object.entries(transitionInvariants),
])

/** Every agreed invariant, by letter and number. */
const agreed = { C: 10, S: 8, K: 8, P: 7, L: 5, U: 3, J: 9, D: 8 }

describe('docs/invariants.md', () => {
  test('has every agreed invariant', () => {
    const names = written.map(({ name }) => name.replace(/[a-z]$/, ''))
    const all = Object.entries(agreed).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
    )
    expect(all.filter(name => !names.includes(name))).toEqual([])
  })

  test('names each invariant once', () => {
    const names = written.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test("describes the fuzzer's invariants with the fuzzer's text", () => {
    const said = new Map(
      written.flatMap(({ name, holds, by }) => (by === 'the fuzzer' ? [[name, holds] as const] : [])),
    )
    expect(said).toEqual(fuzzed)
  })

  test('names, for every other invariant, the test that says it proves it', () => {
    expect(invariantsPage(page, tests), 'run npm run specification').toBe(page)
    expect(page).not.toContain('— no test')
  })

  test('knows every invariant that a test says it proves', () => {
    const names = written.map(({ name }) => name)
    expect(tests.flatMap(({ invariants }) => invariants).filter(name => !names.includes(name))).toEqual([])
  })
})
