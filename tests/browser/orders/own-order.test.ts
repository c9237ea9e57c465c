import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { orderCommands } from '#gateway/cli/order-commands'
import { prepare, type PreparedShop } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { changes } from '#gateway/database/schema'
import { callOn, cartWith, newEmail, orderOf } from '../../contract/gateway/given.ts'
import { closeUsedContexts, endContext, openPage } from '../../kit/contexts.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { freePort } from '../../kit/shop-server.ts'

const dist = join(fileURLToPath(new URL('../../..', import.meta.url)), 'dist')
const dataDir = mkdtempSync(join(tmpdir(), 'own-order-'))
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

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** A guest's order with the first slot of pick-up, and the link in the file of its receipt. */
async function orders(): Promise<{ number: string; link: string; key: string }> {
  const call = callOn(() => shop.app)
  const sessionId = await cartWith(call, [101, 3])
  const { body: cart } = await call('cart', { params: { sessionId } })
  const total = cart.listData.reduce((sum: number, line: { totalPrice: number }) => sum + line.totalPrice, 0)
  const { slots } = (await call('slots', { params: { methodId: 'pick-up', postCode: '' } })).body
  const email = newEmail()
  const order = orderOf(sessionId, total, { slotId: slots.at(-1).slotId })
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

async function opensPage(width = 390): Promise<Page> {
  const page = await openPage({ viewport: { width, height: 844 }, shop: url })
  onTestFinished(() => endContext(page.context()))
  return page
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const asks = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Cancel order' }).click()
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel it' })
const isCancelled = (page: Page) => page.getByText('Your order is cancelled.').waitFor()
const changesOf = (number: string) =>
  shop.database
    .select()
    .from(changes)
    .where(eq(changes.orderNumber, Number(number)))
/** Counts the requests that cancel an order. */
function countCancels(page: Page): () => number {
  let count = 0
  page.on('request', request => {
    if (request.url().endsWith('/cancel')) count += 1
  })
  return () => count
}

describe('the page of a guest’s order', () => {
  test('is opened by the link of the mail, without its key in URL, history and journal, also after a reload and going back', async () => {
    const { number, link, key } = await orders()
    const page = await opensPage()
    const referrers: (string | undefined)[] = []
    page.on('request', request => referrers.push(request.headers().referer))
    await page.goto(link)
    await heading(page, `Order ${number}`)
    expect(page.url()).toBe(`${url}/order/${number}`)
    await page.getByRole('listitem').filter({ hasText: 'Received' }).getByRole('time').waitFor()
    await page
      .getByText(/You can change or cancel it until \w{3} \d+ \w{3}, .*, unless we have begun to pack it\./)
      .waitFor()
    await page.getByText('88 Lantern Lane').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.reload()
    await heading(page, `Order ${number}`)
    await page.getByRole('link', { name: 'Jasmine Rice 5 kg' }).first().click()
    await page.waitForURL(/product-detail/)
    await page.goBack()
    await heading(page, `Order ${number}`)
    const kept = await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, location.href]))
    expect(kept).not.toContain(key)
    expect(JSON.stringify(await keptJournal(page))).not.toContain(key)
    expect(referrers.filter(one => one?.includes(key))).toEqual([])
  })

  test('looks the same whatever is wrong with the link, and has a way on', async () => {
    const { number, link } = await orders()
    await orderCommands['revoke-link'](shop.database, [number])
    for (const wrong of [link, `${url}/order/${number}`, `${url}/order/${number}?key=x`, `${url}/order/1?key=x`]) {
      const page = await opensPage(1280)
      await page.goto(wrong)
      await heading(page, 'This link does not work any more')
      expect(await page.getByRole('main').innerText()).not.toContain(number)
      await page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
      await page.waitForURL(/product-list/)
    }
  })

  test('cancels the order once: after a question, by a double press, by keyboard and in two tabs', async () => {
    const { number, link } = await orders()
    const [page, other] = [await opensPage(), await opensPage(1280)]
    const count = countCancels(page)
    for (const one of [page, other]) {
      await one.goto(link)
      await heading(one, `Order ${number}`)
    }
    await page.getByRole('main').getByRole('button', { name: 'Cancel order' }).focus()
    await page.keyboard.press('Enter')
    await confirm(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(count()).toBe(0)
    await asks(page)
    await asks(other)
    await confirm(page).dblclick()
    await isCancelled(page)
    // the button that opened the question is gone
    await expect.poll(() => focusedText(page)).toBe(`Order ${number}`)
    expect(count()).toBe(1)
    await confirm(other).click()
    await isCancelled(other)
    expect(await changesOf(number)).toHaveLength(1)
    await page.reload()
    await page.locator('[aria-current="step"]').filter({ hasText: 'Cancelled' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
  })

  test('keeps the order when Enter is pressed twice: the question gives the first focus to “Keep the order”', async () => {
    const { number, link } = await orders()
    const page = await opensPage()
    const count = countCancels(page)
    await page.goto(link)
    await heading(page, `Order ${number}`)
    await page.getByRole('main').getByRole('button', { name: 'Cancel order' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedText(page)).toBe('Keep the order')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => focusedText(page)).toBe('Cancel order')
    expect(count()).toBe(0)
    expect(await changesOf(number)).toEqual([])
  })

  test('cancels it once if the answer is lost, and after a reload while it is asked for', async () => {
    const { number, link } = await orders()
    const page = await opensPage()
    await page.goto(link)
    await heading(page, `Order ${number}`)
    await page.route('**/cancel', async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await asks(page)
    await confirm(page).click()
    await page.getByText('We didn’t get an answer.').waitFor()
    await page.unroute('**/cancel')
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await isCancelled(page)
    expect(await changesOf(number)).toHaveLength(1)

    const second = await orders()
    await page.goto(second.link)
    await heading(page, `Order ${second.number}`)
    await page.route('**/cancel', () => {})
    await asks(page)
    await confirm(page).click()
    await page.getByRole('button', { name: 'Cancelling…' }).waitFor()
    await page.unroute('**/cancel')
    await page.reload()
    await page.locator('[aria-current="step"]').filter({ hasText: 'Cancelled' }).waitFor()
    expect(await changesOf(second.number)).toHaveLength(1)
  })

  test('says why it can’t be cancelled any more, and offers it no longer', async () => {
    const { number, link } = await orders()
    const page = await opensPage()
    await page.goto(link)
    await heading(page, `Order ${number}`)
    await asks(page)
    await orderCommands['order-status'](shop.database, [number, 'preparing'])
    await confirm(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Your order was not cancelled.' })
    expect(await alert.innerText()).toContain('We have begun to pack this order')
    await page.locator('[aria-current="step"]').filter({ hasText: 'Preparing' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
  })

  test('can be loaded again after a failure of the gateway', async () => {
    const { number, link } = await orders()
    const page = await opensPage()
    await page.route('**/order/by-link', route => route.fulfill({ status: 500, json: { statusCode: 500 } }))
    await page.goto(link)
    await page.getByRole('heading', { name: 'We couldn’t load your order' }).waitFor()
    await page.unroute('**/order/by-link')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, `Order ${number}`)
  })
})

test.each([390, 1280])('what was refunded is on the page of the order, %i px wide', async width => {
  const { link } = await orders()
  const page = await opensPage(width)
  await page.route('**/order/by-link', async route => {
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    const refunds = [{ amount: 12.34, at: '2026-11-21T01:00:00.000Z' }]
    await route.fulfill({ response, json: { ...answer, data: { ...data, refunds } } })
  })
  await page.goto(link)
  const refund = page.getByRole('main').getByText('$12.34 on 21 November 2026')
  await refund.waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
