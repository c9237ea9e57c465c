import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const files = readdirSync(folder).filter(name => name !== 'README.md')
const read = (path: string) => readFileSync(path, 'utf8')

/** The number in a file's name, such as 7 for `0007-urls-are-events.md`. */
const numberOf = (file: string): number => Number(file.slice(0, 4))

test('the index lists every decision once, with its number and title', () => {
  const listed = [...read(`${folder}/README.md`).matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(
    ([, title, file]) => `${file}: # ${title}`,
  )
  expect(listed.toSorted()).toEqual(files.map(file => `${file}: ${read(`${folder}/${file}`).split('\n')[0]}`))
})

test('each decision has a number of its own, which its title repeats', () => {
  const titles = files.map(file => Number(/^# (\d+)\. \S/.exec(read(`${folder}/${file}`))?.[1]))
  expect(titles).toEqual(files.map(numberOf))
  expect(new Set(titles).size).toBe(files.length)
})

const named = ['contract', 'docs', 'gateway', 'machines', 'src', 'tests', 'tools'].flatMap(top =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:md|ts|tsx|mjs|css|sql)$/.test(name))
    .map(name => `${top}/${name}`),
)

test('no text refers to a decision that does not exist', () => {
  const texts = named.concat('README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md', 'llms.txt')
  const numbers = new Set(files.map(numberOf))
  const missing = texts.flatMap(path =>
    [...read(path).matchAll(/\bdecisions?[ /]0*(\d+)\b|\]\([\w./-]*\b(0\d{3})-[\w-]+\.md/gi)]
      .filter(([, inText, inLink]) => !numbers.has(Number(inText ?? inLink)))
      .map(([reference]) => `${path}: ${reference}`),
  )
  expect(missing).toEqual([])
})

test('a link that names a decision by its number leads to it', () => {
  const wrong = named.flatMap(path =>
    [...read(path).matchAll(/\[(?:decision )?(\d+)[^\]]*\]\([\w./-]*\b(0\d{3})-/g)]
      .filter(([, number, file]) => Number(number) !== Number(file))
      .map(([link]) => `${path}: ${link}`),
  )
  expect(wrong).toEqual([])
})
