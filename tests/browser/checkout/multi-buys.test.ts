import { expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

const noodles = 'Warung Satu Mi Goreng 5 × 80 g'

test('a multi-buy is shown on card, product page, cart, review and receipt, and the receipt keeps it', async () => {
  const shopper = await openShop({ cart: [[101, 2]], width: 390, height: 844, touch: true })
  await shopper.goes('/')
  await shopper.searches('mi goreng')
  await shopper.sees('2 for $7.50', shopper.main.getByRole('article').filter({ hasText: 'Mi Goreng' }))

  await shopper.goes('/main/product-detail/203')
  await shopper.sees('2 for $7.50: you save $0.90')
  await shopper.main.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await shopper.sees('$11.70')
  await shopper.main.getByRole('spinbutton', { name: 'Quantity' }).fill('1')
  await shopper.presses(/^Add to Cart$/)
  await shopper.seesToast('Success: You have added')

  await shopper.goes('/cart')
  const line = shopper.main.getByRole('listitem').filter({ hasText: 'Mi Goreng' })
  await shopper.sees('Add 1 more: 2 for $7.50', line)
  await shopper.seesAmount('Subtotal', '$36.00')
  await shopper.quantityOf(noodles).fill('2')
  await shopper.sees('You save $0.90 with 2 for $7.50', line)
  await shopper.seesAmount('Subtotal', '$39.30')
  expect(await line.getByText('Add 1 more').count()).toBe(0)
  expect(await shopper.horizontalOverflow()).toBe(0)
  await shopper.opensCart()
  await shopper.sees('You save $0.90 with 2 for $7.50', shopper.cartMenu)
  await shopper.sees('$39.30', shopper.cartMenu)
  await shopper.page.keyboard.press('Escape')

  await shopper.follows('Checkout')
  await shopper.seesStep('Your Details')
  await shopper.fillsCheckout()
  await shopper.sees('You save $0.90 with 2 for $7.50')
  expect(await shopper.horizontalOverflow()).toBe(0)
  await shopper.placesOrder()
  await shopper.seesOrder()
  expect(shopper.ordersSent).toMatchObject([
    { lines: [{ productId: 101 }, { productId: 203, quantity: 2, totalPrice: 8.4, linePrice: 7.5 }] },
  ])
  await shopper.sees(
    'You save $0.90 with 2 for $7.50',
    shopper.main.getByRole('listitem').filter({ hasText: 'Mi Goreng' }),
  )
  await shopper.seesAmount('Subtotal', '$39.30')
})
