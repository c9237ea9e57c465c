import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { titlesIn } from '../titles.ts'

const page = new URL('../../docs/specification.md', import.meta.url)
const lines = readFileSync(page, 'utf8').split('\n')

const numbersIn = (text: string) => text.trim().split(/\s+/)

/**
 * The clauses that have no proof, by why not. Whoever builds one takes its number out of here, puts the proof in place of
 * the mark, and counts again.
 */
const notYet = {
  'being built': numbersIn(`
    1.12 1.13 1.14 1.15 1.16 1.17 1.18 1.19 1.20
    2.1.6 2.1.14 2.1.15 2.1.16 2.1.17 2.1.22 2.1.23 2.1.24 2.1.25 2.1.26 2.1.27 2.1.28 2.1.29 2.3.23 2.3.24 2.3.31
    2.3.32 2.3.33 2.3.35 2.4.8 2.7.1 2.7.2 2.7.3 2.7.4 2.7.5 2.7.6 2.7.7 2.7.8 2.7.9 2.7.10 2.7.11 2.8.1 2.8.2 2.8.3
    2.8.4 2.8.5
    3.19 3.20 3.22 3.23 3.24 3.25 3.26 3.27 3.34 3.39
    4.2 4.3 4.18 4.19 4.20 4.21 4.22 4.23 4.24 4.25 4.26 4.27 4.28 4.29 4.30 4.31 4.32 4.33 4.37 4.55
    5.7 5.8 5.15 5.16 5.17 5.18 5.24 5.26 5.29 5.30
    6.1 6.2 6.5 6.6
    7.1.17 7.1.18 7.1.20 7.1.21 7.1.23 7.1.24 7.1.26 7.1.27
    8.6 8.7 8.9
    9.2 9.22
    S.1.14 S.1.26 S.1.27 S.1.28 S.1.35 S.1.40 S.1.41 S.1.42 S.1.43 S.1.44
    S.5.1 S.5.2 S.5.3 S.5.4 S.5.5 S.5.6 S.5.7 S.5.8 S.5.9 S.5.10 S.5.11 S.5.12 S.5.13 S.5.14 S.5.15
    S.6.1 S.6.2 S.6.3
    S.7.1 S.7.2 S.7.3 S.7.4 S.7.5 S.7.6 S.7.7 S.7.8 S.7.9 S.7.10 S.7.11 S.7.12 S.7.13 S.7.15 S.7.16 S.7.17 S.7.18
    S.8.6 S.8.8 S.8.12 S.8.25 S.8.26 S.8.27
  `),
  'issue: payment': numbersIn(`
    1.11
    4.52 4.53 4.54
    7.2.4
    8.14 8.15 8.16
    S.1.29
    S.8.20
  `),
}

interface Clause {
  number: string
  section: string
  text: string
  proofs: { file: string; title: string }[]
  /** Why it has no proof. */
  mark: string | null
}

/** Reads the page: sections, under them clauses, under them proofs or a mark. */
function readClauses(): Clause[] {
  const clauses: Clause[] = []
  let section = ''
  for (const line of lines) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const [, number, text] = /^- \*\*([\dS.]+)\*\* (.+)$/.exec(line) ?? []
    if (number && text) clauses.push({ number, section, text, proofs: [], mark: null })
    const [, file, title] = /^ {2}- \[[^\]]+\]\(\.\.\/([^)]+)\) `(.+)`$/.exec(line) ?? []
    if (file && title) clauses.at(-1)!.proofs.push({ file, title })
    const mark = /^ {2}- (being built|issue: payment)/.exec(line)?.[1]
    if (mark) clauses.at(-1)!.mark = mark
  }
  return clauses
}
const clauses = readClauses()

/** The table of counts, as it has to be. */
function countsOf(all: readonly Clause[]): string[] {
  const row = (name: string, some: readonly Clause[]) => {
    const marked = (mark: string | null) => some.filter(clause => clause.mark === mark).length
    return `${name} ${some.length} ${marked(null)} ${marked('being built')} ${marked('issue: payment')}`
  }
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
  test('holds nothing under its sections but headings, clauses, proofs and marks', () => {
    const known = [
      /^#{2,3} /,
      /^- \*\*(S|\d)(\.\d+)+\*\* \S/,
      /^ {2}- \[[^\]]+\]\(\.\.\/[^)]+\) `.+`$/,
      /^ {2}- being built: `tests\/\S+`(, `tests\/\S+`)*$/,
      /^ {2}- issue: payment$/,
      /^$/,
    ]
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

  test('proves every clause, or says why not', () => {
    const wrong = clauses.filter(({ proofs, mark }) => proofs.length > 0 === (mark !== null))
    expect(wrong.map(({ number }) => number)).toEqual([])
  })

  test('marks as not there yet what is listed here, and nothing else', () => {
    for (const mark of ['being built', 'issue: payment'] as const) {
      const marked = clauses.filter(clause => clause.mark === mark)
      expect(marked.map(({ number }) => number)).toEqual(notYet[mark])
    }
  })

  test('names files and titles that are there', () => {
    const titles = new Map<string, Set<string>>()
    const isThere = (file: string, title: string) => {
      const path = new URL(`../../${file}`, import.meta.url).pathname
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
