import { chartsIn } from './boot.ts'
import type { Journal } from './entry.ts'
import { fingerprints } from './fingerprints.ts'
import { lazyCharts } from '../shop/location.ts'

/**
 * Whether the charts of this build still have the shape that a journal was written with. Those of pages count where the
 * journal holds them; all others are in every journal.
 */
export function fits(journal: Journal): boolean {
  const held = chartsIn(journal)
  const counts = (chart: string) => !lazyCharts.includes(chart) || held.includes(chart)
  return Object.entries(fingerprints).every(([chart, print]) => !counts(chart) || journal.fingerprints[chart] === print)
}
