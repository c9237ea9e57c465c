import { existsSync, readFileSync } from 'node:fs'
import { machines } from '#machines/machines'
import { lazyCharts } from '#machines/shop/location'
import { describeChart, type Chart } from './describe.ts'

/** The text of a machine's file and, if there is one, of `<machine>-setup.ts` beside it. */
function sourceOf(file: string): string {
  const main = new URL(`../../machines/${file}`, import.meta.url)
  const setup = new URL(main.href.replace(/\.ts$/, '-setup.ts'))
  return [main, setup].map(url => (existsSync(url) ? readFileSync(url, 'utf8') : '')).join('\n')
}

/** Every machine, described from its definition and its source. */
export const readCharts = (): Chart[] =>
  machines.map(({ machine, file }) => describeChart(machine, file, sourceOf(file), lazyCharts))
