import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { isAlive } from '../../kit/begin-test.ts'
import { schema, type Journal } from '#machines/journal/entry'
import { journalTexts, keptJournal } from '../../kit/kept-journal.ts'
import { endContext, openPage } from '../../kit/contexts.ts'
import { mai, openShop } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const list = '/main/product-list/0'

/** A new visitor's page of the shop; records errors of the page. */
async function visit(path = list, script?: () => void): Promise<{ page: Page; errors: string[] }> {
  const page = await openPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
  if (script) await page.addInitScript(script)
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(shopUrl() + path)
  await isAlive(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, errors }
}

const entriesIn = async (page: Page) => (await keptJournal(page)).entries

/** Changes the object stores of the journal's database. */
const tamper = (page: Page, how: 'fingerprint' | 'schema' | 'entry') =>
  page.evaluate(
    kind =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('shop')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['head', 'entries'], 'readwrite')
          const heads = transaction.objectStore('head')
          const reading = heads.getAll()
          reading.onsuccess = () => {
            const head = reading.result[0] as { id: string; schema: string; fingerprints: Record<string, string> }
            if (kind === 'fingerprint') head.fingerprints.cart = 'ffffffff'
            if (kind === 'schema') head.schema = 'shop/0'
            heads.put(head, head.id)
            if (kind === 'entry') {
              const event = { type: 'cart.add' }
              transaction
                .objectStore('entries')
                .put({ journal: head.id, seq: 900, at: 0, to: 'shop/gone', kind: 'send', event })
            }
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    how,
  )

/** Replaces the stored journal by one that an older build wrote. */
const store = (page: Page, kept: 'shop-1' | 'shop-2') =>
  page.evaluate(
    journal =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('shop')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['head', 'entries'], 'readwrite')
          const heads = transaction.objectStore('head')
          const reading = heads.getAllKeys()
          reading.onsuccess = () => {
            const id = String(reading.result[0])
            const { entries, ...head } = journal
            heads.put({ ...head, id }, id)
            transaction.objectStore('entries').clear()
            for (const entry of entries) transaction.objectStore('entries').put({ ...entry, journal: id })
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    JSON.parse(
      readFileSync(new URL(`../../journals/${kept}/half-a-checkout.json`, import.meta.url), 'utf8'),
    ) as Journal,
  )

/** Keeps the database busy until the page is left, so that it commits no entry of the journal. */
const keepsDatabaseBusy = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('shop')
        opening.onsuccess = () => {
          const entries = opening.result.transaction(['head', 'entries'], 'readwrite').objectStore('entries')
          const goOn = () => (entries.count().onsuccess = goOn)
          goOn()
          const { put } = IDBObjectStore.prototype
          IDBObjectStore.prototype.put = function (entry: { event?: { type: string } }, ...rest) {
            performance.mark(`given ${entry.event?.type}`)
            return put.call(this, entry, ...rest)
          }
          resolve()
        }
      }),
  )

/** Begins the journal of a first visit while the database is kept busy until the page is left. */
function delaysBeginning() {
  if (sessionStorage.getItem('delayed')) return
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
    if (mode === 'readwrite' && !sessionStorage.getItem('delayed')) {
      sessionStorage.setItem('delayed', 'yes')
      const entries = transaction.call(this, stores, mode).objectStore('entries')
      const goOn = () => (entries.count().onsuccess = goOn)
      goOn()
    }
    return transaction.call(this, stores, mode, ...rest)
  }
}

const clicksRice = (page: Page) =>
  page.getByRole('button', { name: /^Add to Cart: Golden Paddy Jasmine Rice 5 kg/ }).click()
const addsRice = async (page: Page) => {
  await clicksRice(page)
  await page.getByRole('banner').getByText('1 item(s) - $ 15.90').waitFor()
}
const isWritten = (page: Page, type: string) =>
  expect
    .poll(async () => (await entriesIn(page)).some(({ event }) => event.type === type), { message: type })
    .toBe(true)

