import { expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

const brands = '/main/brands'

test('a page whose calls are caught reads the shop’s code from the browser’s cache', async () => {
  const shopper = await openShop({ begins: 'in the browser' })
  shopper.gateway.says('brands', { listData: [{ id: 1, name: 'Caught Brand' }] })
  await shopper.goes(brands)
  await shopper.goes(brands)
  await shopper.sees('Caught Brand')
  const sizes = await shopper.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map(({ transferSize }) => transferSize),
  )
  expect(sizes.length).toBeGreaterThan(3)
  expect(new Set(sizes)).toEqual(new Set([0]))
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
