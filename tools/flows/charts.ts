import { readFileSync } from 'node:fs'
import { machines } from '#machines/machines'
import { lazyCharts } from '#machines/shop/location'
import { describeChart, type Chart } from './describe.ts'

/** Every machine, described from its definition and its source. */
export const readCharts = (): Chart[] =>
  machines.map(({ machine, file }) =>
    describeChart(machine, file, readFileSync(new URL(`../../machines/${file}`, import.meta.url), 'utf8'), lazyCharts),
  )
