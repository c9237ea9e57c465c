import { describe, expect, test } from 'vitest'
import { quantityMistake } from '#contract/cart'
import { basketOf, quantityIn, type CartContext } from '#machines/cart/cart'
import { shopMachine } from '#machines/shop/shop'
import { additionOf } from '#src/catalogue/in-cart.ts'
import { createActor } from 'xstate'
import { lost, refused, rice, riceLine, settings, tea, teaLine } from '../../kit/outcomes.ts'
import { openShop, type OpenShop } from '../../kit/open-shop.ts'

interface Seen {
  context: CartContext
  value: { lines: string; coupon: string }
}

/** A shop whose cart holds one pack of rice. */
async function openCart() {
  const shop = openShop()
  const toasts: { kind: string; text: string }[] = []
  shop.root.on('toast', ({ toast }: { toast: (typeof toasts)[number] }) => toasts.push(toast))
  shop.root.start()
  shop.send('shop', { type: 'visit.began', flow: 'visit', sessionId: 'session-1', identity: { is: 'nobody' } })
  await shop.answers('begin', { settings, lines: [riceLine] })
  return { ...shop, toasts, cart: () => shop.at<Seen>('cart') }
}

const add = async (shop: Pick<OpenShop, 'send' | 'settled'>, what: typeof rice, quantity = 1) => {
  shop.send('cart', additionOf(what, quantity, 'list'))
  await shop.settled()
}

describe('an addition', () => {
  // Specification: 3.3
  test('is for the special price where there is one, else for the price', () => {
    expect(additionOf(rice, 1, 'list')).toMatchObject({ productId: 1, productPrice: 15.9, quantity: 1 })
    expect(additionOf(tea, 3, 'detail')).toMatchObject({ productId: 2, productPrice: 11.9, quantity: 3 })
    expect(additionOf(rice, 1, 'list')).toMatchObject({ productName: rice.name, productImage: rice.thumbnail })
  })

  // Specification: 4.4
  test('replaces the line of the same product', async () => {
    const shop = await openCart()
    await add(shop, rice)
    await shop.answers('addLine', { ...riceLine, quantity: 2, totalPrice: 31.8 })
    expect(shop.cart().context.lines).toMatchObject([{ id: 'line-1', quantity: 2 }])
  })

  // Specification: 3.1, 3.6, 3.7, 4.5, 4.6
  test('of another product appends its line, and the sums grow', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    await shop.answers('addLine', teaLine)
    expect(shop.cart().context.lines).toEqual([riceLine, teaLine])
    expect(basketOf(shop.cart().context)).toMatchObject({ sessionId: 'session-1', quantity: 4, subtotal: 5160 })
  })

  test('that began another cart, since this one was ordered, is all that is in it', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    await shop.answers('addLine', { ...teaLine, sessionId: 'session-2' })
    expect(shop.cart().context.lines).toEqual([{ ...teaLine, sessionId: 'session-2' }])
    expect(basketOf(shop.cart().context)).toMatchObject({ sessionId: 'session-2', quantity: 3, subtotal: 3570 })
  })

  test('that is under way while the cart is ordered goes into the next one', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    shop.send('cart', { type: 'cart.ordered', sessionId: 'session-1' })
    expect(shop.cart().context.lines).toEqual([])
    await shop.answers('addLine', { ...teaLine, sessionId: 'session-2' })
    expect(shop.cart().context.lines).toEqual([{ ...teaLine, sessionId: 'session-2' }])
  })

  test('whose answer was lost has its key again, until the cart shows what became of it', async () => {
    const shop = await openCart()
    const keyOfNext = async () => {
      await add(shop, tea)
      const [{ input }] = shop.waiting('addLine') as unknown as [{ input: { requestId: string } }]
      return input.requestId
    }
    const key = await keyOfNext()
    await shop.refuses('addLine', lost)
    await shop.answers('readCart', [riceLine])
    expect(await keyOfNext()).toBe(key)
    await shop.refuses('addLine', lost)
    await shop.answers('readCart', [riceLine, { ...teaLine, quantity: 1, totalPrice: 11.9 }])
    expect(await keyOfNext()).not.toBe(key)
  })

  // Specification: 4.10
  test('is told in a toast', async () => {
    const shop = await openCart()
    await add(shop, tea)
    await shop.answers('addLine', teaLine)
    expect(shop.toasts).toMatchObject([
      { kind: 'success', text: 'Success: You have added Jasmine Tea 100 g to your shopping cart!' },
    ])
  })

  // Specification: S.1.23
  test('that is refused is told in the gateway’s words, and changes nothing', async () => {
    const shop = await openCart()
    await add(shop, tea)
    await shop.refuses('addLine', refused)
    expect(shop.toasts).toMatchObject([{ kind: 'error', text: 'Only 3 are left.' }])
    expect(shop.cart().context.lines).toEqual([riceLine])
  })
})

