import { describe, expect, test } from 'vitest'
import { journalTexts } from '../../kit/kept-journal.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const aisle = '/main/product-list/8?by=category'

const regionOf = ({ page }: Shopper) => page.getByRole('region', { name: 'Filters' })
const box = (shopper: Shopper, name: RegExp | string) => regionOf(shopper).getByRole('checkbox', { name })
const countOf = async ({ h1 }: Shopper) => Number.parseInt((await h1.locator('small').textContent())!, 10)
const chipsOf = (shopper: Shopper) =>
  regionOf(shopper).getByRole('list', { name: 'Chosen filters' }).getByRole('link').allTextContents()
/** The number of products that an option promises. */
const promisedBy = async (shopper: Shopper, name: RegExp) =>
  Number(/\((\d+)\)$/.exec((await box(shopper, name).locator('..').textContent())!)![1])
const focusedName = ({ page }: Shopper) => page.evaluate(() => document.activeElement!.getAttribute('name'))
const isBusy = ({ main }: Shopper) => main.locator('ul[aria-busy]').count()

async function openAisle(shopper: Shopper, path = aisle) {
  await shopper.goes(path)
  await shopper.seesCart('0 item(s) - $ 0')
  await shopper.page.locator('#filters').waitFor({ state: 'attached' })
}

