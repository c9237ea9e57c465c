import { expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

const brands = '/main/brands'

test('a page whose calls are caught reads the shop’s code from the browser’s cache', async () => {
  const shopper = await openShop({ begins: 'in the browser' })
  shopper.gateway.says('brands', { listData: [{ id: 1, name: 'Caught Brand' }] })
  /** The bytes that each file of the shop's code took over the network, by its URL. */
  const sizes = () =>
    shopper.page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ name, transferSize }) => [name, transferSize] as const),
    )
  await shopper.goes(brands)
  await shopper.sees('Caught Brand')
  const loaded = new Set((await sizes()).map(([name]) => name))
  await shopper.goes(brands)
  await shopper.sees('Caught Brand')
  // the second load may also have a file that the first one had not requested when it ended
  const again = (await sizes()).filter(([name]) => loaded.has(name))
  expect(again.length).toBeGreaterThan(3)
  expect(new Set(again.map(([, size]) => size))).toEqual(new Set([0]))
})

test('the calls of the next test in the same context reach the gateway', async () => {
  const first = await openShop({ begins: 'in the browser' })
  first.gateway.holds('brands')
  await first.goes(brands)
  await first.gateway.isAsked('brands')
  await first.leaves()
  const second = await openShop({ begins: 'in the browser' })
  expect(second.page).toBe(first.page)
  await second.goes(brands)
  await second.sees('Golden Paddy')
  expect(first.gateway.count('brands')).toBe(1)
})

test('the calls of a second tab are caught as well', async () => {
  const first = await openShop({ begins: 'in the browser' })
  first.gateway.says('brands', { listData: [{ id: 1, name: 'Caught Brand' }] })
  const second = await first.opensTab()
  await second.goes(brands)
  await second.sees('Caught Brand')
})
