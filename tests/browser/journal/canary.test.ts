import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { keptJournal } from '../../kit/kept-journal.ts'
import { recordWrites, type RecordedWrite } from '../../kit/browser-log.ts'
import { choosesOnline, mayPay, pays } from '../../kit/paying-shopper.ts'
import { serveTestShop } from '../../kit/shop-server.ts'
import { mai, openShop, type Shopper } from '../../kit/shopper.ts'

/** Passwords that occur nowhere else. */
const passwords = {
  first: 'canary-first-Plum-3117',
  wrong: 'canary-wrong-Plum-3118',
  second: 'canary-second-Plum-3119',
  third: 'canary-third-Plum-3120',
  half: 'canary-half-Plum-3121',
}

const folder = mkdtempSync(join(tmpdir(), 'shop-canary-'))
let url = ''
/** The gateway's log at the most verbose level. */
const log: string[] = []
let close = async () => {}

beforeAll(async () => {
  const dist = fileURLToPath(new URL('../../../dist', import.meta.url))
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void log.push(String(chunk))) })
  const dataDir = join(folder, 'data')
  cpSync(inject('seededFolder'), dataDir, { recursive: true })
  ;({ url, close } = await serveTestShop({
    dist,
    dataDir,
    environment: { INSPECTOR: 'off' },
    logger: { level: 'trace', stream },
  }))
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

/** The secret of the link that was mailed. */
async function linkSecret(): Promise<string> {
  const mails = join(folder, 'data', 'mails')
  const found = () =>
    existsSync(mails) &&
    readdirSync(mails).flatMap(name => /token=([\w-]+)/.exec(readFileSync(join(mails, name), 'utf8'))?.[1] ?? [])[0]
  await expect.poll(found, { message: 'the mail with the link' }).toBeTruthy()
  return String(found())
}

const tokenOf = async ({ page }: Shopper) => (await page.evaluate(() => localStorage.getItem('shop.token')))!
/** The customer id that a token names. */
const customerOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub
const fills = async (shopper: Shopper, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await shopper.field(label).fill(value)
}
/** Everything on a page that scripts or people can read. */
const lookedAt = ({ page }: Shopper): Promise<Record<string, string>> =>
  page.evaluate(() => ({
    url: location.href,
    title: document.title,
    // skipped while there is a password field: the page's own code can read its value, which is removed with the field
    document: document.querySelector('[data-secret]') ? '' : document.documentElement.outerHTML,
    history: JSON.stringify(history.state),
    name: window.name,
    cookies: document.cookie,
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    localStorage: JSON.stringify(Object.entries(localStorage).filter(([key]) => key !== 'shop.token')),
  }))

