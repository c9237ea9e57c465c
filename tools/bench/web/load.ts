import { blockingTime, zeroToInfinity } from './probe.ts'
import { kinds, type Kind } from './traffic.ts'
import { quiet, type Visit } from './visit.ts'

/** A page load in figures: bytes, milliseconds, and counts. */
export interface Load extends Record<Kind, number> {
  headers: number
  requests: number
  fcp: number
  lcp: number
  cls: number
  tbt: number
  products: number
  heading: number
  /** Bytes of scripts received before the products were visible. */
  scriptsBefore: number
  /** JavaScript heap in bytes once the page is idle, after garbage collection. */
  heap: number
}

/** Loads a URL and waits until the page is idle: no request for this number of milliseconds. */
export async function load(visit: Visit, url: string, stillness: number): Promise<Load> {
  const { page, traffic } = visit
  await page.goto(url, { waitUntil: 'commit' })
  await quiet(visit, stillness)
  const { fcp, lcp, cls, tasks, ...laidOut } = await visit.noted()
  // an element is painted in the frame of its layout, and not before the first paint
  const products = Math.max(zeroToInfinity(laidOut.products), fcp)
  const heading = Math.max(zeroToInfinity(laidOut.heading), fcp)
  const bodies = Object.fromEntries(kinds.map(kind => [kind, traffic.bodies[kind]])) as Record<Kind, number>
  const { headers, requests } = traffic
  const scriptsBefore = await page.evaluate(time => window.bench.scriptsBy(time), products)
  const seen = { fcp, lcp, cls, tbt: blockingTime(tasks, fcp), products, heading }
  return { ...bodies, headers, requests, ...seen, scriptsBefore, heap: await heapOf(visit) }
}

async function heapOf({ session }: Visit): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
}
