import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../reports', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.test\.tsx?$/.test(name))

/** Titles of the groups of tests that are not inside another group. */
const groupsIn = (code: string): string[] =>
  [...code.matchAll(/^describe(?:\.each\([^)]*\))?\((['"`])(.*?)\1/gm)].map(([, , title]) => title!)

/** `owner/repository#number: kind`, or `review F14: kind`; several sources are separated by commas. */
const namesItsSource = (title: string): boolean =>
  /^(?:[\w.-]+\/[\w.-]+#\d+|review [\w.-]+(?: \d+)?)(?:, (?:[\w.-]+\/[\w.-]+#\d+|review [\w.-]+(?: \d+)?))*: \S/.test(
    title,
  )

test('every group of tests of a reported fault names its source and its kind', () => {
  const unnamed = files.flatMap(file => {
    const groups = groupsIn(readFileSync(join(folder, file), 'utf8'))
    if (groups.length === 0) return [`${file}: no group`]
    return groups.filter(title => !namesItsSource(title)).map(title => `${file}: ${title}`)
  })
  expect(unnamed).toEqual([])
})

test.each([
  ['react/react#11538: a page that the browser translates', true],
  ['review F14: text over text while scrolling', true],
  ['saleor/saleor#40, fairmondo/fairmondo#619: amounts beyond the column', true],
  ['the cart', false],
  ['react/react#11538', false],
])('%s: accepted is %s', (title, isNamed) => {
  expect(namesItsSource(title)).toBe(isNamed)
})
