import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Order } from '#contract/order'
import type { OrderChange } from '#contract/order-change'
import { prepare, type PreparedShop } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { callOn, cartWith, newEmail, orderOf } from '../../contract/gateway/given.ts'
import { axeViolationsIn } from '../../kit/accessibility/axe.ts'
import { closeUsedContexts, endContext, openPage } from '../../kit/contexts.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { freePort } from '../../kit/shop-server.ts'
import { staleTexts, translatesPages } from '../../kit/translator.ts'

const dist = join(fileURLToPath(new URL('../../..', import.meta.url)), 'dist')
const dataDir = mkdtempSync(join(tmpdir(), 'order-change-'))
let shop: PreparedShop
let url = ''

beforeAll(async () => {
  cpSync(inject('seededFolder'), dataDir, { recursive: true })
  const port = await freePort()
  shop = await prepare({ ...readSettings({ PORT: String(port), DATA_DIR: dataDir }), dist })
  await shop.app.listen({ host: '127.0.0.1', port })
  url = `http://localhost:${port}`
})
afterAll(async () => {
  await closeUsedContexts()
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const placed = { count: 0 }

/** A guest's order with a late slot of pick-up, and the link in the file of its receipt. */
async function orders(): Promise<{ number: string; link: string; key: string }> {
  const call = callOn(() => shop.app)
  const sessionId = await cartWith(call, [101, 3])
  const { body: cart } = await call('cart', { params: { sessionId } })
  const total = cart.listData.reduce((sum: number, line: { totalPrice: number }) => sum + line.totalPrice, 0)
  const { slots } = (await call('slots', { params: { methodId: 'pick-up', postCode: '' } })).body
  const email = newEmail()
  placed.count += 1
  // a slot takes few orders
  const order = orderOf(sessionId, total, { slotId: slots.at(-1 - (placed.count % 5)).slotId })
  const { body } = await call('placeOrder', { body: { ...order, customer: { ...order.customer, email } } })
  expect(body).toMatchObject({ statusCode: 200 })
  const folder = join(dataDir, 'mails')
  const mail = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .find(text => text.includes(`To: ${email}`))
  await expect.poll(() => mail() ?? '').toContain('?key=')
  const [link, key] = /http:\S+\?key=(\S+)/.exec(mail()!)!
  return { number: body.data.orderNumber, link: link!, key: key! }
}

const home = {
  address1: '88 Lantern Lane',
  city: 'Eastwood',
  postCode: '2122',
  regionId: 1,
  regionName: 'New South Wales',
  countryId: 1,
  countryName: 'Australia',
}

/** What the page sent, and how the gateway answers: the calls of the draft are answered here, all others by the real gateway. */
class Changes {
  readonly previews: OrderChange[] = []
  readonly changes: OrderChange[] = []
  /** The order as the gateway has it; null before the page has read it. */
  order: (Order & { version?: number }) | null = null
  /** Answers the next previews or changes instead of the gateway. */
  onPreview: ((route: Route) => Promise<unknown>) | null = null
  onChange: ((route: Route) => Promise<unknown>) | null = null

  /** The order as it is wanted. */
  private after(wanted: OrderChange): Order & { version?: number } {
    const known = this.order!
    const lines = wanted.lines.map(line => {
      const before = known.lines.find(({ productId }) => productId === line.productId)
      const price = before?.productPrice ?? 4
      return {
        productName: 'Added',
        productImage: '',
        productPrice: price,
        ...before,
        ...line,
        totalPrice: price * line.quantity,
      }
    })
    const subtotal = lines.reduce((sum, line) => sum + line.totalPrice, 0)
    return {
      ...known,
      lines,
      subtotal,
      total: subtotal,
      quantity: lines.length,
      deliveryAddress: wanted.deliveryAddress ?? known.deliveryAddress,
    }
  }

  async begin(page: Page, more: Partial<Order & { version: number }> = { version: 1 }) {
    await page.route('**/order/by-link', async route => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data?: Order }
      if (body.data) this.order ??= { ...body.data, ...more }
      await route.fulfill({ response: answer, json: { ...body, ...(body.data && { data: this.order }) } })
    })
    await page.route('**/change-preview', async route => {
      this.previews.push(route.request().postDataJSON() as OrderChange)
      if (this.onPreview) return void (await this.onPreview(route))
      await route.fulfill({ json: { statusCode: 200, data: this.after(this.previews.at(-1)!) } })
    })
    await page.route('**/change', async route => {
      this.changes.push(route.request().postDataJSON() as OrderChange)
      if (this.onChange) return void (await this.onChange(route))
      await this.makes(route)
    })
  }

  /** Changes the order, and answers with it. */
  async makes(route: Route) {
    this.order = { ...this.after(this.changes.at(-1)!), version: this.order!.version! + 1 }
    await route.fulfill({ json: { statusCode: 200, data: this.order } })
  }
}

