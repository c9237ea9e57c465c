import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { GrowthFigures } from '#tools/bench/growth/measure'
import { plot } from '#tools/bench/growth/plot'
import { drawOrders, drawProducts, growthReport } from '#tools/bench/growth/report'

const figures = (engine: GrowthFigures['engine'], count: number, kept: number): GrowthFigures => ({
  engine,
  count,
  seeding: 4.21,
  memory: 200_000_000,
  reads: { aisle: { bare: 1, kept, new: 8.4 } },
  orders: { generating: 1, reads: { 'an order': { bare: 2, gateway: 7 } } },
})
const environment = { rounds: 30, cores: 2, busy: 0.4, node: '20.0.0' }

describe('the report of a growing catalogue', () => {
  test('compares each read with the bare query, and says whether the goal is met', () => {
    const report = growthReport([figures('PGlite', 1_000, 3), figures('PostgreSQL', 100_000, 3.1)], environment)
    expect(report).toContain('| PGlite, 1,000: aisle | 1.00 ms | 3.00 ms | 3.00 | yes | 8.40 ms | 8.40 |')
    expect(report).toContain('| PostgreSQL, 100,000: aisle | 1.00 ms | 3.10 ms | 3.10 | **no** | 8.40 ms | 8.40 |')
    expect(report).toContain('| PGlite, 1,000 | 4.2 s | 200.00 MB |')
    expect(report).toContain('| PGlite, 1,000: an order | 2.00 ms | 7.00 ms | 3.50 | **no** |')
  })

  test.each([
    ['products', drawProducts],
    ['orders', drawOrders],
  ])('draws a panel of %s for each engine', (_, draw) => {
    const drawing = draw([figures('PGlite', 1_000, 1), figures('PGlite', 10_000, 10), figures('PostgreSQL', 1_000, 1)])
    expect([...drawing.matchAll(/class="title"[^>]*>([^<]+)/g)].map(([, title]) => title)).toEqual([
      'PGlite',
      'PostgreSQL',
    ])
  })

  test('is in docs/growth.md, with its drawings', () => {
    const pathOf = (name: string) => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))
    expect(readFileSync(pathOf('growth.md'), 'utf8')).toContain('| PGlite, 100,000: aisle')
    for (const name of ['products', 'orders']) expect(existsSync(pathOf(`images/growth-${name}.svg`))).toBe(true)
  })
})

describe('a plot', () => {
  const drawn = (lines: Parameters<typeof plot>[1][number]['lines']) =>
    plot('Cost', [{ title: 'A & B', lines }], { x: 'products', y: 'ms' })
  const pathsOf = (drawing: string) => [...drawing.matchAll(/<path d="M([^"]+)"/g)].map(([, path]) => path)
  const labelsOf = (drawing: string) =>
    [...drawing.matchAll(/y="([\d.]+)" fill="[^"]+">([^<]+)/g)].map(([, y, name]) => [name, Number(y)])

  test('has logarithmic axes from power to power of ten', () => {
    const drawing = drawn([
      {
        name: 'aisle',
        points: [
          [1_000, 1],
          [10_000, 10],
          [100_000, 100],
        ],
      },
    ])
    expect(pathsOf(drawing)).toEqual(['0 232L164 116L328 0'])
    for (const tick of ['1,000', '10,000', '100,000', '1', '10', '100']) expect(drawing).toContain(`>${tick}</text>`)
  })

  test('keeps the labels of close lines apart', () => {
    const points = (y: number) =>
      [
        [1_000, 1],
        [10_000, y],
      ] as const
    const labels = labelsOf(
      drawn([
        { name: 'aisle', points: points(10) },
        { name: 'brand', points: points(9.9) },
      ]),
    )
    expect(labels).toEqual([
      ['aisle', 4],
      ['brand', 16],
    ])
  })

  test('escapes names', () => {
    expect(drawn([{ name: '<', points: [[1, 1]] }])).toContain('A &amp; B')
  })
})