describe('the journal in the browser', () => {
  test('restores entries that the database had not committed when the page was left', async () => {
    const { page, errors } = await visit()
    await addsRice(page)
    await isWritten(page, 'cart.add')
    await page.goto(`${shopUrl()}/cart`)
    await isAlive(page)
    await keepsDatabaseBusy(page)
    await page.getByLabel('Coupon code').fill('WELC')
    await page.waitForFunction(() => performance.getEntriesByName('given coupon.typed').length > 0)
    await page.getByLabel('Coupon code').fill('WELCO')
    await page.reload()
    await expect.poll(() => page.getByLabel('Coupon code').inputValue()).toBe('WELCO')
    await isAlive(page)
    const { before } = (await keptJournal(page)).head
    const typed = before!.entries.map(({ event }) => event).filter(({ type }) => type === 'coupon.typed')
    expect(typed).toMatchObject([{ value: 'WELC' }, { value: 'WELCO' }])
    expect(errors).toEqual([])
    await endContext(page.context())
  })

  test('restores the start of a first visit if the database was too slow to commit it', async () => {
    const { page, errors } = await visit(list, delaysBeginning)
    await page.getByRole('banner').getByPlaceholder('Search product').fill('茶')
    await page.waitForFunction(() => sessionStorage.getItem('delayed') !== null)
    await page.reload()
    await isAlive(page)
    await expect.poll(() => page.getByRole('banner').getByPlaceholder('Search product').inputValue()).toBe('茶')
    await page.reload()
    await isAlive(page)
    await expect.poll(() => page.getByRole('banner').getByPlaceholder('Search product').inputValue()).toBe('茶')
    expect(errors).toEqual([])
    await endContext(page.context())
  })

  test('restores input after a reload', async () => {
    const { page, errors } = await visit()
    await addsRice(page)
    await isWritten(page, 'cart.add')
    await page.getByRole('banner').getByPlaceholder('Search product').fill('茶')
    await page.goto(`${shopUrl()}/cart`)
    await isAlive(page)
    await page.getByLabel('Coupon code').fill('WELC')
    await page.reload()
    await expect.poll(() => page.getByLabel('Coupon code').inputValue()).toBe('WELC')
    await expect.poll(() => page.getByRole('banner').getByPlaceholder('Search product').inputValue()).toBe('茶')
    expect(errors).toEqual([])
    await endContext(page.context())
  })

  // Invariant: J5
  test.each(['fingerprint', 'schema', 'entry', 'shop-1', 'shop-2'] as const)(
    'of another build (%s) is discarded, and the shop starts fresh with the gateway’s cart',
    async how => {
      const { page, errors } = await visit()
      await addsRice(page)
      await isWritten(page, 'cart.add')
      await page.goto(`${shopUrl()}/main/faq`)
      await isAlive(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await (how === 'shop-1' || how === 'shop-2' ? store(page, how) : tamper(page, how))
      await page.goto(shopUrl() + list)
      await isAlive(page)
      await page.getByRole('banner').getByText('1 item(s) - $ 15.90').waitFor()
      await isWritten(page, 'visit.started')
      await expect.poll(async () => (await entriesIn(page)).map(({ event }) => event.type)).not.toContain('cart.add')
      expect((await keptJournal(page)).head.schema).toBe(schema)
      expect(JSON.stringify(await keptJournal(page))).not.toContain('mai@exam')
      await page.reload()
      await page.getByRole('banner').getByText('1 item(s) - $ 15.90').waitFor()
      expect(errors).toEqual([])
      await endContext(page.context())
    },
  )

  // Invariant: J6
  test('does not prevent the shop from starting when its database never answers', async () => {
    const { page, errors } = await visit()
    await addsRice(page)
    await isWritten(page, 'cart.add')
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
    })
    await page.reload()
    await isAlive(page)
    await clicksRice(page)
    await page.getByRole('banner').getByText('2 item(s) - $ 31.80').waitFor()
    expect(errors).toEqual([])
    await endContext(page.context())
  })

  test('is deleted by “Forget me on this device”, with all other data of the shopper on the device', async () => {
    const { page, errors } = await visit()
    await addsRice(page)
    await isWritten(page, 'cart.add')
    page.once('dialog', dialog => dialog.accept())
    await page.getByRole('button', { name: 'Forget me on this device' }).click()
    await page.getByRole('banner').getByText('0 item(s) - $ 0', { exact: true }).first().waitFor()
    await page.getByText('Your data has been removed from this device').waitFor()
    await expect.poll(async () => JSON.stringify(await keptJournal(page))).not.toContain('cart.add')
    const keys = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted())
    // written by the page that is loaded afterwards; the gateway's clock is measured again if an answer is slow
    const own = ['shop.clock', 'shop.forgotten', 'shop.journal', 'shop.journaled', 'shop.scroll', 'shop.tail']
    expect((await keys()).filter(key => !own.includes(key))).toEqual([])
    expect(await page.evaluate(() => sessionStorage.getItem('shop.tail') ?? '')).not.toContain('cart.add')
    expect(errors).toEqual([])
    await endContext(page.context())
  })

  test('stays if the code of “Forget me on this device” can’t be loaded; the page says so, and a second try deletes it', async () => {
    const { page } = await visit()
    await addsRice(page)
    await isWritten(page, 'cart.add')
    await page.addInitScript(() => localStorage.removeItem('shop.journaled'))
    const code = { isBlocked: true }
    await page.route('**/assets/lazy-parts-*', caught => (code.isBlocked ? caught.abort() : caught.continue()))
    await page.reload()
    await isAlive(page)
    const asked: string[] = []
    page.on('dialog', async dialog => {
      asked.push(dialog.message())
      code.isBlocked = false
      await dialog.accept()
    })
    await page.getByRole('button', { name: 'Forget me on this device' }).click()
    await page.getByText('Your data has been removed from this device').waitFor()
    expect(asked).toEqual([
      expect.stringMatching(/^Nothing was removed from this device: .* Try again\?$/),
      expect.stringMatching(/^Forget you on this device\?/),
    ])
    await page.context().close()
  })

  test('is separate for each tab; a cart changed in one is updated in the other', async () => {
    const { page: first } = await visit()
    const second = await first.context().newPage()
    await second.goto(shopUrl() + list)
    await isAlive(second)
    await second.getByRole('heading', { level: 1 }).waitFor()
    await addsRice(first)
    await second.getByRole('banner').getByText('1 item(s) - $ 15.90').waitFor()
    await second.keyboard.press('Tab') // a journal begins with the first interaction
    const ids = () =>
      Promise.all([first, second].map(page => page.evaluate(() => sessionStorage.getItem('shop.journal'))))
    await expect.poll(async () => new Set((await ids()).filter(id => id !== null)).size).toBe(2)
    await endContext(first.context())
  })

  test('has nothing that a guest typed once their order is placed, and nor has the browser’s storage, except the receipt', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.reviews()
    const typed = [mai.Email, mai.Phone]
    const stored = async () => {
      const local = await shopper.page.evaluate(() => JSON.stringify({ ...localStorage }))
      const journals: unknown = JSON.parse(await journalTexts(shopper.page), (name, value: unknown) =>
        // the order as the gateway has confirmed it
        name === 'receipt' || name === 'order' ? null : value,
      )
      return typed.filter(one => (JSON.stringify(journals) + local).includes(one))
    }
    await expect.poll(stored).toEqual(typed)
    await shopper.placesOrder()
    await shopper.seesOrder()
    await expect.poll(stored).toEqual([])
  })
})
