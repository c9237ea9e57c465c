import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nameOf, recorded, type RecordedMachine, type RecordedPath } from '../../walks/recording.ts'
import { readMachines } from '../read-machines.ts'
import { coverageFor, coveragePage, pairShares } from '../coverage.ts'
import type { PageCoverage } from '../recorded.ts'
import { coverageHtml } from './coverage-page.ts'
import { renderPage, type Book } from './frame.ts'
import { htmlOf } from './html.ts'
import { indexPage } from './index-page.ts'
import { pathPage } from './path-page.ts'

/**
 * Runs the page walks with screenshots, then writes `flow-book`, `tools/flows/page-coverage.json` and `docs/coverage.md`.
 * `--again` reuses the screenshots of the last run.
 */

const root = new URL('../../../', import.meta.url)
const folder = fileURLToPath(new URL('flow-book/', root))
const at = (name: string) => `${folder}${name}`

function walkOnPage(): boolean {
  rmSync(folder, { recursive: true, force: true })
  const env = { ...process.env, RECORD: at('recorded') }
  const parts = ['--no-install', 'vitest', 'run', '--project', 'browser', 'tests/browser/walks-']
  return spawnSync('npx', parts, { stdio: 'inherit', env, cwd: fileURLToPath(root) }).status === 0
}

const recordedFiles = (end: string) => readdirSync(at('recorded')).filter(name => name.endsWith(end))

function readPaths(order: string[]): RecordedPath[] {
  const paths = recordedFiles('.path.json').map(name => recorded<RecordedPath>(at('recorded'), name))
  const place = ({ machine }: RecordedPath) => order.indexOf(machine)
  return paths.toSorted((a, b) => place(a) - place(b) || a.walk.localeCompare(b.walk) || a.number - b.number)
}

/** The transitions of a machine that were taken, on its own paths and on those of other machines. */
function coverageOf(machine: RecordedMachine, paths: RecordedPath[]): PageCoverage {
  const own = paths.filter(path => path.machine === machine.machine)
  const transitions: Record<string, number> = {}
  for (const [name, times] of paths.flatMap(({ taken }) => Object.entries(taken[machine.machine] ?? {})))
    transitions[name] = (transitions[name] ?? 0) + times
  return {
    transitions: Object.fromEntries(Object.entries(transitions).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    paths: own.length,
    steps: own.reduce((sum, { steps }) => sum + steps.length, 0),
    untaken: Object.fromEntries(Object.entries(machine.untaken).filter(([name]) => !transitions[name])),
  }
}

function writeCoverage(order: string[], paths: RecordedPath[]) {
  const machines = recordedFiles('.machine.json').map(name => recorded<RecordedMachine>(at('recorded'), name))
  const sorted = machines.toSorted((a, b) => order.indexOf(a.machine) - order.indexOf(b.machine))
  const all = Object.fromEntries(sorted.map(machine => [machine.machine, coverageOf(machine, paths)]))
  writeFileSync(new URL('tools/flows/page-coverage.json', root), `${JSON.stringify(all, null, 2)}\n`)
}

function copyParts() {
  for (const part of ['styles', 'assets', 'flows', 'machines', 'paths']) mkdirSync(at(part), { recursive: true })
  cpSync(new URL('src/styles/tokens.css', root), at('styles/tokens.css'))
  cpSync(new URL('book.css', import.meta.url), at('styles/book.css'))
  for (const part of ['fonts', 'mark.svg', 'favicon.svg'])
    cpSync(new URL(`src/assets/${part}`, root), at(`assets/${part}`), { recursive: true })
  for (const part of ['shots', 'journals']) cpSync(at(`recorded/${part}`), at(part), { recursive: true })
  const flows = new URL('docs/flows/', root)
  for (const name of readdirSync(flows)) if (name.endsWith('.svg')) cpSync(new URL(name, flows), at(`flows/${name}`))
}

/** The page of a machine: its Markdown page as HTML. */
const machinePage = (book: Book, machine: string) =>
  renderPage(
    book,
    { title: machine, tab: 'machines', machine: machine === 'index' ? '' : machine, root: '../' },
    htmlOf(readFileSync(new URL(`docs/flows/${machine}.md`, root), 'utf8')),
  )

const began = Date.now()
const isWalked = process.argv.includes('--again') || walkOnPage()
const machines = readMachines()
const order = machines.map(({ id }) => id)
const paths = readPaths(order)
writeCoverage(order, paths)
const coverage = coverageFor(machines, pairShares())
writeFileSync(new URL('docs/coverage.md', root), coveragePage(coverage))
copyParts()
const book: Book = { coverage, paths }
for (const machine of ['index', ...order]) writeFileSync(at(`machines/${machine}.html`), machinePage(book, machine))
for (const path of paths) writeFileSync(at(`paths/${nameOf(path)}.html`), pathPage(book, path))
writeFileSync(at('coverage.html'), coverageHtml(book))
writeFileSync(at('index.html'), indexPage(book))
const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
const shots = readdirSync(at('shots')).length
const pages = order.length + paths.length + 3
console.log(
  `flow-book: ${pages} pages, ${paths.length} paths, ${steps} steps, ${shots} different pictures, ${Math.round((Date.now() - began) / 1000)} s; open flow-book/index.html`,
)
if (!isWalked) console.error('Some walks have failed: the book and the coverage lack what they would have taken.')
process.exitCode = isWalked ? 0 : 1