describe('a line', () => {
  // Specification: 4.11
  test('whose quantity changes is replaced, and the sums are reckoned anew', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', value: '4' })
    shop.host.fireNext()
    await shop.answers('changeLine')
    expect(basketOf(shop.cart().context)).toMatchObject({ quantity: 4, subtotal: 6360 })
  })

  test('whose quantity is typed again while a reading waits is asked for as it was typed last', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', value: '4' })
    shop.send('cart', { type: 'cart.reread' })
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', value: '5' })
    shop.host.fireNext()
    await shop.settled()
    expect(shop.waiting('changeLine')).toMatchObject([{ input: { id: 'line-1', quantity: 5 } }])
  })

  // Specification: 4.12, 4.13
  test('that is removed takes its quantity and amount with it, and is told in a toast', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.remove', lineId: 'line-1' })
    await shop.settled()
    await shop.answers('removeLine')
    expect(basketOf(shop.cart().context)).toMatchObject({ quantity: 0, subtotal: 0 })
    expect(shop.toasts).toMatchObject([
      { kind: 'success', text: `Success: Remove ${rice.name} from your shopping cart!` },
    ])
  })

  // Specification: 5.3, 5.4, 9.24
  test.each([
    ['', 'Quantity is required'],
    ['0', 'Minimum quantity is 1'],
    ['1000', 'Maximum quantity is 999'],
  ])('can’t hold "%s": %s', (text, mistake) => {
    expect(quantityMistake(text)).toBe(mistake)
    expect(quantityIn(text)).toBeNull()
  })
})

describe('the coupon on a cart', () => {
  const applied = async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'coupon.typed', value: ' TEN ' })
    shop.send('cart', { type: 'coupon.apply' })
    await shop.settled()
    await shop.answers('validateCoupon')
    return shop
  }

  // Specification: 3.31, 4.15
  test('counts once it is validated', async () => {
    const shop = await applied()
    expect(shop.cart().context.coupon).toMatchObject({ couponCode: 'TEN' })
  })

  // Specification: 4.16
  test('is cleared when it is removed', async () => {
    const shop = await applied()
    shop.send('cart', { type: 'coupon.remove' })
    expect(shop.cart().context).toMatchObject({ coupon: null, code: '' })
  })

  // Specification: 4.17, S.4.16
  test('is cleared when the cart is loaded anew', async () => {
    const shop = await applied()
    shop.send('cart', { type: 'cart.reload' })
    expect(shop.cart().context).toMatchObject({ coupon: null, code: '' })
  })

  // Specification: S.4.15
  test('is validated again when the page is', async () => {
    const shop = await applied()
    shop.send('cart', { type: 'cart.opened', lines: [riceLine] })
    await shop.settled()
    expect(shop.cart().value.coupon).toBe('validating')
    await shop.refuses('validateCoupon', { ...refused, message: 'This coupon has ended.' })
    expect(shop.cart().context).toMatchObject({ coupon: null, couponRefusal: { message: 'This coupon has ended.' } })
  })
})

describe('lines that were asked for before a change was answered', () => {
  test('are read again where they differ from what is here', async () => {
    const shop = await openCart()
    await add(shop, tea)
    await shop.answers('addLine', teaLine)
    shop.send('cart', { type: 'cart.opened', lines: [riceLine] })
    await shop.settled()
    expect(shop.waiting('readCart').map(({ input }) => input)).toEqual([{ sessionId: 'session-1' }])
    await shop.answers('readCart', [riceLine, teaLine])
    expect(shop.cart().context.lines).toEqual([riceLine, teaLine])
  })

  test('are taken where they are the same, or another session’s', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.opened', lines: [riceLine] })
    shop.send('cart', { type: 'visit.began', flow: 'visit', sessionId: 'session-9' })
    shop.send('cart', { type: 'cart.opened', lines: [{ ...teaLine, sessionId: 'session-9' }] })
    await shop.settled()
    expect(shop.waiting('readCart')).toEqual([])
    expect(shop.cart().context).toMatchObject({ sessionId: 'session-9', lines: [{ productId: 2 }] })
  })
})

describe('before anything is known', () => {
  const context = createActor(shopMachine).getSnapshot().context

  // Specification: 3.5, 3.6, 3.7
  test('the cart has no session, no items and no amount', () => {
    expect(context.basket).toEqual({ sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null })
  })

  // Specification: 3.33
  test('there are no settings, and a cart that could not be read says why', async () => {
    expect(context.settings).toBeNull()
    const shop = openShop()
    shop.root.start()
    shop.send('shop', { type: 'visit.began', flow: 'visit', sessionId: 'session-1', identity: { is: 'nobody' } })
    await shop.refuses('begin', lost)
    await shop.refuses('readCart', lost)
    expect(shop.at<Seen>('cart')).toMatchObject({ value: { lines: 'unreachable' }, context: { refusal: lost } })
  })
})
