import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sections } from '#tools/specification/clauses'
import { readTests, specificationPage } from '#tools/specification/page'
import { testsIn } from '#tools/specification/titles'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const path = `${root}docs/specification.md`
const tests = readTests(root)
const clauses = sections.flatMap(({ title, parts }) =>
  parts.flatMap(part => part.clauses.map(clause => ({ ...clause, section: title }))),
)

describe('the clauses of the specification', () => {
  test('are each proved by a test', () => {
    const proved = new Set(tests.flatMap(one => one.clauses))
    expect(clauses.filter(({ number }) => !proved.has(number)).map(({ number }) => number)).toEqual([])
    expect(clauses.length).toBeGreaterThan(500)
  })

  test('include every clause that a test names', () => {
    const numbers = new Set(clauses.map(({ number }) => number))
    const unknown = tests.flatMap(({ file, clauses: named }) =>
      named.filter(number => !numbers.has(number)).map(number => `${file}: ${number}`),
    )
    expect(unknown).toEqual([])
  })

  test('are numbered from 1 without gaps, in the section that the number names', () => {
    const last = new Map<string, number>()
    const wrong = clauses.filter(({ number, section }) => {
      const [, within = '', at] = /^(.*)\.(\d+)$/.exec(number) ?? []
      const expected = (last.get(within) ?? 0) + 1
      last.set(within, expected)
      return Number(at) !== expected || !section.startsWith(`${number.split('.')[0]}.`)
    })
    expect(wrong.map(({ number }) => number)).toEqual([])
  })

  test('are in docs/specification.md with the current tests', async () => {
    const text = await format(specificationPage(tests), { ...(await resolveConfig(path)), filepath: path })
    expect(readFileSync(path, 'utf8'), 'run npm run specification').toBe(text)
  })
})

describe('a test that proves a clause', () => {
  let folder = ''
  beforeAll(() => {
    folder = `${mkdtempSync(join(tmpdir(), 'titles-'))}/`
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = (code: string) => {
    writeFileSync(`${folder}a.test.ts`, code)
    return testsIn(folder, 'a.test.ts')
  }

  test('is found with the clauses in the comment above it and the titles around it', () => {
    const code = `describe('a cart', () => {\n  // Specification: 1.2, S.3\n  // Invariant: C1\n  test.each([1])('adds %i', () => {})\n})`
    expect(read(code)).toEqual([
      { file: 'a.test.ts', title: 'a cart › adds %i', clauses: ['1.2', 'S.3'], invariants: ['C1'] },
    ])
  })

  test.each([
    "test.skip('adds', () => {})",
    "test.todo('adds')",
    "test.fails('adds', () => {})",
    "test.skipIf(true)('adds', () => {})",
    "describe.skip('a cart', () => { test('adds', () => {}) })",
  ])('has to run: %s proves nothing', code => {
    expect(read(`// Specification: 1.2\n${code}`)).toEqual([])
  })
})
