import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { titlesIn } from '#tools/test-run/titles'

const page = new URL('../../../docs/specification.md', import.meta.url)
const lines = readFileSync(page, 'utf8').split('\n')

interface Clause {
  number: string
  section: string
  text: string
  proofs: { file: string; title: string }[]
}

/** Reads the page: sections, under them clauses, under them proofs. */
function readClauses(): Clause[] {
  const clauses: Clause[] = []
  let section = ''
  for (const line of lines) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const [, number, text] = /^- \*\*([\dS.]+)\*\* (.+)$/.exec(line) ?? []
    if (number && text) clauses.push({ number, section, text, proofs: [] })
    const [, file, title] = /^ {2}- \[[^\]]+\]\(\.\.\/([^)]+)\) `(.+)`$/.exec(line) ?? []
    if (file && title) clauses.at(-1)!.proofs.push({ file, title })
  }
  return clauses
}
const clauses = readClauses()

/** The table of counts, as it has to be. */
function countsOf(all: readonly Clause[]): string[] {
  const row = (name: string, some: readonly Clause[]) => `${name} ${some.length}`
  const sections = [...new Set(all.map(({ section }) => section))]
  return [
    ...sections.map(name =>
      row(
        name,
        all.filter(({ section }) => section === name),
      ),
    ),
    row('All', all),
  ]
}

describe('docs/specification.md', () => {
  test('holds nothing under its sections but headings, clauses and proofs', () => {
    const known = [/^#{2,3} /, /^- \*\*(S|\d)(\.\d+)+\*\* \S/, /^ {2}- \[[^\]]+\]\(\.\.\/[^)]+\) `.+`$/, /^$/]
    const begin = lines.findIndex(line => line.startsWith('## '))
    expect(lines.slice(begin).filter(line => !known.some(kind => kind.test(line)))).toEqual([])
    expect(clauses.length).toBeGreaterThan(500)
  })

  test('gives every clause a number of its own', () => {
    const numbers = clauses.map(({ number }) => number)
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test('numbers each section from 1 on, without gaps, in the section that the number names', () => {
    const last = new Map<string, number>()
    const wrong = clauses.filter(({ number, section }) => {
      const [, within = '', at] = /^(.*)\.(\d+)$/.exec(number) ?? []
      const expected = (last.get(within) ?? 0) + 1
      last.set(within, expected)
      return Number(at) !== expected || !section.startsWith(`${number.split('.')[0]}.`)
    })
    expect(wrong.map(({ number }) => number)).toEqual([])
  })

  test('proves every clause', () => {
    expect(clauses.filter(({ proofs }) => proofs.length === 0).map(({ number }) => number)).toEqual([])
  })

  test('names files and titles that are there', () => {
    const titles = new Map<string, Set<string>>()
    const isThere = (file: string, title: string) => {
      const path = new URL(`../../../${file}`, import.meta.url).pathname
      if (!titles.has(file)) titles.set(file, existsSync(path) ? titlesIn(path) : new Set())
      return titles.get(file)!.has(title)
    }
    const missing = clauses.flatMap(({ number, proofs }) =>
      proofs
        .filter(({ file, title }) => !isThere(file, title))
        .map(({ file, title }) => `${number}: ${file}: ${title}`),
    )
    expect(missing).toEqual([])
  })

  test('counts what it has', () => {
    const table = lines
      .filter(line => /^\| (?!Section|-)/.test(line))
      .map(line =>
        line
          .split('|')
          .map(cell => cell.trim())
          .filter(Boolean)
          .join(' '),
      )
    expect(table).toEqual(countsOf(clauses))
  })
})