describe('the filters of a list', () => {
  test('of each kind leave as many products as the option says, and a reload shows the same', async () => {
    const shopper = await openShop()
    await openAisle(shopper)
    const all = await countOf(shopper)
    for (const [query, name] of [
      ['special=1', /^On special/],
      ['stock=1', /^In stock only/],
      ['diet=vegan', /^Vegan \(/],
      ['without=milk', /^Milk/],
      ['brand=118', /^Bubble Lane/],
      ['origin=Japan', /^Japan/],
      ['storage=ambient', /^Room temperature/],
    ] as const) {
      const promised = await promisedBy(shopper, name)
      await box(shopper, name).check()
      await shopper.seesPath(`${aisle}&${query}`)
      await expect.poll(() => isBusy(shopper)).toBe(0)
      await expect.poll(() => countOf(shopper), { message: query }).toBe(promised)
      await shopper.reloads()
      expect(await countOf(shopper), query).toBe(promised)
      expect(await box(shopper, name).isChecked(), query).toBe(true)
      await regionOf(shopper).getByRole('link', { name: 'Clear all' }).click()
      await shopper.seesPath(aisle)
      await expect.poll(() => isBusy(shopper)).toBe(0)
      await expect.poll(() => countOf(shopper)).toBe(all)
    }
  })

  test('narrow the list together; the focus stays, and the first page is shown', async () => {
    const shopper = await openShop()
    await openAisle(shopper, `${aisle}&sort=name&page=2`)
    await box(shopper, /^Vegan \(/).press('Space')
    await shopper.seesPath(`${aisle}&sort=name&diet=vegan`)
    await expect.poll(() => isBusy(shopper)).toBe(0)
    expect(await focusedName(shopper)).toBe('diet')
    await box(shopper, /^Soy/).press('Space')
    await shopper.seesPath(`${aisle}&sort=name&diet=vegan&without=soy`)
    await box(shopper, /^Milk/).press('Space')
    await shopper.seesPath(`${aisle}&sort=name&diet=vegan&without=milk,soy`)
    expect(await focusedName(shopper)).toBe('without')
    expect(await chipsOf(shopper)).toEqual(['Vegan', 'Free from milk', 'Free from soy', 'Clear all'])
    await box(shopper, /^Milk/).press('Space')
    await shopper.seesPath(`${aisle}&sort=name&diet=vegan&without=soy`)
  })

  test('are undone by Back, and applied again by Forward', async () => {
    const shopper = await openShop()
    await openAisle(shopper)
    const all = await countOf(shopper)
    await box(shopper, /^Halal/).check()
    await shopper.seesPath(`${aisle}&diet=halal`)
    await expect.poll(() => countOf(shopper)).toBeLessThan(all)
    const fewer = await countOf(shopper)
    await shopper.page.goBack()
    await shopper.seesPath(aisle)
    await expect.poll(() => countOf(shopper)).toBe(all)
    expect(await box(shopper, /^Halal/).isChecked()).toBe(false)
    await shopper.page.goForward()
    await shopper.seesPath(`${aisle}&diet=halal`)
    await expect.poll(() => countOf(shopper)).toBe(fewer)
    expect(await box(shopper, /^Halal/).isChecked()).toBe(true)
  })

  test('by price are applied with Enter, or when the field is left; the lowest is never above the highest', async () => {
    const shopper = await openShop()
    await openAisle(shopper)
    const [min, max] = [regionOf(shopper).getByLabel('Min $'), regionOf(shopper).getByLabel('Max $')]
    await min.fill('10')
    await min.press('Enter')
    await shopper.seesPath(`${aisle}&min=10`)
    await max.fill('$4.50')
    await max.press('Tab')
    await shopper.seesPath(`${aisle}&min=4.5&max=10`)
    await expect.poll(() => min.inputValue()).toBe('4.5')
    expect(await max.inputValue()).toBe('10')
    await max.fill('cheap')
    await max.press('Tab')
    await shopper.seesPath(`${aisle}&min=4.5`)
    expect(await max.inputValue()).toBe('')
  })

  test('are removed one by one, or all at once', async () => {
    const shopper = await openShop()
    await openAisle(shopper, `${aisle}&diet=vegan&without=milk&stock=1`)
    const region = regionOf(shopper)
    await region.getByRole('link', { name: /^Vegan/ }).click()
    await shopper.seesPath(`${aisle}&without=milk&stock=1`)
    await region.getByRole('link', { name: 'Clear all' }).click()
    await shopper.seesPath(aisle)
    await expect.poll(() => region.getByRole('list', { name: 'Chosen filters' }).count()).toBe(0)
  })

  test('say how many products are left out because there is no information', async () => {
    const shopper = await openShop()
    await openAisle(shopper, `${aisle}&without=peanut`)
    await expect
      .poll(() => regionOf(shopper).getByText('no information').textContent())
      .toMatch(/^\d+ products? (?:is|are) left out/)
  })

  test('that nothing matches are named, and can be removed', async () => {
    const shopper = await openShop()
    await openAisle(shopper, `${aisle}&diet=halal&max=0.01`)
    await shopper.sees('No products match all of these filters.')
    expect(await chipsOf(shopper)).toEqual(['Up to $0.01', 'Halal', 'Clear all'])
    await shopper.follows('Show all products')
    await shopper.seesPath(aisle)
  })

  test.each([['on the server'], ['in the browser']] as const)(
    'of older links, and values that are not known, are corrected in the URL: rendered %s',
    async begins => {
      const shopper = await openShop({ begins })
      await shopper.goes(
        `${aisle}&sort=price-asc&stock=in&diet=paleo,vegan&brand=118&brand=999999&min=9&max=2&storage=&page=7`,
      )
      await shopper.seesPath(`${aisle}&sort=price&brand=118&diet=vegan&min=2&max=9&stock=1`)
      await expect.poll(() => box(shopper, /^In stock only/).isChecked()).toBe(true)
    },
  )

  test('are in the journal, and a resumed visit shows them', async () => {
    const shopper = await openShop()
    await openAisle(shopper)
    await box(shopper, /^Vegan \(/).check()
    await shopper.seesPath(`${aisle}&diet=vegan`)
    // the journal is written a moment after the event
    await expect.poll(() => journalTexts(shopper.page)).toContain(`{"type":"location.go","to":"${aisle}&diet=vegan"}`)
    await shopper.reloads()
    await shopper.seesPath(`${aisle}&diet=vegan`)
    expect(await chipsOf(shopper)).toEqual(['Vegan', 'Clear all'])
  })

  test('of two tabs are independent', async () => {
    const one = await openShop()
    await openAisle(one)
    const other = await one.opensTab()
    await openAisle(other, `${aisle}&diet=vegan`)
    await box(one, /^In stock only/).check()
    await one.seesPath(`${aisle}&stock=1`)
    await other.seesPath(`${aisle}&diet=vegan`)
    expect(await chipsOf(other)).toEqual(['Vegan', 'Clear all'])
  })
})

describe('the gateway', () => {
  test('that is slow: the shown products stay, and what was chosen last is shown', async () => {
    const shopper = await openShop()
    await openAisle(shopper)
    const all = await countOf(shopper)
    shopper.gateway.holds('products')
    await box(shopper, /^Vegan \(/).check()
    await box(shopper, /^Milk/).check()
    await shopper.seesPath(`${aisle}&diet=vegan&without=milk`)
    expect(await box(shopper, /^Vegan \(/).isChecked()).toBe(true)
    expect(await countOf(shopper)).toBe(all)
    await shopper.gateway.answers('products')
    await expect.poll(() => isBusy(shopper)).toBe(0)
    await expect.poll(() => countOf(shopper)).toBeLessThan(all)
  })

  test('that fails: the filters stay, and can be removed', async () => {
    const shopper = await openShop()
    await openAisle(shopper)
    shopper.gateway.fails('products', 'HTTP 500')
    await box(shopper, /^Vegan \(/).check()
    await shopper.sees('We couldn’t load the products')
    expect(await box(shopper, /^Vegan \(/).isChecked()).toBe(true)
    await box(shopper, /^Vegan \(/).uncheck()
    await shopper.seesPath(aisle)
    await shopper.main.getByRole('article').first().waitFor()
    shopper.errors.splice(0)
  })

  test('that is older has no filters: the region is hidden, and the URL names only what is applied', async () => {
    const shopper = await openShop({ begins: 'in the browser' })
    await shopper.page.context().route(/\/v1\/product\/criteria$/, caught => {
      const { criteria, brand_id, category_id } = caught.request().postDataJSON() as Record<string, unknown>
      return caught.continue({ postData: JSON.stringify({ criteria, brand_id, category_id }) })
    })
    await shopper.goes(`${aisle}&sort=newest&without=peanut&stock=1`)
    await shopper.seesPath(`${aisle}&stock=1`)
    await shopper.main.getByRole('article').first().waitFor()
    expect(await regionOf(shopper).count()).toBe(0)
    expect(await shopper.main.getByRole('switch', { name: 'In stock only' }).isChecked()).toBe(true)
    expect(await shopper.main.getByLabel('Sort').locator('option').allTextContents()).toHaveLength(4)
    expect(shopper.gateway.count('products')).toBe(1)
  })
})

describe('the file of the filters', () => {
  test('that can not be loaded: the list is shown without them, and the shop works', async () => {
    const shopper = await openShop()
    await shopper.page.context().route(/\/assets\/list-parts-[^/]*\.js$/, caught => caught.abort())
    await shopper.goes(`${aisle}&diet=vegan`)
    await shopper.seesCart('0 item(s) - $ 0')
    await expect.poll(() => shopper.main.getByRole('article').count()).toBe(8)
    expect(await regionOf(shopper).count()).toBe(0)
    await shopper.follows('Next')
    await shopper.seesPath(`${aisle}&diet=vegan&page=2`)
    await shopper.page.waitForLoadState('networkidle')
    // the browser logs each attempt
    expect(shopper.errors.splice(0).every(error => error.includes('/list-parts-'))).toBe(true)
  })

  test('is loaded after the home page, before a link to a list is followed', async () => {
    const shopper = await openShop()
    const requested: string[] = []
    shopper.page.on('request', request => requested.push(request.url()))
    const isRequested = () => requested.some(url => url.includes('/list-parts-'))
    await shopper.goes('/main/product-list/0')
    await shopper.seesCart('0 item(s) - $ 0')
    expect(isRequested()).toBe(false)
    const link = shopper.page.getByRole('link', { name: 'Kuro' }).first()
    await link.hover()
    await expect.poll(isRequested).toBe(true)
    await link.click()
    await regionOf(shopper).waitFor({ state: 'attached' })
    await expect.poll(() => box(shopper, /^In stock only/).isVisible()).toBe(true)
  })
})

describe('on a phone', () => {
  const phone = { width: 390, height: 844, touch: true }

  test('the filters are a sheet, which stays open while the shopper chooses', async () => {
    const shopper = await openShop(phone)
    await openAisle(shopper)
    const open = regionOf(shopper).getByRole('button', { name: 'Filters', exact: true })
    const sheet = shopper.page.locator('#filters')
    expect(await sheet.isVisible()).toBe(false)
    await open.click()
    await box(shopper, /^Vegan \(/).check()
    await shopper.seesPath(`${aisle}&diet=vegan`)
    expect(await sheet.isVisible()).toBe(true)
    await regionOf(shopper).getByRole('button', { name: 'Show products' }).click()
    await expect.poll(() => sheet.isVisible()).toBe(false)
    await expect.poll(() => regionOf(shopper).getByRole('button', { name: 'Filters (1)' }).isVisible()).toBe(true)
    await shopper.seesPath(`${aisle}&diet=vegan`)
  })

  test('the home page leads to the features with an open sheet', async () => {
    const shopper = await openShop(phone)
    await shopper.goes('/main/product-list/0')
    await shopper.seesCart('0 item(s) - $ 0')
    await regionOf(shopper).getByRole('link', { name: 'All filters' }).click()
    await shopper.seesPath('/main/product-list/0?by=features')
    await box(shopper, /^Vegan \(/).check()
    await shopper.seesPath('/main/product-list/0?by=features&diet=vegan')
    await regionOf(shopper).getByRole('button', { name: 'Show products' }).click()
    await expect.poll(() => countOf(shopper)).toBeLessThan(38)
    await regionOf(shopper).getByRole('link', { name: 'Clear all' }).click()
    await shopper.seesPath('/main/product-list/0?by=features')
  })

  test('Escape closes the sheet and returns the focus, and so does leaving it by Tab', async () => {
    const shopper = await openShop(phone)
    await openAisle(shopper)
    const open = regionOf(shopper).getByRole('button', { name: 'Filters', exact: true })
    const sheet = shopper.page.locator('#filters')
    await open.focus()
    await shopper.page.keyboard.press('Enter')
    await expect.poll(() => sheet.isVisible()).toBe(true)
    await shopper.page.keyboard.press('Tab')
    expect(await sheet.evaluate(one => one.contains(document.activeElement))).toBe(true)
    await shopper.page.keyboard.press('Escape')
    await expect.poll(() => sheet.isVisible()).toBe(false)
    expect(await open.evaluate(one => one === document.activeElement)).toBe(true)
    await shopper.page.keyboard.press('Enter')
    await regionOf(shopper).getByRole('button', { name: 'Show products' }).focus()
    await shopper.page.keyboard.press('Tab')
    await expect.poll(() => sheet.isVisible()).toBe(false)
  })
})

describe('without JavaScript', () => {
  test('the document has the filtered page, and the form leads to it', async () => {
    const shopper = await openShop()
    const context = await shopper.page.context().browser()!.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${shopUrl()}${aisle}`)
    const region = page.getByRole('region', { name: 'Filters' })
    await region.getByRole('checkbox', { name: /^Vegan \(/ }).check()
    await region.getByRole('checkbox', { name: /^Bubble Lane/ }).check()
    await region.getByRole('checkbox', { name: /^Uji House/ }).check()
    await region.getByLabel('Max $').fill('5')
    await page.getByLabel('Sort').selectOption('price-desc')
    await region.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL(/diet=vegan/)
    const url = new URL(page.url())
    expect(url.searchParams.getAll('brand').toSorted()).toEqual(['112', '118'])
    expect(url.searchParams.get('by')).toBe('category')
    expect(url.searchParams.get('sort')).toBe('price-desc')
    const chips = await region.getByRole('list', { name: 'Chosen filters' }).getByRole('link').allTextContents()
    expect(chips).toEqual(['Uji House', 'Bubble Lane', 'Up to $5.00', 'Vegan', 'Clear all'])
    const shown = Number.parseInt((await page.locator('h1 small').textContent())!, 10)
    expect(shown).toBeGreaterThan(0)
    await region.getByRole('link', { name: 'Clear all' }).click()
    await expect
      .poll(async () => Number.parseInt((await page.locator('h1 small').textContent())!, 10))
      .toBeGreaterThan(shown)
    await context.close()
  })

  test('the order and the other filters of a URL stay when a form is sent from it', async () => {
    const html = await (await fetch(`${shopUrl()}${aisle}&sort=name&diet=vegan&view=list`)).text()
    expect(html).toMatch(/<option value="name" selected=""/)
    expect(html).toMatch(
      /name="diet"[^>]*checked=""[^>]*value="vegan"|name="diet"[^>]*value="vegan"[^>]*checked=""|checked=""[^>]*name="diet"[^>]*value="vegan"/,
    )
    expect(html).toContain('<input type="hidden" name="view" value="list"/>')
    expect(html).toContain('rel="canonical"')
  })
})
