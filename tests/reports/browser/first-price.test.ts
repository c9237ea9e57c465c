import { describe, expect, test } from 'vitest'
import { brandPath, categoryPath, listPath } from '#contract/list-paths'
import { homePath } from '#contract/paths'
import { demoGoods } from '#gateway/demo/goods'
import { shareShop } from '../../kit/shopper.ts'

const { aisles, brands } = demoGoods
const longest = <Named>(all: readonly Named[], name: (one: Named) => string) =>
  all.toSorted((a, b) => name(b).length - name(a).length)[0]!

const shelf = longest(
  aisles.flatMap(({ children }) => children),
  ({ title }) => title,
)
const search = (searchCriteria: string) => listPath({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria })

/** Every kind of list, and of the shelves and brands those with the longest heading. */
const lists = [
  homePath,
  ...aisles.map(({ id }) => categoryPath(id)),
  categoryPath(shelf.id),
  brandPath(longest(brands, ({ name }) => name).id),
  search('rice'),
  search('豆腐'),
]

describe('review severe-4: the first screen of a phone starts with something else than food', () => {
  const open = shareShop(() => ({ width: 390, height: 844, touch: true }))

  test('the first price of every list is above 600 pixels', async () => {
    const shopper = await open()
    const { page } = shopper
    const found: Record<string, number> = {}
    for (const path of lists) {
      await shopper.goes(path)
      const price = page.getByRole('article').first().locator('b').first()
      found[path] = await price.evaluate(one => Math.round(one.getBoundingClientRect().bottom))
    }
    expect(Object.entries(found).filter(([, bottom]) => bottom > 600)).toEqual([])
  })

  test('chips and controls of a list have one row of 44 pixels each', async () => {
    const shopper = await open()
    const { page } = shopper
    const wide = longest(aisles, ({ children }) => children.map(({ title }) => title).join(''))
    await shopper.goes(categoryPath(wide.id))
    const rowsOf = (name: string, role: string) =>
      page.evaluate(
        ([named, kind]) => {
          const all = [...document.querySelectorAll(`main ${named} ${kind}`)].map(one => one.getBoundingClientRect())
          return {
            rows: new Set(all.map(({ top }) => Math.round(top))).size,
            height: Math.max(...all.map(({ height }) => height)),
          }
        },
        [name, role] as const,
      )
    expect(await rowsOf(`nav[aria-label="${wide.title}"]`, 'a')).toEqual({ rows: 1, height: 44 })
    const [filters, sort, view] = await Promise.all(
      [
        page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Filters', exact: true }),
        page.getByRole('combobox', { name: 'Sort' }),
        page.getByRole('group', { name: 'View' }),
      ].map(async one => (await one.boundingBox())!),
    )
    for (const box of [filters!, sort!, view!]) {
      expect(Math.abs(box.y + box.height / 2 - (filters!.y + filters!.height / 2))).toBeLessThanOrEqual(1)
      expect(box.height).toBeGreaterThanOrEqual(44)
      expect(box.height).toBeLessThanOrEqual(48)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('the pause button of a slim banner covers less than a third of it', async () => {
    const shopper = await open()
    const { page } = shopper
    await shopper.goes(search('rice'))
    const banner = (await page.getByRole('region', { name: 'Banners' }).boundingBox())!
    const pause = page.getByRole('button', { name: /Pause|Play/ })
    const bar = await pause.evaluate(one => one.parentElement!.getBoundingClientRect().width)
    expect(banner.height).toBeLessThanOrEqual(64)
    expect(bar).toBeLessThan(banner.width / 3)
    const { y, height } = (await pause.boundingBox())!
    expect(y).toBeGreaterThanOrEqual(banner.y)
    expect(y + height).toBeLessThanOrEqual(banner.y + banner.height)
    expect(height).toBeGreaterThanOrEqual(44)
  })
})
