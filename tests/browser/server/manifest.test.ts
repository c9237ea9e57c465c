import sharp from 'sharp'
import { expect, test } from 'vitest'
import { homePath, pageOf } from '#contract/paths'
import { storeName } from '#src/store/store-name.ts'
import { openShop } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

interface Manifest {
  name: string
  start_url: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  shortcuts: { url: string }[]
}

test('the shop can be installed: its manifest has the store’s name, icons of the sizes that it says, and pages that exist', async () => {
  const shopper = await openShop()
  await shopper.goes('/main/product-detail/101')
  const link = await shopper.page.locator('link[rel="manifest"]').evaluate(one => (one as HTMLLinkElement).href)
  const answer = await fetch(link)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  const manifest = (await answer.json()) as Manifest
  expect(manifest.name).toBe(storeName)
  expect(new URL(manifest.start_url, link).href).toBe(shopUrl() + homePath)
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await fetch(new URL(src, link))
    expect(icon.headers.get('content-type')).toBe(type)
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  for (const { url } of manifest.shortcuts) expect(pageOf(new URL(url, link).pathname)).not.toBe('notFound')
  const session = await shopper.page.context().newCDPSession(shopper.page)
  expect((await session.send('Page.getAppManifest')).errors).toEqual([])
})
