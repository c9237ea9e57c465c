import type { CDPSession } from 'playwright-core'
import { blockingAt } from './blocking.ts'
import { zeroToInfinity } from './probe.ts'
import { kinds, type Kind } from './traffic.ts'
import { waitUntilIdle, type Visit } from './visit.ts'

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
  /** When hydration was done, by the performance mark `alive`; Infinity for pages without the mark. */
  alive: number
  /** Style recalculations and layouts from the start of the navigation until the page is idle. */
  recalculations: number
  layouts: number
  /** Elements of the idle document. */
  elements: number
  /** Nodes of all documents of the idle page after garbage collection: SVG pictures and shadow trees are included. */
  nodes: number
  /** JavaScript heap in bytes once the page is idle, after garbage collection. */
  heap: number
}

/**
 * Loads a URL and waits until the page is idle: no request for this number of milliseconds. Total blocking time is that of another
 * load before.
 */
export async function load(visit: Visit, url: string, idleTime: number): Promise<Load> {
  const { page, profile, traffic } = visit
  const tbt = await blockingAt(page.context().browser()!, profile, url, idleTime)
  await page.goto(url, { waitUntil: 'commit' })
  await waitUntilIdle(visit, idleTime)
  const { fcp, lcp, cls, ...laidOut } = await visit.noted()
  // an element is painted in the frame of its layout, and not before the first paint
  const products = Math.max(zeroToInfinity(laidOut.products), fcp)
  const heading = Math.max(zeroToInfinity(laidOut.heading), fcp)
  const bodies = Object.fromEntries(kinds.map(kind => [kind, traffic.bodies[kind]])) as Record<Kind, number>
  const { headers, requests } = traffic
  const scriptsBefore = await page.evaluate(time => window.bench.scriptsBy(time), products)
  const seen = { fcp, lcp, cls, tbt, products, heading, scriptsBefore }
  const alive = zeroToInfinity(await page.evaluate(() => window.bench.hydratedAt()))
  return { ...bodies, headers, requests, ...seen, alive, ...(await work(visit)) }
}

/** What the browser counted until now, and what the page holds after garbage collection. */
async function work({ page, session }: Visit) {
  const counted = await metrics(session)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  await session.send('HeapProfiler.collectGarbage')
  const held = await metrics(session)
  return {
    recalculations: counted('RecalcStyleCount'),
    layouts: counted('LayoutCount'),
    elements,
    nodes: held('Nodes'),
    heap: held('JSHeapUsedSize'),
  }
}

/** @see https://chromedevtools.github.io/devtools-protocol/tot/Performance/ */
async function metrics(session: CDPSession): Promise<(name: string) => number> {
  const { metrics: found } = await session.send('Performance.getMetrics')
  const values = new Map(found.map(({ name, value }) => [name, value]))
  return name => values.get(name) ?? 0
}
