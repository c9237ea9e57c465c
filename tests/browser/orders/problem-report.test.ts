import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { OrderStatus } from '#contract/order'
import { officeFolder } from '#gateway/cli/build'
import { prepare, type PreparedShop } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { staffCommand } from '#gateway/cli/staff-command'
import { orders as ordersTable, problemPhotographs, problemReports } from '#gateway/database/schema'
import { callOn, cartWith, newEmail, orderOf } from '../../contract/gateway/given.ts'
import { ownPassword } from '../../contract/office/office-given.ts'
import { axeViolationsIn } from '../../kit/accessibility/axe.ts'
import { closeUsedContexts, endContext, openPage } from '../../kit/contexts.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { freePort } from '../../kit/shop-server.ts'

const dist = join(fileURLToPath(new URL('../../..', import.meta.url)), 'dist')
const dataDir = mkdtempSync(join(tmpdir(), 'problem-report-'))
let shop: PreparedShop
let url = ''
let photograph: Buffer

beforeAll(async () => {
  cpSync(inject('seededFolder'), dataDir, { recursive: true })
  const port = await freePort()
  shop = await prepare({
    ...readSettings({ PORT: String(port), DATA_DIR: dataDir }),
    dist,
    officeDist: officeFolder(dist),
  })
  await shop.app.listen({ host: '127.0.0.1', port })
  url = `http://localhost:${port}`
  photograph = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Make: 'MarkedCamera' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await closeUsedContexts()
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A guest's order of three packs of rice in a status, and the link in the file of its receipt. */
async function orders(status: OrderStatus = 'completed'): Promise<{ number: string; id: string; link: string }> {
  const call = callOn(() => shop.app)
  const sessionId = await cartWith(call, [101, 3])
  const { body: cart } = await call('cart', { params: { sessionId } })
  const total = cart.listData.reduce((sum: number, line: { totalPrice: number }) => sum + line.totalPrice, 0)
  const email = newEmail()
  const order = orderOf(sessionId, total)
  const { body } = await call('placeOrder', { body: { ...order, customer: { ...order.customer, email } } })
  const { orderId, orderNumber } = body.data
  const folder = join(dataDir, 'mails')
  const mail = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .find(text => text.includes(`To: ${email}`))
  await expect.poll(() => mail() ?? '').toContain('?key=')
  await shop.database.update(ordersTable).set({ status }).where(eq(ordersTable.id, orderId))
  return { number: orderNumber, id: orderId, link: /http:\S+\?key=\S+/.exec(mail()!)![0] }
}

async function opensPage(width = 390): Promise<Page> {
  const page = await openPage({ viewport: { width, height: 844 }, shop: url })
  onTestFinished(() => endContext(page.context()))
  return page
}
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByLabel('Photograph', { exact: true })
const chosen = (page: Page) => page.getByRole('img', { name: 'The chosen photograph' })
const file = () => ({ name: 'bag.jpg', mimeType: 'image/jpeg', buffer: photograph })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const reportsOf = (id: string) => shop.database.select().from(problemReports).where(eq(problemReports.orderId, id))

/** Fills the form in: one pack of rice is damaged. */
async function enters(page: Page) {
  await page.getByRole('checkbox', { name: /Jasmine Rice/ }).check()
  await page.getByLabel(/^How many of /).selectOption('1')
  await page.locator('form').getByText('It is damaged or spoiled').click()
  await page.getByLabel('Tell us more').fill('The bag was open')
}

describe('a report that something is wrong', () => {
  test.each([390, 1280])(
    'is sent with its photograph by keyboard at %i px, and answered by staff, who alone see the photograph',
    async width => {
      const { number, id, link } = await orders()
      const page = await opensPage(width)
      await page.goto(link)
      await button(page, 'Something is wrong').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Something is wrong' }).waitFor()
      expect(await focused(page)).toBe('Something is wrong')
      await button(page, 'Send report').focus()
      await page.keyboard.press('Enter')
      await page.locator('form').getByRole('link', { name: 'Please choose what is wrong' }).waitFor()
      expect(await focused(page)).toBe('line-101')
      await page.keyboard.press('Space')
      await page.getByLabel(/^How many of /).selectOption('2')
      await page.getByRole('radio', { name: 'It is missing' }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await field(page).setInputFiles(file())
      await chosen(page).waitFor()
      expect(await axeViolationsIn(page, width, 'light')).toEqual([])
      expect(await wider(page)).toBe(0)
      await button(page, 'Send report').focus()
      await page.keyboard.press('Enter')
      await page.getByText('With a photograph, which only our staff can see.').waitFor()
      expect(await focused(page)).toBe(`Order ${number}`)
      const [report] = await reportsOf(id)
      expect(report).toMatchObject({ kind: 'damaged', lines: [{ productId: 101, quantity: 2 }], comment: null })
      const [stored] = await shop.database
        .select()
        .from(problemPhotographs)
        .where(eq(problemPhotographs.reportId, report!.id))
      expect(await sharp(stored!.content).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1200 })

      const email = newEmail()
      const printed = await staffCommand(shop.database, ['add', email, '--name', 'Lan Tran', '--role', 'packer'])
      const path = `/office-api/orders/${number}/reports/${report!.id}/photograph`
      expect((await page.request.get(`${url}${path}`)).status()).toBe(401)
      const office = await opensPage(width)
      await office.goto(`${url}/office`)
      await office.getByLabel('Email').fill(email)
      await office.getByLabel('Password', { exact: true }).fill(/: (\S+)\n$/.exec(printed)![1]!)
      await office.keyboard.press('Enter')
      await office.getByRole('heading', { name: 'Choose a password' }).waitFor()
      await office.getByLabel('Password', { exact: true }).fill(ownPassword)
      await office.keyboard.press('Enter')
      await office.getByRole('link', { name: new RegExp(`^${number}.*1 report to answer`) }).click()
      await office.getByRole('heading', { name: 'Something is wrong' }).waitFor()
      const picture = office.getByRole('img', { name: 'Photograph of the customer' })
      // this browser decodes no pictures
      const type = await picture.evaluate(async (img: HTMLImageElement) => {
        const answer = await fetch(img.src)
        return [answer.status, answer.headers.get('content-type')]
      })
      expect(type).toEqual([200, 'image/jpeg'])
      await office.getByRole('button', { name: 'Answer', exact: true }).click()
      await office.getByRole('button', { name: 'Save', exact: true }).click()
      await office.getByText('Please enter an answer').waitFor()
      await office.getByLabel('Your answer').fill('Sorry. We bring two tomorrow.')
      expect(await wider(office)).toBe(0)
      expect(await axeViolationsIn(office, width, 'light')).toEqual([])
      await office.getByRole('button', { name: 'Save', exact: true }).click()
      await office.getByText(/^Answered by Lan Tran/).waitFor()

      await page.reload()
      await page.getByText('Sorry. We bring two tomorrow.').waitFor()
      expect(await axeViolationsIn(page, width, 'light')).toEqual([])
    },
  )

  test('is kept over a reload, but for its photograph, which is in no journal', async () => {
    const { link } = await orders()
    const page = await opensPage()
    await page.goto(link)
    await button(page, 'Something is wrong').click()
    await enters(page)
    await field(page).setInputFiles(file())
    await chosen(page).waitFor()
    const journal = await keptJournal(page)
    expect(JSON.stringify(journal)).toContain('The bag was open')
    expect(JSON.stringify(journal)).not.toMatch(/bag\.jpg|base64|\/9j\//)
    await page.reload()
    await page.getByText('Please choose the photograph again').waitFor()
    expect(await page.getByLabel('Tell us more').inputValue()).toBe('The bag was open')
    await field(page).setInputFiles(file())
    await chosen(page).waitFor()
    await button(page, 'Remove photograph').click()
    expect(await focused(page)).toBe('photograph')
    await button(page, 'Send report').click()
    await page.getByText('We answer on this page and by email.').waitFor()
    expect(await page.getByText('With a photograph').count()).toBe(0)
  })

  test('is stored once if its answer is lost and it is sent again', async () => {
    const { id, link } = await orders('on-its-way')
    const page = await opensPage()
    await page.goto(link)
    await button(page, 'Something is wrong').click()
    await enters(page)
    let isLost = false
    await page.route(/\/problem$/, async route => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Send report').click()
    await page.getByText('We didn’t get an answer.').waitFor()
    expect(await page.getByLabel('Tell us more').isDisabled()).toBe(true)
    await button(page, 'Try again').click()
    await page.getByText('We answer on this page and by email.').waitFor()
    expect(await reportsOf(id)).toHaveLength(1)
  })

  test('is not offered before the order has left, nor by a gateway that knows no reports', async () => {
    const page = await opensPage()
    const { link } = await orders('preparing')
    await page.goto(link)
    await page.getByRole('heading', { name: 'What you ordered' }).waitFor()
    expect(await button(page, 'Something is wrong').count()).toBe(0)
    const completed = await orders()
    await page.route(/by-link$/, async route => {
      const answer = await route.fetch()
      const { data, ...rest } = (await answer.json()) as { data: { problems?: unknown } }
      const { problems: _, ...older } = data
      await route.fulfill({ json: { ...rest, data: older } })
    })
    await page.goto(completed.link)
    await page.getByRole('heading', { name: `Order ${completed.number}` }).waitFor()
    expect(await button(page, 'Something is wrong').count()).toBe(0)
  })
})