const refusal =
  (about: string, message: string, more: object = {}) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json: { statusCode: 409, message, conflicts: [{ about, message, ...more }] } })

/** A page with an order whose draft can be opened. */
async function opensOrder(more?: Partial<Order & { version: number }>, width = 390) {
  const { number, link, key } = await orders()
  const page = await openPage({ viewport: { width, height: 844 }, shop: url })
  onTestFinished(() => endContext(page.context()))
  const changes = new Changes()
  await changes.begin(page, more)
  await page.goto(link)
  await page.getByRole('heading', { name: `Order ${number}`, level: 1 }).waitFor()
  const main = page.getByRole('main')
  return {
    page,
    main,
    number,
    key,
    changes,
    button: (name: string | RegExp) => main.getByRole('button', { name }),
    increase: main.getByRole('button', { name: /^Increase quantity of/ }).first(),
    heading: main.getByRole('heading', { name: 'Change your order' }),
    isChanged: () => main.getByText('Your order is changed.').waitFor(),
  }
}
const opensDraft = async (...options: Parameters<typeof opensOrder>) => {
  const order = await opensOrder(...options)
  await order.button('Change order').click()
  await order.heading.waitFor()
  return order
}

/** Runs in the page: a change gets no answer. An intercepted request would be ended by the reload before the page is left. */
function keepUnanswered() {
  const request = window.fetch.bind(window)
  window.fetch = (input, options) => {
    if (!String(input).endsWith('/change')) return request(input, options)
    ;(window as unknown as { sendChange(body: unknown): void }).sendChange(options?.body)
    return new Promise(() => {})
  }
}
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
const isSavable = (button: Locator) => expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()

