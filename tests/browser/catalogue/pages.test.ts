import { describe, expect, test } from 'vitest'
import { idleDelay } from '#src/start/idle-loading.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const aisle = '/main/product-list/8?by=category'

const namesOn = ({ main }: Shopper) => main.getByRole('article').getByRole('heading').allTextContents()
const isBusy = ({ main }: Shopper) => main.locator('ul[aria-busy]').count()

/** Opens a page of the aisle. @returns the names of its products */
async function openAisle(shopper: Shopper, path = aisle) {
  await shopper.goes(path)
  await shopper.seesCart('0 item(s) - $ 0')
  await shopper.main.getByRole('article').first().waitFor()
  return namesOn(shopper)
}

describe('a page of a list', () => {
  // Specification: 2.5.3, 2.5.9
  test('by its URL has other products than the first, in the document of the server too, also without JavaScript', async () => {
    const [first, second] = await Promise.all(
      [aisle, `${aisle}&page=2`].map(async path => (await fetch(shopUrl() + path)).text()),
    )
    const namesIn = (html: string) => [...html.matchAll(/aria-label="View Item: ([^"]*)"/g)].map(([, name]) => name)
    expect([namesIn(first!).length, namesIn(second!).length]).toEqual([8, 8])
    expect(namesIn(first!).filter(name => namesIn(second!).includes(name))).toEqual([])
    expect(second).toMatch(/<a href="\/main\/product-list\/8\?by=category" rel="prev"/)
    const served = /id="served">(.*?)<\/script>/s.exec(second!)![1]!
    expect(namesIn(first!).filter(name => served.includes(name!))).toEqual([])
    const shopper = await openShop()
    expect(await openAisle(shopper, `${aisle}&page=2`)).toHaveLength(8)
    expect(shopper.gateway.count('products')).toBe(0)
  })

  test('stays, busy, until the next one is read, which then begins at the top', async () => {
    const shopper = await openShop()
    const first = await openAisle(shopper)
    shopper.gateway.holds('products')
    await shopper.follows('Next')
    await shopper.seesPath(`${aisle}&page=2`)
    await expect.poll(() => isBusy(shopper)).toBe(1)
    expect(await namesOn(shopper)).toEqual(first)
    await shopper.gateway.answers('products')
    await expect.poll(() => isBusy(shopper)).toBe(0)
    await expect.poll(() => namesOn(shopper)).not.toEqual(first)
    await expect.poll(() => shopper.scrolledTo()).toBe(0)
    await shopper.page.goBack()
    await expect.poll(() => namesOn(shopper)).toEqual(first)
    expect(shopper.gateway.count('products')).toBe(1)
  })

  test('is the first one after a change of order or stock', async () => {
    const shopper = await openShop()
    await openAisle(shopper, `${aisle}&page=2`)
    await shopper.main.getByLabel('Sort').selectOption({ label: 'Name' })
    await shopper.seesPath(`${aisle}&sort=name`)
    await shopper.follows('Next')
    await shopper.seesPath(`${aisle}&sort=name&page=2`)
    await expect.poll(() => isBusy(shopper)).toBe(0)
    await shopper.main.getByRole('checkbox', { name: /^In stock only/ }).check()
    await shopper.seesPath(`${aisle}&sort=name&stock=1`)
    await expect.poll(() => shopper.main.getByText('OUT OF STOCK').count()).toBe(0)
  })

  test('that can not be read says so, and is read again when the shopper retries', async () => {
    const shopper = await openShop()
    const first = await openAisle(shopper)
    shopper.gateway.fails('products', 'HTTP 500')
    await shopper.follows('Next')
    await shopper.sees('We couldn’t load the products')
    await shopper.seesPath(`${aisle}&page=2`)
    await shopper.gateway.answers('products')
    await shopper.presses('Try again')
    await expect.poll(() => namesOn(shopper)).toHaveLength(8)
    expect(await namesOn(shopper)).not.toEqual(first)
    shopper.errors.splice(0)
  })

  test('is the same after a reload while the next one is read', async () => {
    const shopper = await openShop()
    await openAisle(shopper)
    shopper.gateway.holds('products')
    await shopper.follows('Next')
    await shopper.seesPath(`${aisle}&page=2`)
    await shopper.reloads()
    await shopper.seesPath(`${aisle}&page=2`)
    await expect
      .poll(() => shopper.main.getByRole('link', { name: '2', exact: true }).getAttribute('aria-current'))
      .toBe('page')
    await expect.poll(() => namesOn(shopper)).toHaveLength(8)
  })

  test.each([['on the server'], ['in the browser']] as const)(
    'beyond the last is the last one, and its URL is corrected: rendered %s',
    async begins => {
      const shopper = await openShop({ begins })
      await shopper.goes(`${aisle}&page=999&view=tiles`)
      await expect.poll(() => new URL(shopper.page.url()).search).toMatch(/^\?by=category&page=\d$/)
      await shopper.main.getByRole('article').first().waitFor()
      const [page] = /\d$/.exec(shopper.page.url())!
      await expect
        .poll(() => shopper.main.getByRole('link', { name: page, exact: true }).getAttribute('aria-current'))
        .toBe('page')
    },
  )
})

