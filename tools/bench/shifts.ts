import { randomUUID } from 'node:crypto'
import { chromium, type Browser } from 'playwright-core'
import { privatePaths, publicPaths } from '#contract/paths'
import { chromiumPath } from '../../tests/kit/chromium.ts'
import { recordShifts, shiftsOn, slowProcessor, totalOf } from '../../tests/kit/layout-shift.ts'
import { openShop } from './open.ts'

/*
 * `npm run bench:shifts -- [path ...]`: the layout shift of a page load, by path, shopper, width and processor.
 * `--moved` lists what moved.
 */

const most = 0.01
const widths = [390, 1280]
const rates = [4, 1]

type Storage = Record<string, string>

async function post<Answer>(url: string, path: string, body: object, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Answer
}

/** A guest with two products in the cart. */
async function guest(url: string): Promise<Storage> {
  let mySessionId: string | null = null
  for (const productId of [101, 201]) {
    const line: object = { productId, productName: '', productPrice: 0, productImage: '', quantity: 2, mySessionId }
    mySessionId = (await post<{ data: { sessionId: string } }>(url, '/cart', line)).data.sessionId
  }
  return { 'shop.session': mySessionId! }
}

/** A customer who has just registered: each path gets another, because the logout page ends the login. */
async function customer(url: string): Promise<Storage> {
  const list = async (path: string) =>
    (
      (await (await fetch(`${url}/v1${path}`)).json()) as {
        listData: { countryId: number; regionId: number; name: string }[]
      }
    ).listData
  const country = (await list('/country')).find(({ name }) => name === 'Australia')!
  const region = (await list(`/region/${country.countryId}/1`)).find(({ name }) => name === 'New South Wales')!
  const { token } = await post<{ token: string }>(url, '/customer/createaccount', {
    firstName: 'Mai',
    lastName: 'Tran',
    telephone: '0255500188',
    email: `mai${randomUUID()}@example.com`,
    password: 'canary plum 香 47',
    address1: '1 Test Street',
    city: 'Eastwood',
    postCode: '2122',
    regionId: region.regionId,
    regionName: region.name,
    countryId: country.countryId,
    countryName: country.name,
    acceptTerms: true,
    subscribeNewsletter: false,
    sessionId: null,
  })
  return { 'shop.token': token }
}

async function measure(browser: Browser, url: string, path: string, storage: Storage, width: number, rate: number) {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  try {
    await recordShifts(context)
    const page = await context.newPage()
    await slowProcessor(page, rate)
    await page.goto(url + path)
    await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
    await page.waitForLoadState('networkidle')
    return await shiftsOn(page)
  } finally {
    await context.close()
  }
}

const wanted = process.argv.slice(2).filter(one => one.startsWith('/'))
const explains = process.argv.includes('--moved')
const paths = wanted.length > 0 ? wanted : [...privatePaths(), ...publicPaths().filter(path => !/[:*]/.test(path))]
const shop = await openShop()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const cases = widths.flatMap(width => rates.map(rate => ({ width, rate })))
  const heads = cases.map(({ width, rate }) => `${width} px ${rate}x`)
  process.stdout.write(`| path | shopper | ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length + 2)}\n`)
  const withCart = await guest(shop.url)
  for (const path of paths) {
    const shoppers: [name: string, storage: Storage][] = [
      ['guest', {}],
      ['with a cart', withCart],
      ['customer', await customer(shop.url)],
    ]
    for (const [name, storage] of shoppers) {
      const figures: string[] = []
      for (const { width, rate } of cases) {
        const shifts = await measure(browser, shop.url, path, storage, width, rate)
        const total = totalOf(shifts)
        figures.push(total > most ? `**${total.toFixed(3)}**` : total.toFixed(3))
        if (explains && total > most)
          process.stderr.write(
            `${path} ${name} ${width} ${rate}x\n${shifts.map(({ value, moved }) => `  ${value.toFixed(4)} ${moved.join('\n         ')}`).join('\n')}\n`,
          )
      }
      process.stdout.write(`| ${path} | ${name} | ${figures.join(' | ')} |\n`)
    }
  }
} finally {
  await browser.close()
  await shop.close()
}
