import { describe, expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const fileAt = async (path: string) => (await fetch(shopUrl() + path)).text()

describe('a crawler', () => {
  test('finds the sitemap in robots.txt, and a page at URLs of every kind', async () => {
    const robots = await fileAt('/robots.txt')
    const sitemap = /^Sitemap: (.+)$/m.exec(robots)![1]!
    const addresses = [...(await fileAt(new URL(sitemap).pathname)).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, url]) => new URL(url!),
    )
    expect(addresses.length).toBeGreaterThan(300)
    const shopper = await openShop()
    for (const kind of [/by=category/, /by=brand/, /product-detail/, /brands/, /faq/]) {
      const { pathname, search } = addresses.findLast(({ href }) => kind.test(href))!
      await shopper.goes(pathname + search)
      await expect.poll(() => shopper.h1.textContent()).toMatch(/^(?!Loading|Page not found|Products).+/)
    }
  })
})
