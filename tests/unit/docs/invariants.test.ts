import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { titlesIn } from '#tools/test-run/titles'
import { invariants, passages } from '#tools/fuzz/invariants'

const root = new URL('../../../', import.meta.url)
const lines = readFileSync(new URL('docs/invariants.md', root), 'utf8').split('\n')

/** An invariant as the page has it: its name, what holds, and what checks it. */
const written = lines.flatMap(line => {
  const [, name, holds, by] = /^- \*\*([A-Z]\d+[a-z]?)\*\* (.+?) — (.+)$/.exec(line) ?? []
  return name && holds && by ? [{ name, holds, by }] : []
})
const fuzzed = new Map<string, string>([
  ...invariants.map(({ name, holds }): [string, string] => [name, holds]),
  ...Object.entries(passages),
])

/** Every invariant that was agreed upon, by letter and number. */
const agreed = { C: 10, S: 8, K: 8, P: 7, L: 5, U: 3, J: 5, D: 8 }

describe('docs/invariants.md', () => {
  test('has all that were agreed upon', () => {
    const names = written.map(({ name }) => name.replace(/[a-z]$/, ''))
    const all = Object.entries(agreed).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
    )
    expect(all.filter(name => !names.includes(name))).toEqual([])
  })

  test('names each once', () => {
    const names = written.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('says of those that the fuzzer looks at what the fuzzer looks at', () => {
    const said = new Map(
      written.flatMap(({ name, holds, by }) => (by === 'the fuzzer' ? [[name, holds] as const] : [])),
    )
    expect(said).toEqual(fuzzed)
  })

  test('names a test that there is for all others', () => {
    const missing = written.flatMap(({ name, by }) => {
      if (by === 'the fuzzer') return []
      const [, file, title] = /^\[[^\]]+\]\(\.\.\/([^)]+)\) `(.+)`$/.exec(by) ?? []
      const path = file && new URL(file, root).pathname
      if (!path || !existsSync(path)) return [`${name}: ${by}`]
      return titlesIn(path).has(title!) ? [] : [`${name}: ${title}`]
    })
    expect(missing).toEqual([])
  })
})