test('passwords and tokens appear only where they are needed, in every flow that has one', async () => {
  const shopper = await openShop({ url })
  const { page, main, header } = shopper
  const heard = await recordWrites(page.context())
  const secrets = new Set<string>(Object.values(passwords))
  const seen: RecordedWrite[] = []
  const looks = async () => {
    for (const [where, words] of Object.entries(await lookedAt(shopper))) seen.push({ where, words })
    seen.push({ where: 'journal', words: JSON.stringify(await keptJournal(page)) })
    const token = await tokenOf(shopper)
    // the payload of a token is not secret
    if (token) secrets.add(token.split('.')[2]!)
  }

  await shopper.goes('/main/register')
  await shopper.fillsRegistration({ Password: passwords.first })
  await looks()
  await shopper.presses(/^Register/)
  await shopper.seesHeading('Your account has been created')
  await looks()

  await shopper.follows('My Account')
  await shopper.follows('Edit Account')
  await shopper.seesHeading('Edit Account')
  await fills(shopper, { 'First name': 'Mai Anh' })
  await shopper.presses('Save')
  await shopper.seesToast('Success')
  await looks()
  await shopper.follows('Change Password')
  await shopper.seesHeading('Change Password')
  await fills(shopper, { 'Current password': passwords.wrong })
  await fills(shopper, { Password: passwords.second, 'Confirm password': passwords.second })
  await shopper.presses('Save')
  await shopper.sees('Your current password is incorrect.')
  await looks()
  await fills(shopper, { 'Current password': passwords.first })
  await shopper.presses('Save')
  await shopper.seesToast('Success: Your password has been changed.')
  await looks()

  await shopper.follows('Home', header)
  // enough for an order
  for (const count of [1, 2, 3, 4]) {
    await shopper.presses(/^Add to Cart: /)
    await header.getByText(`${count} item(s)`).first().waitFor()
  }
  await shopper.follows('Shopping Cart', page.getByRole('contentinfo'))
  await shopper.follows('Checkout')
  for (const step of ['Delivery', 'Payment'] as const) await shopper.continues(step)
  await choosesOnline(shopper)
  await shopper.continues('Review')
  // another tab of the customer may request the checkout
  const owner = customerOf(await tokenOf(shopper))
  await page.evaluate(asks => new BroadcastChannel('shop/checkout').postMessage(asks), { asks: true, owner })
  await expect.poll(() => heard.map(({ where }) => where)).toContain('channel shop/checkout')
  // with its answer this tab has released the checkout
  await shopper.presses('Continue here')
  await mayPay(shopper)
  await pays(shopper)
  await shopper.seesOrder()
  await looks()

  await page.getByRole('button', { name: 'Account' }).first().click()
  await shopper.follows('Logout', header)
  await shopper.seesHeading('You have been logged out.')
  await looks()

  await page.getByRole('button', { name: 'Account' }).first().click()
  await shopper.follows('Login', header)
  await shopper.seesHeading('Login')
  await shopper.follows('Forgotten your password?')
  await shopper.seesHeading('Forgotten your password?')
  await fills(shopper, { Email: mai.Email })
  await shopper.presses('Send reset link')
  await shopper.sees('a reset link is on its way')
  const link = await linkSecret()
  secrets.add(link)
  await shopper.goes(`/reset-password?token=${link}`)
  await shopper.seesHeading('Choose a new password')
  await fills(shopper, { Password: passwords.third, 'Confirm password': passwords.third })
  await looks()
  await shopper.presses('Change Password')
  await shopper.sees('Success: Your password has been changed.')
  await looks()

  await shopper.follows('Login')
  await shopper.seesHeading('Login')
  await shopper.logsIn({ email: mai.Email, password: passwords.wrong })
  await main.getByRole('alert').waitFor()
  await fills(shopper, { Password: passwords.half })
  await looks()
  await shopper.reloads()
  expect(await shopper.field('Password').inputValue()).toBe('')
  expect(await shopper.field('Email').inputValue()).toBe(mai.Email)
  await shopper.logsIn({ email: mai.Email, password: passwords.third })
  await shopper.seesHeading('My Account')
  await looks()

  /** A place where a secret was found. */
  const metIn = (all: readonly RecordedWrite[]) =>
    new Set(all.filter(({ words }) => [...secrets].some(secret => words.includes(secret))).map(({ where }) => where))
  expect(metIn(heard)).toEqual(
    new Set([
      'localStorage shop.token',
      'authorization',
      'body POST /v1/customer/createaccount',
      'body POST /v1/customer/updatePassword',
      'body POST /v1/customer/check-reset-link',
      'body POST /v1/customer/reset-password',
      'body POST /v1/customer/login',
    ]),
  )
  expect(metIn([...seen, ...log.map(words => ({ where: 'log', words }))])).toEqual(new Set())
  // checks that the search covers the places where data is stored
  const all = heard.map(({ where }) => where)
  for (const where of ['IndexedDB', 'sessionStorage', 'history', 'attribute', 'title', 'channel shop'])
    expect(all, where).toContain(where)
  expect(secrets.size).toBeGreaterThan(9)
  expect(log.join('')).toContain('/v1/customer/login')
  expect(JSON.stringify(seen)).toContain('password.typedCurrent')
})
