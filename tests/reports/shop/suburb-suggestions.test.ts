import { describe, expect, test } from 'vitest'
import { suggestedSuburbs } from '#machines/checkout/order-rules'
import { correctionEvents } from '#src/checkout/address-actions.ts'
import { refused } from '../../kit/outcomes.ts'
import { typeInto } from '../../kit/checkout-forms.ts'
import { checkoutOf, openAtPayment, stepOf, type Payer } from '../../kit/open-payment.ts'

const message = 'We can’t find “eastwod”. Did you mean Eastwood?'
const eastwood = { name: 'Eastwood', postCode: '2122', regionId: 1, regionName: 'New South Wales' }
const misspelled = {
  ...refused,
  status: 422,
  message,
  conflicts: [{ about: 'area', message, suggestions: [eastwood] }],
}

async function deliversTo(city: string, postCode: string): Promise<Payer> {
  const shop = await openAtPayment()
  shop.send('checkout', { type: 'checkout.edit', step: 'details' })
  typeInto(shop, 'billing', { city, postCode })
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  return shop
}

describe('review shopper-3 1: a misspelled suburb', () => {
  test('the suggested suburb is put into the billing address that is used for delivery, and the checkout continues', async () => {
    const shop = await deliversTo('eastwod', '2121')
    await shop.refuses('readFee', misspelled)
    expect([stepOf(shop), suggestedSuburbs(checkoutOf(shop))]).toEqual(['delivery', [eastwood]])
    for (const event of correctionEvents('billing', eastwood)) shop.send('checkout', event)
    await shop.settled()
    await shop.answers('readFee')
    expect(stepOf(shop)).toBe('payment')
    expect(checkoutOf(shop).billing).toMatchObject({ city: 'Eastwood', postCode: '2122', regionId: 1 })
  })

  test('a suggestion is gone once another address is typed', async () => {
    const shop = await deliversTo('eastwod', '2121')
    await shop.refuses('readFee', misspelled)
    typeInto(shop, 'billing', { city: 'Ryde' })
    expect(suggestedSuburbs(checkoutOf(shop))).toEqual([])
  })

  test('a gateway that suggests nothing is understood', async () => {
    const shop = await deliversTo('Perth', '6000')
    await shop.refuses('readFee', { ...refused, status: 422, message })
    expect(suggestedSuburbs(checkoutOf(shop))).toEqual([])
  })
})
