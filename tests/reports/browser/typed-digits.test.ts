import { describe, expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

/** Runs in the page: pastes text over what a field holds. */
function pasteOver(field: Element, text: string) {
  const input = field as HTMLInputElement
  input.focus()
  input.select()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const isPasted = input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  // as the browser does unless the page has pasted
  if (isPasted) document.execCommand('insertText', false, text)
}

describe('ourjapanlife/findadoc-web#1762: digits of other writing systems', () => {
  test('are shown as they were understood, in quantities, post codes and phone numbers', async () => {
    const shopper = await openShop({ cart: [[101, 4]] })
    await shopper.goes('/main/product-detail/101')
    const quantity = shopper.main.getByRole('spinbutton', { name: 'Quantity', exact: true }).first()
    for (const [text, shown] of [
      ['３', '3'],
      ['٣', '3'],
      ['\u200B１２ ', '12'],
      ['५', '5'],
    ] as const) {
      await quantity.evaluate(pasteOver, text)
      await expect.poll(() => quantity.inputValue()).toBe(shown)
    }
    await shopper.main.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await shopper.seesToast('Success: You have added')
    const added = shopper.requests.filter(one => one.method() === 'POST' && one.url().endsWith('/v1/cart'))
    expect(added.map(one => (one.postDataJSON() as { quantity: number }).quantity)).toEqual([5])

    await shopper.goes('/check-out')
    await shopper.seesStep('Your Details')
    for (const [label, text, shown] of [
      ['Post code', '２１２２', '2122'],
      ['Phone', '٠٢٥٥ ٥٠٠ ١٨٨', '0255 500 188'],
      ['Email', 'Mai <mai@example.com>', 'mai@example.com'],
      ['First name', 'Ｍai ', 'Ｍai '],
    ] as const) {
      await shopper.field(label).fill(text)
      expect(await shopper.field(label).inputValue()).toBe(text)
      await shopper.field(label).blur()
      await expect.poll(() => shopper.field(label).inputValue()).toBe(shown)
    }
  })
})
