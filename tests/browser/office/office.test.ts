import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { officeFolder } from '#gateway/cli/build'
import { prepare, type PreparedShop } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { staffCommand } from '#gateway/cli/staff-command'
import { orderCommands } from '#gateway/cli/order-commands'
import { codeOf, ownPassword } from '../../contract/office/office-given.ts'
import { callOn, cartWith, orderOf } from '../../contract/gateway/given.ts'
import { closeUsedContexts, endContext, openPage } from '../../kit/contexts.ts'
import { freePort } from '../../kit/shop-server.ts'

const dist = join(fileURLToPath(new URL('../../..', import.meta.url)), 'dist')
const dataDir = mkdtempSync(join(tmpdir(), 'office-'))
let shop: PreparedShop
let url = ''
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  cpSync(inject('seededFolder'), dataDir, { recursive: true })
  const port = await freePort()
  shop = await prepare({
    ...readSettings({ PORT: String(port), DATA_DIR: dataDir }),
    dist,
    officeDist: officeFolder(dist),
  })
  await shop.app.listen({ host: '127.0.0.1', port })
  url = `http://127.0.0.1:${port}`
  page = await openPage({ viewport: { width: 390, height: 844 }, shop: url })
  page.on('pageerror', error => complaints.push(error.message))
})
afterAll(async () => {
  await endContext(page.context())
  await closeUsedContexts()
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const password = () => page.getByLabel('Password', { exact: true })
const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Chooses a file on the page 'Import' and has it checked. */
async function imports(name: string, content: string): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await press('Import')
  await page.getByRole('heading', { name }).waitFor()
}

/** Places an order of three packs of rice, collected at the shop. @returns its number */
async function placesOrder(): Promise<string> {
  const call = callOn(() => shop.app)
  const sessionId = await cartWith(call, [101, 3])
  const { body: cart } = await call('cart', { params: { sessionId } })
  const total = cart.listData.reduce((sum: number, line: { totalPrice: number }) => sum + line.totalPrice, 0)
  const { body } = await call('placeOrder', { body: orderOf(sessionId, total) })
  return body.data.orderNumber
}

test('an owner sets up the office on a phone, packs an order by keyboard, and learns when another person was first', async () => {
  expect((await page.goto(`${url}/office`))!.status()).toBe(404)
  const printed = await staffCommand(shop.database, ['add', 'mei@example.com', '--name', 'Mei Chen', '--role', 'owner'])
  const number = await placesOrder()

  expect((await page.goto(`${url}/office/orders/${number}`))!.status()).toBe(200)
  await page.getByLabel('Email').fill('mei@example.com')
  await password().fill(/: (\S+)\n$/.exec(printed)![1]!)
  await page.keyboard.press('Enter')
  await heading('Choose a password').waitFor()
  await password().fill(ownPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'The secret as a picture to scan' }).waitFor()
  const secret = await page.getByRole('definition').innerText()
  await page.getByLabel('Code').fill(codeOf(secret.replaceAll(' ', '')))
  await page.keyboard.press('Enter')
  await press('I have kept them')

  // the page that was asked for
  await heading(`Order ${number}`).waitFor()
  expect(await wider()).toBe(0)
  await page.getByRole('button', { name: 'Start picking' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'Picking' }).waitFor()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').waitFor()
  await orderCommands['order-status'](shop.database, [number, 'ready-for-pickup'])
  await press('Yes, cancel it')
  const alert = page.getByRole('alert').filter({ hasText: 'Command changed this order first' })
  expect(await alert.innerText()).toContain('It is ‘Ready for pick-up’ now; you chose ‘Cancelled’.')
  await press('Completed')
  await page.getByRole('cell', { name: 'Completed' }).waitFor()

  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('region', { name: 'Completed (1)' }).getByRole('link', { name: number }).waitFor()

  await page.getByRole('link', { name: 'Goods', exact: true }).click()
  await page.getByLabel('Name or code').fill('jasmine rice 5')
  await page.getByRole('link', { name: /Jasmine Rice 5 kg/ }).click()
  await page.getByLabel('Price', { exact: true }).fill('much')
  await press('Save')
  await page.getByText('Please enter an amount such as 12.50').waitFor()
  await page.getByLabel('Price', { exact: true }).fill('19.90')
  await page.getByLabel('Delivery in').fill('24')
  await page.getByLabel('Allergens').fill('milk, dust')
  await press('Save')
  await page.getByText('‘dust’ is not one of the names').waitFor()
  await page.getByLabel('Allergens').fill('none')
  await page.getByLabel('Category').selectOption('Noodles > Instant & Cup Noodles')
  await press('Save')
  await page.getByRole('cell', { name: 'Noodles > Instant & Cup Noodles' }).waitFor()
  await page.getByRole('cell', { name: '$19.90' }).waitFor()
  expect(await page.getByLabel('Delivery in').inputValue()).toBe('')
  expect(await wider()).toBe(0)

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: /^Pick up at the shop, Monday 09:00/ }).click()
  await page.getByLabel('Orders').fill('many')
  await press('Save')
  await page.getByText('Please enter a whole number from 0 to 9999').waitFor()
  await page.getByLabel('Orders').fill('3')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: /orders of window Pick up at the shop/ }).waitFor()
  expect(await wider()).toBe(0)
  // one that is made leads back to the list
  await page.getByRole('link', { name: 'Closed days' }).click()
  await page.getByRole('link', { name: 'New closed day' }).click()
  await page.getByLabel('Day').fill('2999-12-25')
  await press('Save')
  await page.getByRole('link', { name: '2999-12-25' }).waitFor()
  await page.getByRole('link', { name: 'Goods', exact: true }).click()
  await page.getByRole('link', { name: 'Download or import all goods' }).click()
  await press('Import')
  await page.getByText('Please choose a file').waitFor()
  await imports('faults.csv', 'code;origin;price\nLL-0101;Japan;12,50\n')
  await page.getByRole('cell', { name: 'price is ‘12,50’: write it with a point, such as 12.50.' }).waitFor()
  expect(await page.getByRole('button', { name: 'Apply changes' }).count()).toBe(0)
  await imports('goods.csv', 'code;origin;price\nLL-0101;Japan;16.50\n')
  await page.getByRole('cell', { name: 'Japan' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Apply changes' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Applied: 1 product changed, 0 added.').last().waitFor()
  expect(await wider()).toBe(0)

  await page.getByRole('link', { name: 'Changes', exact: true }).click()
  await page
    .getByRole('cell', { name: `status of order ${number}` })
    .first()
    .waitFor()
  expect(await wider()).toBe(0)

  await press('Sign out')
  await page.getByLabel('Email').waitFor()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('office')
  expect(complaints).toEqual([])
})
