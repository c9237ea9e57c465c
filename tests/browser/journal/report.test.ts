import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JournalFile } from '#machines/journal/journal-file'
import { readJournalFile } from '#machines/journal/journal-file'
import { canReplay } from '#machines/shop/resume'
import { replay } from '#machines/journal/replay'
import { store } from '#src/store/store.ts'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { openShop as openMachines } from '../../kit/open-shop.ts'
import { hasFocus } from '../../kit/keyboard.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { axeViolations } from '../../kit/accessibility/axe.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const rice = [101, 2] as const
const dialog = ({ page }: Shopper) => page.getByRole('dialog', { name: 'Report a problem' })
const button = ({ page }: Shopper) => page.getByRole('contentinfo').getByRole('button', { name: 'Report a problem' })

/** Opens the dialog by the keyboard. */
async function reports(shopper: Shopper) {
  await button(shopper).focus()
  await shopper.page.keyboard.press('Enter')
  await dialog(shopper).waitFor()
}

/** Saves the file. */
async function saves(shopper: Shopper): Promise<{ name: string; text: string; file: JournalFile }> {
  const [download] = await Promise.all([
    shopper.page.waitForEvent('download'),
    shopper.presses('Save file', dialog(shopper)),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), text, file: JSON.parse(text) as JournalFile }
}

/** The context of the checkout machine after replaying a saved file. */
function checkoutIn(text: string): CheckoutSnapshot['context'] {
  const read = readJournalFile(text)
  if ('reason' in read) throw new Error(read.reason)
  expect([canReplay(read.journal), read.skipped]).toEqual([true, 0])
  const { root } = replay(openMachines().logic, read.journal)
  const { checkout } = root.getSnapshot().children as Record<string, { getSnapshot(): CheckoutSnapshot }>
  return checkout!.getSnapshot().context
}

describe("'Report a problem'", () => {
  test('shows the content of the file, masks typed text by default, and saves it', async () => {
    const shopper = await openShop({ cart: [rice] })
    await shopper.checksOut()
    await shopper.fillsDetails({ 'First name': 'Quyên', 'Last name': 'Nguyen', Email: 'quyen@example.com' })
    await reports(shopper)
    await shopper.sees(/^The pages you saw: .*check-out/, dialog(shopper))
    await dialog(shopper).getByText('Preview contents').click()
    await shopper.sees('form: person, field: firstName, value: xxxxx', dialog(shopper))
    await dialog(shopper).getByText('View the file').click()
    const shown = dialog(shopper).getByLabel('The file')
    await expect.poll(() => shown.textContent()).toContain('xxxxx@xxxxxxx.xxx')
    expect(await shown.textContent()).not.toMatch(/Quyên|Nguyen|quyen@/)
    expect(await axeViolations(shopper.page, [390, 1280])).toEqual([])
    await dialog(shopper).getByLabel('What went wrong?').fill('It stayed there.')
    await dialog(shopper).getByLabel('Leave out what I typed').uncheck()
    await shopper.sees('form: person, field: firstName, value: Quyên', dialog(shopper))
    await expect.poll(() => shown.textContent()).toContain('quyen@example.com')
    await dialog(shopper).getByLabel('Leave out what I typed').check()
    const { name, text, file } = await saves(shopper)
    expect(name).toMatch(/^lantern-journal-\d{4}(-\d\d){4}\.json$/)
    expect(file).toMatchObject({ said: 'It stayed there.', build: expect.stringMatching(/^open-.*Mozilla/) })
    expect(text).not.toMatch(/Quyên|Nguyen|quyen@/)
    expect(checkoutIn(text).person).toEqual({
      firstName: 'xxxxx',
      lastName: 'xxxxxx',
      email: 'xxxxx@xxxxxxx.xxx',
      telephone: '0000000000',
    })
    await shopper.seesToast(`File saved. Email it only to ${store.email}.`)
    await hasFocus(button(shopper), 'the button that opened it')

    // a reload before the report loses nothing
    await shopper.reloads()
    await reports(shopper)
    await dialog(shopper).getByLabel('Leave out what I typed').uncheck()
    const again = await saves(shopper)
    expect(checkoutIn(again.text).person.firstName).toBe('Quyên')
    expect(JSON.stringify(again.file.before?.entries)).toContain('quyen@example.com')

    await reports(shopper)
    await shopper.page.keyboard.press('Escape')
    await dialog(shopper).waitFor({ state: 'detached' })
  })

  test('says that nothing is journaled in a browser without storage', async () => {
    const shopper = await openShop({ blocksStorage: true })
    await shopper.goes('/main/faq')
    await reports(shopper)
    await shopper.sees('There is no file to save: this browser has not stored what happened here.', dialog(shopper))
    expect(await dialog(shopper).getByRole('button', { name: 'Save file' }).count()).toBe(0)
    await shopper.presses('Close', dialog(shopper))
    await hasFocus(button(shopper), 'the button that opened it')
    expect(shopper.errors.splice(0)).toEqual([expect.stringContaining('This visit is not journaled')])
  })
})

describe('a full disk', () => {
  /** From now on the database stores no entry. */
  function fillUp() {
    const { put } = IDBObjectStore.prototype
    Object.assign(IDBObjectStore.prototype, {
      put(this: IDBObjectStore, ...what: [unknown]) {
        if (this.name === 'entries' && sessionStorage.getItem('full')) this.transaction.abort()
        else put.apply(this, what)
      },
    })
  }

  test('is reported once; the shop continues, and the next page load starts a new journal', async () => {
    const shopper = await openShop()
    const warnings = () => shopper.errors.filter(text => text.startsWith('This visit is not journaled'))
    await shopper.page.context().addInitScript(fillUp)
    await shopper.goes('/main/product-list/0')
    await shopper.adds('Golden Paddy Jasmine Rice 5 kg')
    expect((await keptJournal(shopper.page)).entries).not.toEqual([])
    await shopper.page.evaluate(() => sessionStorage.setItem('full', 'yes'))
    for (const text of ['t', 'te', 'tea']) await shopper.header.getByPlaceholder('Search product').fill(text)
    await expect.poll(() => warnings().length).toBe(1)
    await shopper.presses(/^Add to Cart: /)
    await shopper.header.getByText('2 item(s)').first().waitFor()
    await shopper.page.evaluate(() => sessionStorage.removeItem('full'))
    await shopper.reloads()
    await shopper.header.getByText('2 item(s)').first().waitFor()
    await expect.poll(() => shopper.header.getByPlaceholder('Search product').inputValue()).toBe('')
    expect(warnings()).toHaveLength(1)
    expect(shopper.errors.splice(0)).toHaveLength(1)
  })
})
