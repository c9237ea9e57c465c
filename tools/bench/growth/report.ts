import { count as thousands, megabytes, ratio, table, yesOrNo } from '../markdown.ts'
import type { GrowthFigures } from './measure.ts'
import { plot, type Panel } from './plot.ts'

/** The most that a read may take, as a multiple of the bare query of the same rows. */
const goal = 3

/** The report of docs/growth.md. */
export function growthReport(
  figures: readonly GrowthFigures[],
  environment: { rounds: number; cores: number; busy: number; node: string },
): string {
  const { rounds, cores, busy, node } = environment
  const hundredths = (time: number) => `${time.toFixed(2)} ms`
  const rows = figures.flatMap(({ engine, count: products, reads }) =>
    Object.entries(reads).map(([name, { bare, kept, new: first }]) => [
      `${engine}, ${thousands(products)}: ${name}`,
      hundredths(bare),
      hundredths(kept),
      ratio(kept, bare),
      yesOrNo(kept <= goal * bare),
      hundredths(first),
      ratio(first, bare),
    ]),
  )
  const orderRows = figures.flatMap(({ engine, count, orders: { reads } }) =>
    Object.entries(reads).map(([name, { bare, gateway }]) => [
      `${engine}, ${thousands(count)}: ${name}`,
      hundredths(bare),
      hundredths(gateway),
      ratio(gateway, bare),
      yesOrNo(gateway <= goal * bare),
    ]),
  )
  const costs = figures.map(({ engine, count: products, seeding, memory }) => [
    `${engine}, ${thousands(products)}`,
    `${seeding.toFixed(1)} s`,
    megabytes(memory),
  ])
  return `# Growth

Written by \`npm run bench -- --only growth\`: lower quartiles of ${rounds} rounds on ${cores} processor cores with Node ${node}. The machine had a load average of ${busy.toFixed(1)} from other work at the start, which slows some rounds, and generating.

## Products

The first page of eight products of a list, an aisle, the aisle without two allergens ('filter'), a brand, a search ('jasmine rice') and a prefix ('jasmi'), and a product with its related ones. The gateway's answer as JSON, without a
network, compared with bare queries of the same rows in the same order, in turn on the same connection.

Totals, facets and the matches of a search are kept for five seconds ([decision 60](decisions/0060-pages-of-products-are-read-by-offset.md)). A repeated request uses them, as the pages of a list
do; the first one makes them. The goal, at most ${goal} times the bare query, is that of repeated requests.

![Milliseconds of each read against the number of products, both logarithmic](images/growth-products.svg)

${table(['engine, products, read', 'bare query', 'repeated', 'ratio', `at most ${goal}`, 'first', 'ratio'], rows)}

Seconds to generate the products, beginning with those of the row above, and memory of the process after all reads.

${table(['engine, products', 'seeding', 'memory'], costs)}

## Orders

The orders of a customer who has ten, an order with two lines, and the open orders (100 of all) of \`npm run orders\`: by the functions of the gateway, compared with bare queries of the same rows. Of the office: the board,
a search by a name that every order has, and the figures of this week.

![Milliseconds of each read against the number of orders, both logarithmic](images/growth-orders.svg)

${table(['engine, orders, read', 'bare query', 'gateway', 'ratio', `at most ${goal}`], orderRows)}
`
}

type ReadTimes = Readonly<Record<string, number>>

/** A panel for each engine, with a line for each read. */
function draw(figures: readonly GrowthFigures[], what: string, timesOf: (figures: GrowthFigures) => ReadTimes): string {
  const engines = [...new Set(figures.map(({ engine }) => engine))]
  const panels = engines.map((engine): Panel => {
    const ofEngine = figures.filter(one => one.engine === engine)
    const lines = Object.keys(timesOf(ofEngine[0]!)).map(name => ({
      name,
      points: ofEngine.map(one => [one.count, timesOf(one)[name]!] as const),
    }))
    return { title: engine, lines }
  })
  return plot(`Milliseconds of each read against the number of ${what}`, panels, { x: what, y: 'milliseconds' })
}

const mapTimes = <Times>(reads: Readonly<Record<string, Times>>, pick: (times: Times) => number): ReadTimes =>
  Object.fromEntries(Object.entries(reads).map(([name, times]) => [name, pick(times)]))

/** The drawing of docs/images/growth-products.svg: repeated requests. */
export const drawProducts = (figures: readonly GrowthFigures[]): string =>
  draw(figures, 'products', ({ reads }) => mapTimes(reads, ({ kept }) => kept))

/** The drawing of docs/images/growth-orders.svg. */
export const drawOrders = (figures: readonly GrowthFigures[]): string =>
  draw(figures, 'orders', ({ orders }) => mapTimes(orders.reads, ({ gateway }) => gateway))