describe('the next page', () => {
  /** Opens the first page, with the browser idle after it. */
  async function opensIdle() {
    const shopper = await openShop({ clock: true, loadsWhileIdle: true })
    const first = await openAisle(shopper)
    const before = shopper.gateway.count('products')
    const requested = () => shopper.gateway.count('products') - before
    const waits = async () => {
      // an answer takes real time: the clock that the test moves on would time it out
      await expect.poll(() => shopper.unanswered).toEqual([])
      await shopper.page.clock.runFor(idleDelay)
    }
    return { shopper, first, waits, requested }
  }

  test('is requested ahead once the browser is idle, and needs no request when it is opened', async () => {
    const { shopper, first, waits, requested } = await opensIdle()
    await expect
      .poll(async () => {
        await waits()
        return requested()
      })
      .toBe(1)
    await shopper.follows('Next')
    await expect.poll(() => namesOn(shopper)).not.toEqual(first)
    // the page after it
    await expect.poll(requested).toBe(2)
    await shopper.page.goBack()
    await expect.poll(() => namesOn(shopper)).toEqual(first)
    expect(requested()).toBe(2)
  })

  test('of another order or stock is requested ahead when its control gets the focus or is pressed', async () => {
    const { shopper, first, waits, requested } = await opensIdle()
    await expect
      .poll(async () => {
        await waits()
        return requested()
      })
      .toBe(1)
    const sort = shopper.main.getByLabel('Sort')
    await sort.focus()
    await expect.poll(requested).toBe(6)
    await sort.selectOption({ label: 'Name' })
    await expect.poll(() => namesOn(shopper)).not.toEqual(first)
    // the second page in that order
    await expect.poll(requested).toBe(7)
    const stock = shopper.main.getByText('In stock only')
    await stock.hover()
    await shopper.page.mouse.down()
    await expect.poll(requested).toBe(8)
    await shopper.page.mouse.up()
    await shopper.seesPath(`${aisle}&sort=name&stock=1`)
  })

  test('that can not be requested ahead shows nothing, and is requested when it is opened', async () => {
    const { shopper, first, waits, requested } = await opensIdle()
    const { gateway } = shopper
    gateway.fails('products', 'HTTP 500')
    await expect
      .poll(async () => {
        await waits()
        return requested()
      })
      .toBe(1)
    await gateway.answers('products')
    expect(await namesOn(shopper)).toEqual(first)
    await shopper.follows('Next')
    await expect.poll(() => namesOn(shopper)).not.toEqual(first)
    shopper.errors.splice(0)
  })
})

describe('an older gateway, which answers whole lists', () => {
  test('is asked once for the pages and orders of a list', async () => {
    const shopper = await openShop({ begins: 'in the browser' })
    await shopper.page.context().route(/\/v1\/product\/criteria$/, caught => {
      const { criteria, brand_id, category_id } = caught.request().postDataJSON() as Record<string, unknown>
      return caught.continue({ postData: JSON.stringify({ criteria, brand_id, category_id }) })
    })
    const first = await openAisle(shopper, `${aisle}&page=2`)
    expect(first).toHaveLength(8)
    const all = await shopper.h1.locator('small').textContent()
    await shopper.main.getByLabel('Sort').selectOption({ label: 'Price: low to high' })
    await shopper.seesPath(`${aisle}&sort=price`)
    await expect.poll(() => namesOn(shopper)).not.toEqual(first)
    expect(await shopper.h1.locator('small').textContent()).toBe(all)
    await shopper.follows('Next')
    await shopper.seesPath(`${aisle}&sort=price&page=2`)
    await expect
      .poll(() => shopper.main.getByRole('link', { name: '2', exact: true }).getAttribute('aria-current'))
      .toBe('page')
    expect(shopper.gateway.count('products')).toBe(1)
  })
})
