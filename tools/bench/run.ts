import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { fromJson, mediansOfRun, toJson } from './changes.ts'
import { measureGrowth } from './growth/measure.ts'
import { drawOrders, drawProducts, growthReport } from './growth/report.ts'
import { measureJournal } from './machine/journal.ts'
import { measurePages } from './machine/pages.ts'
import { weighJournal } from './machine/weight.ts'
import { reportOf } from './report.ts'
import { measureWeb } from './web/measure.ts'

/**
 * `npm run bench`: measures the shop and the floor page, and writes docs/performance.md and, for the comparison with the
 * next run, docs/performance.json.
 *
 * - `--rounds 3`: the number of rounds, by default 7
 * - `--only web`, `--only machine`: one group of measurements; does not write the files
 * - `--only growth`: more and more products and orders; writes docs/growth.md and its drawings, as a whole run does
 * - `--quick`: one round of everything as a smoke test; does not write the files
 * - `--beside https://shop.example/`: another shop, whose page at this URL is loaded in the same rounds; can be repeated
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    beside: { type: 'string', multiple: true, default: [] },
  },
})
const { only, quick, beside } = options
const rounds = quick ? 1 : Number(options.rounds ?? 7)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is not a number: ${options.rounds}`)
if (only !== undefined && !['web', 'machine', 'growth'].includes(only))
  throw new Error(`--only is web, machine or growth, not ${only}`)
for (const url of beside)
  if (!/^https?:\/\/./.test(url)) throw new Error(`--beside is not an http or https URL: ${url}`)

const pathOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))
const [reportPath, mediansPath] = [pathOf('performance.md'), pathOf('performance.json')]
const last = existsSync(mediansPath) ? fromJson(readFileSync(mediansPath, 'utf8')) : null
const say = (words: string) => process.stderr.write(`${words}\n`)
const formatted = async (path: string, text: string) => format(text, { ...(await resolveConfig(path)), filepath: path })

const environment = { cores: availableParallelism(), busy: loadavg()[0]!, node: process.versions.node }

if (only !== 'growth') {
  const measured = {
    rounds,
    ...environment,
    machine:
      only === 'web'
        ? null
        : {
            journal: measureJournal(rounds, quick ? 2_000 : 20_000),
            weight: await weighJournal(),
            answers: await measurePages(quick ? 20 : 200),
          },
    web: only === 'machine' ? null : await measureWeb({ rounds, earlyTaps: quick ? 2 : 20, beside, say }),
  }
  const report = await formatted(reportPath, reportOf(measured, last))
  process.stdout.write(report)
  if (only === undefined && !quick) {
    writeFileSync(reportPath, report)
    if (measured.web) writeFileSync(mediansPath, await formatted(mediansPath, toJson(mediansOfRun(measured.web))))
  }
}

if (only === undefined || only === 'growth') {
  const growthRounds = quick ? 3 : 40
  const counts = quick ? [1_000] : [1_000, 10_000, 100_000]
  const figures = await measureGrowth({ counts, rounds: growthRounds, say })
  const path = pathOf('growth.md')
  const report = await formatted(path, growthReport(figures, { ...environment, rounds: growthRounds }))
  process.stdout.write(report)
  if (!quick) {
    writeFileSync(path, report)
    writeFileSync(pathOf('images/growth-products.svg'), drawProducts(figures))
    writeFileSync(pathOf('images/growth-orders.svg'), drawOrders(figures))
  }
}
