import type { Browser, Page } from 'playwright-core'
import { homePath } from '#contract/paths'

/** Which pages work with JavaScript disabled. */
export interface Plain {
  list: boolean
  /** By the link of a product on the list. */
  detail: boolean
  search: boolean
  /** By a link on the list. */
  information: boolean
  /** Typed and sent by the Enter key. */
  searchForm: boolean
}

/** Tests the shop with JavaScript disabled. */
export async function withoutScripts(browser: Browser, shopUrl: string): Promise<Plain> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  page.setDefaultTimeout(3_000)
  const open = () => page.goto(`${shopUrl}${homePath}`)
  const isSo = (found: Promise<boolean>) => found.catch(() => false)
  try {
    await open()
    const list = await isSo(showsProducts(page, 8))
    const detail = await isSo(leadsTo(page, 'main article h2 a', /product-detail/, 'main h1'))
    await open()
    const information = await isSo(leadsTo(page, 'footer a[href="/main/faq"]', /faq/, 'main h1'))
    await open()
    const searchForm = await isSo(sendsSearch(page))
    await page.goto(`${shopUrl}${homePath}?by=search&q=rice`)
    const search = await isSo(showsProducts(page, 1))
    return { list, detail, search, information, searchForm }
  } finally {
    await context.close()
  }
}

async function showsProducts(page: Page, least: number): Promise<boolean> {
  const names = page.locator('main article h2')
  await names.nth(least - 1).waitFor()
  return (await names.count()) >= least
}

async function leadsTo(page: Page, link: string, url: RegExp, shown: string): Promise<boolean> {
  await page.locator(link).first().click()
  await page.waitForURL(url)
  await page.locator(shown).waitFor()
  return true
}

async function sendsSearch(page: Page): Promise<boolean> {
  await page.locator('header input[name=q]').fill('rice')
  await page.locator('header input[name=q]').press('Enter')
  await page.waitForURL(/rice/)
  return showsProducts(page, 1)
}
