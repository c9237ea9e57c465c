import { beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, type Customer } from '../../kit/customer-shopper.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const rice = 101
let mai: Customer
beforeAll(async () => {
  mai = await newCustomer()
})

const button = ({ main }: Shopper, name: string) => main.getByRole('button', { name, exact: true })
const quantityOf = ({ main }: Shopper) => main.getByRole('list', { name: 'Products' }).locator('input').first()

/** The owner, at a new list with rice, who has made a link to it. */
async function shares(name: string): Promise<{ owner: Shopper; link: string }> {
  const owner = await openShop({ token: mai.token })
  await owner.goes(`/main/product-detail/${rice}`)
  await owner.main
    .getByRole('button', { name: /^Add to list: / })
    .first()
    .click()
  await owner.main.getByLabel('New list').fill(name)
  await button(owner, 'Create list').click()
  await owner.main.getByRole('checkbox', { name }).waitFor()
  await button(owner, 'Done').click()
  await owner.goes('/main/lists')
  await owner.main.getByRole('link', { name }).click()
  await owner.seesHeading(name)
  await button(owner, 'Share with a link').click()
  const field = owner.main.getByLabel('Link to this list')
  await field.waitFor()
  return { owner, link: await field.inputValue() }
}

/** A guest on a phone who has opened a link. */
async function opensLink(link: string): Promise<Shopper> {
  const guest = await openShop({ width: 390, cart: [] })
  const { pathname, hash } = new URL(link)
  await guest.goes(pathname + hash)
  return guest
}

/** The guest changes the quantity of rice, and it is confirmed. */
async function changes(guest: Shopper, quantity: string): Promise<void> {
  const confirmed = guest.page.waitForResponse(response => response.url().endsWith(`/shared-list/lines/${rice}`))
  await quantityOf(guest).fill(quantity)
  await confirmed
}

describe('a list that is shared by a link', () => {
  test('is opened, changed and added to the cart by a guest, until its owner stops sharing it', async () => {
    const { owner, link } = await shares('Household')
    expect(link).toMatch(/\/main\/shared-list#key=[\w-]{43}$/)
    const guest = await opensLink(link)
    await guest.seesHeading('Household')
    await quantityOf(guest).waitFor()
    expect(await guest.main.textContent()).not.toContain('Mai')

    await changes(guest, '3')
    await owner.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => quantityOf(owner).inputValue()).toBe('3')

    await button(guest, 'Add all to cart').click()
    await guest.seesToast('Success: You have added 1 product to your shopping cart!')

    await button(owner, 'Stop sharing').click()
    await owner.main.getByText('This list is not shared.').waitFor()
    await guest.page.reload()
    await guest.seesHeading('This link does not work any more')
  })

  test('is saved as a copy among the lists of a guest, on their device', async () => {
    const { link } = await shares('Hot pot')
    const guest = await opensLink(link)
    await guest.seesHeading('Hot pot')
    await button(guest, 'Save a copy to my lists').click()
    await expect.poll(() => new URL(guest.page.url()).pathname).toMatch(/^\/main\/list\/9\d{8}$/)
    await guest.seesHeading('Hot pot')
    await button(guest, 'Rename').waitFor()
    await quantityOf(guest).waitFor()
  })

  test('keeps its key out of the journal, the storages and every request’s path and referrer', async () => {
    const { owner, link } = await shares('Secret')
    const key = link.split('#key=')[1]!
    const guest = await opensLink(link)
    await guest.seesHeading('Secret')
    await changes(guest, '2')
    await guest.follows('Home')
    for (const { page, requests } of [owner, guest]) {
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
      const stored = await page.evaluate(async () => {
        const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
        for (const { name } of await indexedDB.databases()) {
          const database = await new Promise<IDBDatabase>((resolve, reject) => {
            const opening = indexedDB.open(name!)
            opening.onsuccess = () => resolve(opening.result)
            opening.onerror = () => reject(new Error(name))
          })
          for (const store of database.objectStoreNames)
            found.push(
              await new Promise(resolve => {
                const reading = database.transaction(store).objectStore(store).getAll()
                reading.onsuccess = () => resolve(reading.result)
              }),
            )
          database.close()
        }
        return JSON.stringify(found)
      })
      expect(stored).toContain('shared')
      expect(stored).not.toContain(key)
      for (const request of requests) {
        expect(new URL(request.url()).pathname + new URL(request.url()).search).not.toContain(key)
        expect(request.headers().referer ?? '').not.toContain(key)
      }
    }
  })

  test('does not exist for a key that is not complete', async () => {
    const guest = await openShop({ width: 390 })
    await guest.goes('/main/shared-list#key=wrong')
    await guest.seesHeading('This link does not work any more')
    await guest.goes('/main/shared-list')
    await guest.seesHeading('This link does not work any more')
  })
})
