import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'llms.txt',
  ...['docs', 'docs/decisions'].flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.md'))
      .map(name => `${folder}/${name}`),
  ),
]
const read = (page: string) => readFileSync(page, 'utf8')
/** A path of a file in a folder of this repository, such as `machines/cart/cart.ts`. */
const filePath =
  /(?<![\w./-])(?:contract|gateway|machines|src|tests|tools|docs)\/[\w./-]+\.(?:tsx?|css|sql|json|md|svg|png)\b/g

test.each(pages)('%s names files that exist', page => {
  const paths = [...read(page).matchAll(filePath)].map(([path]) => path)
  // 'vouchers' is the example of CONTRIBUTING
  expect([...new Set(paths)].filter(path => !path.includes('vouchers') && !existsSync(path))).toEqual([])
})

/** The names that GitHub gives to the headings of a page, for links such as `#adding-a-page`. */
const headingsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Whether a relative link of a page leads to a file or folder, and to a heading if it names one. */
function leadsSomewhere(page: string, link: string): boolean {
  const [path, heading] = link.split('#') as [string, string | undefined]
  const target = path === '' ? page : join(dirname(page), path)
  return existsSync(target) && (heading === undefined || headingsOf(target).includes(heading))
}

test.each(pages)('%s links to files and headings that exist', page => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
  const relative = links.filter(link => !/^[a-z]+:/.test(link))
  expect(relative.filter(link => !leadsSomewhere(page, link))).toEqual([])
})

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test.each(pages)('%s names npm commands that exist', page => {
  const named = [...read(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name!)
  expect(named.filter(name => scripts[name] === undefined)).toEqual([])
})

describe('llms.txt', () => {
  test('has a title, a summary, and sections that are lists of links with a description', () => {
    const [title, summary, ...rest] = read('llms.txt').trim().split('\n\n')
    expect([title, summary]).toEqual([expect.stringMatching(/^# \S/), expect.stringMatching(/^> \S/)])
    const sections = rest.slice(rest.findIndex(part => part.startsWith('## ')))
    const lists = sections.filter(part => !part.startsWith('## ')).flatMap(part => part.split('\n'))
    expect(lists.length).toBeGreaterThan(10)
    expect(lists.filter(line => !/^- \[[^\]]+\]\([^)]+\): \S/.test(line))).toEqual([])
  })

  test('links to every page of docs', () => {
    const links = read('llms.txt')
    const unlinked = readdirSync('docs').filter(name => name.endsWith('.md') && !links.includes(`(docs/${name})`))
    expect(unlinked).toEqual([])
  })
})
