import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { schema, type Entry } from '#machines/journal/entry'
import { readJournalFile } from '#machines/journal/journal-file'
import { isAlive } from '../../kit/begin-test.ts'
import { axeViolations } from '../../kit/accessibility/axe.ts'
import { sharedBrowser } from '../../kit/launch.ts'
import { shopUrl } from '../../kit/test-location.ts'

let browser: Browser
const folder = mkdtempSync(join(tmpdir(), 'journals-'))
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const errors: string[] = []

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(shopUrl() + path)
  return page
}

const openContext = () =>
  browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

/** A shop in one tab and the inspector in another. */
async function openBoth(path: string): Promise<{ shop: Page; inspector: Page }> {
  const context = await openContext()
  const shop = await openPage(context, path)
  await isAlive(shop)
  const inspector = await openPage(context, '/inspector')
  await inspector.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  return { shop, inspector }
}

/** An email without an account, and a password that is used nowhere else. */
const canary = { email: 'mai.of.the.canary@example.com', password: 'Canary-4711-sings' }

async function logsIn(shop: Page, { email, password }: { email: string; password: string }) {
  const main = shop.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByRole('textbox', { name: 'Password' }).fill(password)
  await main.getByRole('button', { name: 'Login' }).click()
}

const actor = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} `) })
const entries = (page: Page) => page.getByRole('listbox', { name: 'Entries' })
const context = (page: Page) => page.getByRole('list', { name: 'Context' })
const activeStates = (page: Page) =>
  page.locator('.state[data-active]').evaluateAll(states => states.map(state => state.getAttribute('data-id')))

describe('the inspector beside a shop', () => {
  let shop: Page
  let inspector: Page
  const messages: string[] = []
  beforeAll(async () => {
    ;({ shop, inspector } = await openBoth('/main/product-list/0'))
    await inspector.exposeFunction('heard', (message: string) => messages.push(message))
    await inspector.evaluate(() => {
      new BroadcastChannel('shop/inspector').addEventListener('message', ({ data }) =>
        (window as never as { heard(text: string): void }).heard(JSON.stringify(data)),
      )
    })
  })
  afterAll(() => shop.context().close())

  test('shows its actors, diagram and entries, and the changes of an entry', async () => {
    await actor(inspector, 'cart').click()
    await shop.getByRole('button', { name: /^Add to Cart: Golden Paddy Jasmine Rice 5 kg/ }).click()
    await entries(inspector)
      .getByRole('option', { name: /cart\.add/ })
      .waitFor()
    const resolved = entries(inspector).getByRole('option', { name: /shop\/cart\/addLine/ })
    await resolved.waitFor()
    await expect.poll(() => activeStates(inspector)).toEqual(['cart.lines.idle', 'cart.coupon.none'])
    // pauses: the list of a live shop moves while new entries arrive
    await inspector.getByRole('button', { name: 'Step back' }).click()
    await resolved.click()
    await context(inspector).getByRole('listitem').filter({ hasText: 'added: 0 {' }).waitFor()
    await expect.poll(() => inspector.locator('.arrow[data-taken]').count()).toBeGreaterThan(0)
  })

  test('steps back and forward one entry at a time while the shop continues', async () => {
    await inspector.keyboard.press('ArrowLeft')
    await actor(inspector, 'cart').filter({ hasText: 'adding' }).waitFor()
    await actor(inspector, 'addLine').waitFor()
    await expect.poll(() => activeStates(inspector)).toEqual(['cart.lines.adding', 'cart.coupon.none'])
    await shop.getByRole('banner').getByPlaceholder('Search product').fill('tea')
    await entries(inspector)
      .getByRole('option', { name: /search\.typed/ })
      .waitFor()
    await inspector.getByText(/You are at entry \d+ of \d+/).waitFor()
    await inspector.keyboard.press('ArrowRight')
    await actor(inspector, 'cart').filter({ hasText: 'idle' }).waitFor()
    await inspector.keyboard.press('End')
    await inspector
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor()
  })

  test('sends an event that the shop handles, and explains why an invalid one is not sent', async () => {
    await actor(inspector, 'search').click()
    const form = inspector.getByRole('form', { name: 'Send an event' })
    await form.getByLabel('value').fill('oolong')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => shop.getByRole('banner').getByPlaceholder('Search product').inputValue()).toBe('oolong')
    await actor(inspector, 'cart').click()
    await form.getByLabel('event').selectOption('cart.add')
    await form.getByText('productId: Expected a number, but received: undefined').waitFor()
    const { length } = messages
    await form.getByLabel('quantity').press('Enter')
    // the channel keeps the order of messages: none arrived before this request
    await inspector.evaluate(() => new BroadcastChannel('shop/inspector').postMessage({ is: 'hello' }))
    await expect
      .poll(() => messages.slice(length).map(text => (JSON.parse(text) as { is: string }).is))
      .toContain('here')
    expect(messages.slice(length).filter(text => text.includes('"is":"send"'))).toEqual([])
  })

  test("refuses XState's own events from other senders on the channel", async () => {
    await inspector.evaluate(() => {
      const channel = new BroadcastChannel('shop/inspector')
      channel.addEventListener('message', ({ data }) => {
        if (data.is !== 'here') return
        const event = { type: 'xstate.done.actor.session' }
        channel.postMessage({ is: 'send', tab: data.tab.id, to: 'shop/session', event })
      })
      channel.postMessage({ is: 'hello' })
    })
    await inspector.getByText('Events of XState itself are not sent.').waitFor()
  })

  test('saves the journal as a file that can be opened again, and copies the entries up to here as a test', async () => {
    const download = inspector.waitForEvent('download')
    await inspector.getByRole('button', { name: /^Save/ }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(readJournalFile(text)).toMatchObject({ journal: { schema, checkpoint: { snapshot: expect.anything() } } })
    await inspector.getByRole('button', { name: /^Copy as test/ }).click()
    await inspector.getByText('The test is in the clipboard.').waitFor()
    expect(await inspector.evaluate(() => navigator.clipboard.readText())).toContain(
      "test('the journal replays to the recorded states'",
    )
  })

  test('can be used by keyboard alone', async () => {
    const { keyboard } = inspector
    await inspector.evaluate(() => (document.activeElement as HTMLElement).blur())
    await keyboard.press('?')
    await inspector.getByRole('dialog', { name: 'Keys' }).waitFor()
    await keyboard.press('Escape')
    await inspector.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
    await keyboard.press('Home')
    const slider = inspector.getByRole('slider', { name: 'Entry' })
    await expect.poll(() => slider.inputValue()).toBe('0')
    await inspector.getByRole('button', { name: 'max' }).press('Enter')
    await inspector.evaluate(() => (document.activeElement as HTMLElement).blur())
    await keyboard.press('Space')
    await inspector
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor()
    await expect.poll(() => slider.inputValue()).toBe(await slider.getAttribute('max'))
    await keyboard.press('ArrowUp')
    await inspector.getByRole('treeitem', { selected: true }).filter({ hasText: 'session' }).waitFor()
    await keyboard.press('2')
    await inspector.getByRole('img', { name: /^Messages between/ }).waitFor()
    await keyboard.press('3')
    await inspector.getByRole('heading', { name: 'Coverage of session' }).waitFor()
    await keyboard.press('1')
    await keyboard.press('/')
    await keyboard.type('oolong')
    await expect.poll(() => entries(inspector).getByRole('option').count()).toBe(1)
    await keyboard.press('Escape')
    await keyboard.press('a')
    await expect.poll(() => entries(inspector).getByRole('option').count()).toBe(0)
    await keyboard.press('a')
    await keyboard.press('/')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.press('Delete')
    await keyboard.press('Escape')
    await keyboard.press('e')
    expect(await inspector.evaluate(() => document.activeElement?.id)).toBe('event')
  })

  test('receives no password that is typed in the shop', async () => {
    await actor(inspector, 'shop').click()
    await inspector.getByLabel('to', { exact: true }).fill('/auth/login')
    await inspector.getByLabel('to', { exact: true }).press('Enter')
    await logsIn(shop, canary)
    await entries(inspector)
      .getByRole('option', { name: /shop\/session\/logIn.*rejected/ })
      .waitFor()
    const heard = messages.join('\n')
    expect(heard).toContain('mai.of.the.canary@example.com')
    expect(heard).not.toContain('Canary-4711')
    expect(await inspector.content()).not.toContain('Canary-4711')
  })

  test('has no axe violations on a phone and on a desktop', async () => {
    expect(await axeViolations(inspector, [390, 1440])).toEqual([])
  })

  test('follows the shop to its next page load, and reports when its tab is closed', async () => {
    await shop.reload()
    await isAlive(shop)
    await inspector
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor()
    await actor(inspector, 'login').waitFor()
    // the inspector also has the initial state: no later entry contains the cart
    await actor(inspector, 'cart').click()
    await inspector.keyboard.press('Home')
    await context(inspector).getByText('lines [1]').waitFor()
    await inspector.keyboard.press('End')
    await shop.close()
    await inspector.getByRole('status').filter({ hasText: 'The tab has gone' }).waitFor()
    expect(errors).toEqual([])
  })
})

describe('a journal file', () => {
  test('with 10,000 entries is rendered with few elements, and an invalid one is refused with the reason', async () => {
    const page = await openPage(await openContext(), '/inspector')
    await page.getByRole('heading', { name: 'No shop is open' }).waitFor()
    // one listener for all files: a second one may miss its file chooser
    const chosen: string[] = []
    page.on('filechooser', chooser => chooser.setFiles(chosen.at(-1)!))
    const open = async (name: string, text: string) => {
      chosen.push(join(folder, name))
      writeFileSync(join(folder, name), text)
      await page.getByRole('button', { name: /^Open/ }).first().click()
    }
    await open('bad.json', '{"schema":"shop/1","entr')
    await page.getByText('bad.json: This file is not JSON, or it was cut off.').waitFor()
    const typed = Array.from({ length: 10_000 }, (_, index): Entry => {
      const event = { type: 'search.typed', value: `rice ${index}` }
      return { seq: index + 1, at: index * 40, to: 'shop/search', kind: 'send', event }
    })
    await open('long.json', JSON.stringify({ schema, fingerprints: {}, checkpoint: null, entries: typed }))
    const slider = page.getByRole('slider', { name: 'Entry' })
    await expect.poll(() => slider.getAttribute('max')).toBe('10000')
    await actor(page, 'search').click()
    for (const place of ['5001', '17', '9999']) {
      await slider.fill(place)
      await context(page)
        .getByText(`'rice ${Number(place) - 1}'`)
        .waitFor()
      expect(await page.locator('#root *').count(), `at ${place}`).toBeLessThan(1_500)
      expect(await entries(page).getByRole('option').count()).toBeLessThan(40)
    }
    await page.getByRole('textbox', { name: 'Filter entries' }).fill('rice 4711')
    await entries(page)
      .getByRole('option', { name: /rice 4711/ })
      .click()
    await context(page).getByText("'rice 4711'").waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })
})

describe("Stately's inspector", () => {
  test('cannot be enabled by a URL: no script, no window, no request', async () => {
    const context = await openContext()
    const asked: string[] = []
    context.on('request', request => asked.push(request.url()))
    const shop = await openPage(context, '/auth/login?inspect=stately')
    await isAlive(shop)
    await logsIn(shop, canary)
    await shop.getByRole('alert').waitFor()
    expect(context.pages()).toHaveLength(1)
    expect(asked.filter(url => new URL(url).hostname.includes('stately'))).toEqual([])
    const script = await shop.evaluate(async () => (await fetch('/inspector/tab.js')).text())
    expect(script).not.toContain('stately')
    await context.close()
  })
})