describe('changing a placed order', () => {
  test('is a draft beside the cart: quantities, a product more, choices, time and note are saved together', async () => {
    const { page, main, changes, button, increase, number, key, isChanged } = await opensDraft()
    await increase.click()
    await main
      .getByLabel(/^If something runs out: /)
      .first()
      .selectOption('call')
    await main.getByLabel('If something runs out', { exact: true }).selectOption('leave-out')
    await main.getByLabel('Add a product').fill('green tea')
    const offer = main.getByRole('button', { name: /^Add .*Tea/i }).first()
    const name = (await offer.textContent())!.slice('Add '.length)
    await offer.click()
    await main.getByText(`${name} is added`).waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('add-product')
    await button('Any time').click()
    await isSavable(button('Save changes'))
    await button('Save changes').click()
    await isChanged()
    await expect.poll(() => focusedText(page)).toBe(`Order ${number}`)
    await expect.poll(() => main.getByText('Your order is changed.').evaluate(isInView)).toBe(true)
    expect(changes.changes).toHaveLength(1)
    const [sent] = changes.changes
    expect(sent).toMatchObject({ version: 1, key, slotId: null, substitution: 'leave-out' })
    expect(sent!.lines[0]).toMatchObject({ productId: 101, quantity: 4, substitution: 'call' })
    expect(sent!.lines).toHaveLength(2)
    expect(sent!.total).toBe(changes.order!.total)
    await main.getByText(`The total is now $${changes.order!.total.toFixed(2)}.`).waitFor()
    expect(JSON.stringify(await keptJournal(page))).not.toContain(key)
    expect(page.url()).not.toContain(key)
  })

  test('works by keyboard only', async () => {
    const { page, heading, changes, button, isChanged } = await opensOrder(undefined, 1280)
    const tabsTo = async (wanted: Locator) => {
      for (let steps = 0; steps < 80; steps += 1) {
        if (await wanted.evaluate(one => one === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${String(wanted)} is not reached`)
    }
    await button('Change order').focus()
    await page.keyboard.press('Enter')
    await heading.waitFor()
    await expect.poll(() => focusedText(page)).toBe('Change your order')
    const decrease = button(/^Decrease quantity of/).first()
    await tabsTo(decrease)
    for (let count = 3; count > 0; count -= 1) await page.keyboard.press('Enter')
    // the button that has lowered it to 0 is disabled: the focus is on the one that undoes it
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toContain('Increase')
    await button('Save changes').and(page.locator('[aria-describedby="change-reason"]')).waitFor()
    await page.getByText('An order needs at least one product.').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await isSavable(button('Save changes'))
    await tabsTo(button('Save changes'))
    await page.keyboard.press('Enter')
    await isChanged()
    expect(changes.changes.map(({ lines }) => lines[0]!.quantity)).toEqual([2])
  })

  test('marks amounts that are not confirmed, and sends a double press on “Save changes” once', async () => {
    const { main, changes, button, increase, isChanged } = await opensDraft()
    const answers: (() => void)[] = []
    const slow = async () => new Promise<void>(resolve => void answers.push(resolve))
    changes.onPreview = async route => {
      const wanted = changes.previews.at(-1)!
      await slow()
      await route.fulfill({ json: { statusCode: 200, data: { ...changes.order!, total: wanted.lines[0]!.quantity } } })
    }
    await increase.click()
    await main.getByText('being confirmed').waitFor()
    await expect.poll(() => answers.length).toBe(1)
    await increase.click()
    await expect.poll(() => answers.length).toBe(2)
    // the newest answer wins
    answers[1]!()
    await main.getByText('$5.00').waitFor()
    answers[0]!()
    await isSavable(button('Save changes'))
    expect(await main.getByText('being confirmed').count()).toBe(0)
    changes.onChange = async route => {
      await slow()
      await changes.makes(route)
    }
    await button('Save changes').dblclick()
    await button('Saving…').waitFor()
    await expect.poll(() => answers.length).toBe(3)
    expect(await main.locator('fieldset:disabled').count()).toBe(2)
    answers[2]!()
    await isChanged()
    expect(changes.changes).toHaveLength(1)
    expect(changes.changes[0]!.total).toBe(5)
  })

  test('keeps the draft when the gateway fails, and sends a lost change again with its key', async () => {
    const { main, changes, button, increase, isChanged } = await opensDraft()
    changes.onPreview = route => route.fulfill({ status: 500, json: { statusCode: 500 } })
    await increase.click()
    await main.getByText('We couldn’t update the amounts.').waitFor()
    changes.onPreview = null
    await button('Try again').click()
    await isSavable(button('Save changes'))
    changes.onChange = route => route.abort('connectionreset')
    await button('Save changes').click()
    await main.getByText('We didn’t get an answer.').waitFor()
    expect(await increase.isDisabled()).toBe(true)
    changes.onChange = null
    await button('Try again').click()
    await isChanged()
    const [first, second] = changes.changes
    expect(second).toEqual(first)
    expect(first!.requestId).toMatch(/\/changeOrder\/1-1$/)
  })

  test('names conflicts in their place, and keeps the draft', async () => {
    const { main, changes, button, increase, isChanged } = await opensDraft()
    changes.onPreview = refusal('stock', 'Only 3 left.', { productId: 101, left: 3 })
    await increase.click()
    await main.locator('li', { hasText: 'Only 3 left.' }).waitFor()
    expect(await button('Save changes').getAttribute('aria-disabled')).toBe('true')
    changes.onPreview = null
    await button(/^Decrease quantity of/)
      .first()
      .click()
    await expect.poll(() => main.getByText('Only 3 left.').count()).toBe(0)
    await button('Any time').click()
    await isSavable(button('Save changes'))
    changes.onChange = refusal('total', 'The total has changed.', { was: 1, now: 2 })
    await button('Save changes').click()
    await main.getByText('The total has changed.').waitFor()
    await isSavable(button('Save changes'))
    changes.onChange = refusal('slot', 'This time is full.', { slotId: 'x', slots: [] })
    await button('Save changes').click()
    await main.getByRole('radiogroup', { name: 'When' }).getByText('This time is full.').waitFor()
    await isSavable(button('Save changes'))
    changes.onChange = null
    await button('Save changes').click()
    await isChanged()
    expect(new Set(changes.changes.map(({ requestId }) => requestId)).size).toBe(3)
  })

  test('ends with the reason when packing has begun, and offers to load an order that was changed meanwhile', async () => {
    const { main, changes, button, increase, heading } = await opensDraft()
    await increase.click()
    changes.onChange = refusal('cart', 'This order was changed meanwhile.')
    await isSavable(button('Save changes'))
    await button('Save changes').click()
    await main.getByText('Your order was changed meanwhile.').waitFor()
    changes.order = { ...changes.order!, version: 7 }
    await button('Load the order again').click()
    await button('Change order').click()
    await increase.click()
    await isSavable(button('Save changes'))
    expect(changes.previews.at(-1)!.version).toBe(7)
    changes.onChange = refusal('packing', 'We have begun to pack this order.')
    changes.order = { ...changes.order, cancellation: { until: null, refusal: 'packing' } }
    await button('Save changes').click()
    const alert = main.getByRole('alert').filter({ hasText: 'Your order was not changed.' })
    expect(await alert.innerText()).toContain('We have begun to pack this order.')
    expect(await heading.count()).toBe(0)
    await expect.poll(() => button('Change order').count()).toBe(0)
  })

  test('asks nothing when unchanged changes are discarded, else gives the first focus to “Keep editing”', async () => {
    const { page, button, increase, heading, changes, number } = await opensDraft()
    await button('Discard changes').click()
    await heading.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe(`Order ${number}`)
    await button('Change order').click()
    await increase.click()
    await button('Discard changes').click()
    await expect.poll(() => focusedText(page)).toBe('Keep editing')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await heading.waitFor()
    await button('Discard changes').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, discard them' }).click()
    await heading.waitFor({ state: 'detached' })
    expect(changes.changes).toEqual([])
  })

  test('keeps the draft through a reload and other pages, and sends a change that was being saved again with its key', async () => {
    const { page, main, changes, button, increase, heading, isChanged } = await opensDraft()
    await increase.click()
    await isSavable(button('Save changes'))
    await page.reload()
    await heading.waitFor()
    await main.getByText('being confirmed').waitFor({ state: 'detached' })
    await isSavable(button('Save changes'))
    await main.getByRole('link', { name: 'Jasmine Rice 5 kg' }).first().click()
    await page.waitForURL(/product-detail/)
    await page.goBack()
    await heading.waitFor()
    await page.exposeFunction(
      'sendChange',
      (body: string) => void changes.changes.push(JSON.parse(body) as OrderChange),
    )
    await page.evaluate(keepUnanswered)
    await button('Save changes').click()
    await expect.poll(() => changes.changes.length).toBe(1)
    await page.reload()
    await isChanged()
    expect(changes.changes).toHaveLength(2)
    expect(changes.changes[1]).toEqual(changes.changes[0])
  })

  test('changes the address of a delivery, with errors at its fields', async () => {
    const { main, changes, button, isChanged } = await opensDraft({ version: 1, deliveryAddress: home })
    const street = main.getByLabel('Address 1')
    await street.fill('')
    await main.getByText('Address 1 is required').waitFor()
    await main.getByText('Please fix the delivery address.').waitFor()
    await street.fill('1 Plum Street')
    await isSavable(button('Save changes'))
    changes.onPreview = refusal('area', 'We don’t deliver to Bourke.')
    await main.getByLabel('Suburb').fill('Bourke')
    await main.getByText('We don’t deliver to Bourke.').waitFor()
    changes.onPreview = null
    await main.getByLabel('Suburb').fill('Ryde')
    await isSavable(button('Save changes'))
    await button('Save changes').click()
    await isChanged()
    expect(changes.changes[0]!.deliveryAddress).toEqual({ ...home, address1: '1 Plum Street', city: 'Ryde' })
  })

  test('is not offered by an older gateway, nor when the order can’t be cancelled any more', async () => {
    // JSON leaves it out
    const { button } = await opensOrder({ version: undefined })
    await button('Cancel order').waitFor()
    expect(await button('Change order').count()).toBe(0)
    const late = await opensOrder({ version: 1, cancellation: { until: null, refusal: 'cutOff' } })
    await late.main.getByText('The time to cancel this order has passed.').waitFor()
    expect(await late.button('Change order').count()).toBe(0)
  })

  test.each([390, 1280])('has no axe violation at %i px, light and dark, and no sideways scrolling', async width => {
    const { page, changes, button, increase, main } = await opensDraft({ version: 1, deliveryAddress: home }, width)
    changes.onPreview = refusal('stock', 'Only 3 left.', { productId: 101, left: 3 })
    await main.getByLabel('Add a product').fill('tea')
    await button(/^Add .*Tea/)
      .first()
      .waitFor()
    await increase.click()
    await main.getByText('Only 3 left.').waitFor()
    await button(/^Remove /)
      .first()
      .click()
    await main.getByText('An order needs at least one product.').waitFor()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await axeViolationsIn(page, width, scheme)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  test('follows its changes on a translated page', async () => {
    const { number: _, link } = await orders()
    const page = await openPage({ viewport: { width: 390, height: 844 }, shop: url })
    onTestFinished(() => endContext(page.context()))
    await translatesPages(page, 'after hydration')
    const changes = new Changes()
    await changes.begin(page)
    await page.goto(link)
    const act = (name: RegExp) => page.getByRole('main').locator('button').filter({ hasText: name }).first().click()
    await act(/Change order/i)
    await page.locator('main fieldset [role="group"] button').last().click()
    await expect.poll(() => changes.previews.length).toBe(1)
    await act(/Save changes/i)
    await expect.poll(() => changes.changes.length).toBe(1)
    expect(await staleTexts(page)).toEqual([])
  })
})
