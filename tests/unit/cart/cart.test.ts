import { describe, expect, test } from 'vitest'
import { isQuantity, type CartLine } from '#contract/cart'
import { parseQuantity, quantityError } from '#contract/quantity'
import type { AddCommand } from '#machines/messages/add-command'
import { basketOf } from '#machines/messages/basket'
import type { CartSnapshot } from '#machines/cart/cart'
import { cartBill } from '#machines/cart/cart-bill'
import { addingText, couponState, couponStatus, isLineWaiting, waitingAdditions } from '#machines/cart/page-selectors'
import { expectedLines, isConfirming } from '#machines/cart/selectors'
import { shopMachine } from '#machines/shop/shop'
import { additionOf } from '#src/catalogue/in-cart.ts'
import { createActor } from 'xstate'
import { gone, lost, offline, refused, rice, riceLine, settings, tea, teaLine } from '../../kit/outcomes.ts'
import { openShop, type OpenShop } from '../../kit/open-shop.ts'

type Seen = CartSnapshot

/** A shop whose cart holds one pack of rice. */
async function openCart(lines: CartLine[] = [riceLine]) {
  const shop = openShop()
  const toasts: { kind: string; text: string; offer?: { add?: AddCommand } }[] = []
  shop.root.on('toast', ({ toast }: { toast: (typeof toasts)[number] }) => toasts.push(toast))
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.answers('begin', { settings, lines })
  return { ...shop, toasts, cart: () => shop.at<Seen>('cart') }
}

const add = async (shop: Pick<OpenShop, 'send' | 'settled'>, what: typeof rice, quantity = 1) => {
  shop.send('cart', additionOf(what, quantity, 'list'))
  await shop.settled()
}

describe('adding a product', () => {
  // Specification: 3.3
  test('uses the special price if there is one', () => {
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
  test('appends the line of another product and adds to the sums', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    await shop.answers('addLine', teaLine)
    expect(shop.cart().context.lines).toEqual([riceLine, teaLine])
    expect(basketOf(shop.cart().context)).toMatchObject({ sessionId: 'session-1', quantity: 4, subtotal: 5160 })
  })

  test('starts a new cart when the response names another session', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    await shop.answers('addLine', { ...teaLine, sessionId: 'session-2' })
    expect(shop.cart().context.lines).toEqual([{ ...teaLine, sessionId: 'session-2' }])
    expect(basketOf(shop.cart().context)).toMatchObject({ sessionId: 'session-2', quantity: 3, subtotal: 3570 })
  })

  test('goes into the next cart when the cart is ordered while the request is in flight', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    shop.send('cart', { type: 'cart.clear', sessionId: 'session-1' })
    expect(shop.cart().context.lines).toEqual([])
    await shop.answers('addLine', { ...teaLine, sessionId: 'session-2' })
    expect(shop.cart().context.lines).toEqual([{ ...teaLine, sessionId: 'session-2' }])
  })

  test('reuses the idempotency key of a lost response until the cart shows the product', async () => {
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
    // read after the lost answer, and after the repeated key
    for (let reading = 0; reading < 2; reading += 1)
      await shop.answers('readCart', [riceLine, { ...teaLine, quantity: 1, totalPrice: 11.9 }])
    expect(await keyOfNext()).not.toBe(key)
  })

  test('puts a line that was removed back in its place when the removal is undone, and keeps it there when the cart is read', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    await shop.answers('addLine', teaLine)
    shop.send('cart', { type: 'cart.remove', lineId: riceLine.id })
    await shop.settled()
    await shop.answers('removeLine', { id: riceLine.id, quantity: 1, totalPrice: 15.9 })
    expect(shop.cart().context.lines).toEqual([teaLine])
    const { offer } = shop.toasts.at(-1)!
    shop.send('cart', offer!.add!)
    await shop.settled()
    const again = { ...riceLine, id: 'line-3' }
    await shop.answers('addLine', again)
    expect(shop.cart().context.lines).toEqual([again, teaLine])
    // the gateway puts it at the end
    shop.send('cart', { type: 'cart.open', lines: [teaLine, again] })
    await shop.settled()
    expect(shop.waiting('readCart')).toEqual([])
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    const added = { ...teaLine, id: 'line-4', productId: 4 }
    await shop.answers('readCart', [added, { ...teaLine, quantity: 4 }, again])
    expect(shop.cart().context.lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      [again.id, 1],
      [teaLine.id, 4],
      [added.id, 3],
    ])
  })

  // Specification: 4.10
  test.each([Number.NaN, 0, -1, 1.5, 1000])('ignores the quantity %s', async quantity => {
    const shop = await openCart()
    await add(shop, tea, quantity)
    expect(shop.waiting('addLine')).toEqual([])
  })

  test('shows a toast', async () => {
    const shop = await openCart()
    await add(shop, tea)
    await shop.answers('addLine', teaLine)
    expect(shop.toasts).toMatchObject([
      { kind: 'success', text: 'Success: You have added Jasmine Tea 100 g to your shopping cart!' },
    ])
  })

  // Specification: S.1.23
  test('shows the message of a refusal and leaves the lines unchanged', async () => {
    const shop = await openCart()
    await add(shop, tea)
    await shop.refuses('addLine', refused)
    expect(shop.toasts).toMatchObject([{ kind: 'error', text: 'Only 3 are left.' }])
    expect(shop.cart().context.lines).toEqual([riceLine])
  })
})

describe('the idempotency key of an unanswered addition', () => {
  /** A cart whose addition of tea got no response; returns the key and a function that adds it again. */
  async function loseAddition() {
    const shop = await openCart()
    await add(shop, tea)
    const keyIn = (at: OpenShop) => (at.waiting('addLine')[0]!.input as { requestId: string }).requestId
    const key = keyIn(shop)
    await shop.refuses('addLine', lost)
    await shop.answers('readCart', [riceLine])
    return { shop, key, keyIn: () => keyIn(shop) }
  }

  test('is sent again with the same product, quantity and cart', async () => {
    const { shop, key, keyIn } = await loseAddition()
    await add(shop, tea)
    expect(keyIn()).toBe(key)
  })

  test('has the cart read after it is answered, because the answer may be that of the first request', async () => {
    const { shop } = await loseAddition()
    await add(shop, tea)
    await shop.answers('addLine', teaLine)
    await shop.answers('readCart', [riceLine])
    expect(shop.cart().context.lines).toEqual([riceLine])
  })

  test.each([
    ['another quantity', async (shop: OpenShop) => add(shop, tea, 2)],
    ['another price', async (shop: OpenShop) => add(shop, { ...tea, price: 9, specialPrice: null })],
    [
      'the cart of another session',
      async (shop: OpenShop) => {
        await add(shop, rice)
        await shop.answers('addLine', { ...riceLine, id: 'line-9', sessionId: 'session-2' })
        await add(shop, tea)
      },
    ],
  ])('is not reused for %s', async (_what, addAgain) => {
    const { shop, key, keyIn } = await loseAddition()
    await addAgain(shop)
    expect(keyIn()).not.toBe(key)
  })
})

describe('a cart line', () => {
  // Specification: 4.11
  test('is replaced when its quantity changes, and the sums follow', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 })
    shop.host.fireNext()
    await shop.answers('changeLine')
    expect(basketOf(shop.cart().context)).toMatchObject({ quantity: 4, subtotal: 6360 })
  })

  test('of a cart that another one has replaced does not bring that cart back', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 })
    shop.host.fireNext()
    shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-2', identity: { is: 'guest' } })
    shop.send('cart', { type: 'cart.read' })
    await shop.answers('changeLine', { ...riceLine, quantity: 4, totalPrice: 63.6 })
    expect(shop.cart().context.sessionId).toBe('session-2')
    await shop.answers('readCart', [{ ...teaLine, sessionId: 'session-2' }])
    expect(shop.cart().context).toMatchObject({ sessionId: 'session-2', lines: [{ id: teaLine.id }] })
  })

  test('is changed to the quantity typed last when a reading is queued in between', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 })
    shop.send('cart', { type: 'cart.read' })
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 5 })
    shop.host.fireNext()
    await shop.settled()
    expect(shop.waiting('changeLine')).toMatchObject([{ input: { id: 'line-1', quantity: 5 } }])
  })

  // Specification: 4.12, 4.13
  test('takes its quantity and amount with it when it is removed, and a toast says so', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.remove', lineId: 'line-1' })
    await shop.settled()
    await shop.answers('removeLine')
    expect(basketOf(shop.cart().context)).toMatchObject({ quantity: 0, subtotal: 0 })
    expect(shop.toasts).toMatchObject([
      { kind: 'success', text: `Success: Remove ${rice.name} from your shopping cart!` },
    ])
  })

  test.each([
    ['counts as removed if the gateway no longer has it', {}, 0],
    ['is read again if the error page of a proxy answers its removal', { isForeign: true as const }, 1],
  ])('%s', async (_title, foreign, readings) => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.remove', lineId: 'line-1' })
    await shop.settled()
    await shop.refuses('removeLine', { code: 'refused', message: 'Not found', status: 404, ...foreign })
    expect(shop.waiting('readCart')).toHaveLength(readings)
    expect(shop.cart().context.lines).toHaveLength(readings)
  })

  test('whose removal is refused is read again, and stays', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.remove', lineId: 'line-1' })
    await shop.settled()
    await shop.refuses('removeLine', { code: 'refused', message: 'The order is being paid.', status: 409 })
    expect([shop.waiting('readCart').length, shop.cart().context.lines.length]).toEqual([1, 1])
    expect(shop.toasts.at(-1)).toMatchObject({ kind: 'error' })
  })

  // Specification: 5.3, 5.4, 9.24
  test.each([
    ['', 'Quantity is required'],
    ['0', 'Minimum quantity is 1'],
    ['1000', 'Maximum quantity is 999'],
  ])('rejects "%s": %s', (text, error) => {
    const quantity = parseQuantity(text)!
    expect(quantityError(quantity)).toBe(error)
    expect(isQuantity(quantity)).toBe(false)
  })

  test.each([
    [' 7 ', 7],
    ['007', 7],
    ['', null],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e2', undefined],
    ['１２', 12],
    ['١٢', 12],
  ])('reads the quantity "%s" as %s', (text, quantity) => expect(parseQuantity(text)).toBe(quantity))
})

describe('the coupon of a cart', () => {
  /** A cart with an applied coupon. @param since - text that is typed while it is validated */
  const applied = async (since?: string) => {
    const shop = await openCart()
    shop.send('cart', { type: 'coupon.typed', value: ' TEN ' })
    shop.send('cart', { type: 'coupon.apply' })
    if (since !== undefined) shop.send('cart', { type: 'coupon.typed', value: since })
    await shop.settled()
    await shop.answers('validateCoupon')
    return shop
  }

  // Specification: 3.31, 4.15
  test('is applied once it is validated', async () => {
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
  test('is cleared when the cart is loaded again', async () => {
    const shop = await applied()
    shop.send('cart', { type: 'cart.reload' })
    expect(shop.cart().context).toMatchObject({ coupon: null, code: '' })
  })

  const readAgain = async () => {
    const shop = await applied()
    shop.send('cart', { type: 'cart.open', lines: [riceLine] })
    await shop.settled()
    return shop
  }

  // Specification: S.4.15
  test('is validated again when the lines are read again', async () => {
    const shop = await readAgain()
    expect(couponStatus(shop.cart())).toBe('checking')
    expect(shop.cart().context.coupon).toMatchObject({ couponCode: 'TEN' })
    await shop.refuses('validateCoupon', { ...refused, message: 'This coupon has expired.' })
    expect(shop.cart().context).toMatchObject({
      coupon: null,
      code: ' TEN ',
      couponRefusal: { message: 'This coupon has expired.' },
    })
    expect(couponStatus(shop.cart())).toBe('dropped')
  })

  test('is validated again with the applied code, whatever is typed', async () => {
    const shop = await applied('TENx')
    expect(shop.cart().context.coupon).toMatchObject({ couponCode: 'TEN' })
    shop.send('cart', { type: 'coupon.typed', value: 'TENxy' })
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    expect(shop.waiting('validateCoupon').map(({ input }) => input)).toEqual([{ code: 'TEN' }])
  })

  test('that is no longer valid leaves what was typed since it was applied', async () => {
    const shop = await applied('FIVE')
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    await shop.refuses('validateCoupon', { ...refused, message: 'This coupon has expired.' })
    expect(shop.cart().context).toMatchObject({
      coupon: null,
      code: 'FIVE',
      couponRefusal: { message: 'This coupon has expired.' },
    })
  })

  test('that is no longer valid is named in a field that was cleared while it was validated', async () => {
    const shop = await applied('')
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    await shop.refuses('validateCoupon', { ...refused, message: 'This coupon has expired.' })
    expect(shop.cart().context).toMatchObject({
      coupon: null,
      code: 'TEN',
      couponRefusal: { message: 'This coupon has expired.' },
    })
  })

  const limited = { code: 'refused' as const, message: 'Too many requests.', status: 429, retryAfter: 45_000 }

  test.each([
    ['is lost', lost, 30_000],
    ['is limited', limited, 45_000],
  ])(
    'stays applied if the answer to a second validation %s, and is validated again later',
    async (_how, why, pause) => {
      const shop = await readAgain()
      await shop.refuses('validateCoupon', why)
      expect(shop.cart().context).toMatchObject({ coupon: { couponCode: 'TEN' }, couponRefusal: null })
      expect(couponState(shop.cart())).toBe('unchecked')
      expect(couponStatus(shop.cart())).toBe('kept')
      const now = shop.host.now()
      while (shop.waiting('validateCoupon').length === 0 && shop.host.fireNext()) await shop.settled()
      expect(shop.host.now() - now).toBe(pause)
      await shop.answers('validateCoupon')
      expect(couponState(shop.cart())).toBe('applied')
    },
  )

  test('that could not be validated again is validated by a button, or removed', async () => {
    const shop = await readAgain()
    await shop.refuses('validateCoupon', lost)
    shop.send('cart', { type: 'coupon.recheck' })
    await shop.settled()
    await shop.refuses('validateCoupon', refused)
    expect(shop.cart().context.coupon).toBeNull()
    const other = await readAgain()
    await other.refuses('validateCoupon', lost)
    other.send('cart', { type: 'coupon.remove' })
    expect(other.cart().context.coupon).toBeNull()
    expect(couponState(other.cart())).toBe('withdrawing')
  })

  test('keeps its discount through 15 quick changes in another tab, with 10 validations per minute', async () => {
    const shop = await applied()
    let allowed = 9
    let asked = 0
    for (let change = 0; change < 15; change += 1) {
      shop.send('cart', { type: 'cart.read' })
      await shop.settled()
      if (shop.waiting('readCart').length > 0) await shop.answers('readCart', [{ ...riceLine, quantity: change + 1 }])
      if (shop.waiting('validateCoupon').length === 0) continue
      asked += 1
      allowed -= 1
      if (allowed < 0) await shop.refuses('validateCoupon', limited)
      else await shop.answers('validateCoupon')
      expect(shop.cart().context.coupon).toMatchObject({ couponCode: 'TEN' })
    }
    expect(asked).toBe(10)
    expect(couponState(shop.cart())).toBe('unchecked')
    expect(basketOf(shop.cart().context).coupon).toMatchObject({ couponCode: 'TEN' })
  })

  test('can be applied while the removal of the previous one is in flight', async () => {
    const shop = await applied()
    shop.send('cart', { type: 'coupon.remove' })
    await shop.settled()
    shop.send('cart', { type: 'coupon.typed', value: 'TEN' })
    shop.send('cart', { type: 'coupon.apply' })
    await shop.settled()
    await shop.answers('validateCoupon')
    expect(shop.cart().context.coupon).toMatchObject({ couponCode: 'TEN' })
  })
})

describe('quantities that are typed while the cart is being read', () => {
  const sent = async (shop: Awaited<ReturnType<typeof openCart>>) => {
    const inputs: unknown[] = []
    for (let more = 9; more > 0; more -= 1) {
      while (shop.waiting('changeLine').length === 0 && shop.waiting('removeLine').length === 0)
        if (!shop.host.fireNext()) return inputs
      const one = [...shop.waiting('changeLine'), ...shop.waiting('removeLine')][0]!
      inputs.push(one.input)
      await shop.settle(one, { answer: { ...riceLine, quantity: 4, totalPrice: 63.6 } })
      await shop.settled()
    }
    return inputs
  }
  const reading = async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    expect(shop.cart().value.lines).toBe('loading')
    return shop
  }

  test('send only the last one', async () => {
    const shop = await reading()
    for (const quantity of [2, 3, 4]) shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity })
    await shop.answers('readCart', [riceLine])
    expect(await sent(shop)).toMatchObject([{ id: 'line-1', quantity: 4 }])
  })

  test('are all dropped if the field is left empty', async () => {
    const shop = await reading()
    for (const quantity of [2, null]) shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity })
    await shop.answers('readCart', [riceLine])
    expect(await sent(shop)).toEqual([])
  })

  test('are all dropped if the line is removed', async () => {
    const shop = await reading()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 2 })
    shop.send('cart', { type: 'cart.remove', lineId: 'line-1' })
    await shop.answers('readCart', [riceLine])
    await shop.settled()
    expect(await sent(shop)).toEqual([{ id: 'line-1' }])
  })
})

describe('the amounts of a cart with a quantity that is being changed', () => {
  const amounts = (shop: Awaited<ReturnType<typeof openCart>>) => {
    const { context } = shop.cart()
    const { totals } = cartBill(context, settings)
    return {
      lines: expectedLines(context).map(({ quantity, totalPrice }) => [quantity, totalPrice]),
      subtotal: totals.subtotal,
      isConfirming: isConfirming(context),
    }
  }

  test('follow from the multi-buy at once, until the gateway confirms them', async () => {
    const several = { ...riceLine, linePrice: 15.9, multiBuy: { quantity: 3, price: 40 } }
    const shop = await openCart([several])
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 })
    expect(expectedLines(shop.cart().context)).toMatchObject([{ quantity: 4, totalPrice: 63.6, linePrice: 55.9 }])
    expect(amounts(shop)).toMatchObject({ subtotal: 5590, isConfirming: true })
    shop.host.fireNext()
    await shop.settled()
    // it has ended at the gateway
    await shop.answers('changeLine', { ...riceLine, quantity: 4, totalPrice: 63.6 })
    expect(amounts(shop)).toMatchObject({ subtotal: 6360, isConfirming: false })
  })

  // Specification: S.4.6, S.4.26
  test('follow from the unit price at once, until the gateway confirms them', async () => {
    const shop = await openCart()
    expect(amounts(shop)).toEqual({ lines: [[1, 15.9]], subtotal: 1590, isConfirming: false })
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 })
    expect(amounts(shop)).toEqual({ lines: [[4, 63.6]], subtotal: 6360, isConfirming: true })
    expect(expectedLines(shop.cart().context)[0]).toBe(expectedLines(shop.cart().context)[0])
    shop.host.fireNext()
    await shop.settled()
    // the price has changed at the gateway
    await shop.answers('changeLine', { ...riceLine, quantity: 4, totalPrice: 66, productPrice: 16.5 })
    expect(amounts(shop)).toEqual({ lines: [[4, 66]], subtotal: 6600, isConfirming: false })
  })

  test('are restored if the change is refused', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 })
    shop.host.fireNext()
    await shop.settled()
    await shop.refuses('changeLine', refused)
    expect(amounts(shop)).toEqual({ lines: [[1, 15.9]], subtotal: 1590, isConfirming: false })
  })

  test('are those of the last reading while the quantity is invalid', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: null })
    expect(amounts(shop)).toEqual({ lines: [[1, 15.9]], subtotal: 1590, isConfirming: false })
  })
})

describe('lines that were requested before a change was confirmed', () => {
  test('are read again when they differ from those that are held', async () => {
    const shop = await openCart()
    await add(shop, tea)
    await shop.answers('addLine', teaLine)
    shop.send('cart', { type: 'cart.open', lines: [riceLine] })
    await shop.settled()
    expect(shop.waiting('readCart').map(({ input }) => input)).toEqual([{ sessionId: 'session-1' }])
    await shop.answers('readCart', [riceLine, teaLine])
    expect(shop.cart().context.lines).toEqual([riceLine, teaLine])
  })

  test('are stored when they are the same or of another session', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.open', lines: [riceLine] })
    shop.send('cart', { type: 'visit.started', visitId: 'visit', sessionId: 'session-9' })
    shop.send('cart', { type: 'cart.open', lines: [{ ...teaLine, sessionId: 'session-9' }] })
    await shop.settled()
    expect(shop.waiting('readCart')).toEqual([])
    expect(shop.cart().context).toMatchObject({ sessionId: 'session-9', lines: [{ productId: 2 }] })
  })
})

describe('before the first response', () => {
  const context = createActor(shopMachine).getSnapshot().context

  // Specification: 3.5, 3.6, 3.7
  test('the cart is not read from the gateway: it has no session', async () => {
    const shop = openShop()
    shop.root.start()
    shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
    await shop.answers('begin', { settings, lines: [] })
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    expect(shop.waiting('readCart')).toEqual([])
    expect(shop.at<Seen>('cart').context).toMatchObject({ sessionId: null, lines: [] })
  })

  test('the cart has no session, no items and no amount', () => {
    expect(context.basket).toEqual({ sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null })
  })

  // Specification: 3.33
  test('there are no settings, and an unreadable cart holds the reason', async () => {
    expect(context.settings).toBeNull()
    const shop = openShop()
    shop.root.start()
    shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
    await shop.refuses('begin', lost)
    await shop.refuses('readCart', lost)
    expect(shop.at<Seen>('cart')).toMatchObject({ value: { lines: 'unreachable' }, context: { refusal: lost } })
  })
})

describe('a quantity that is typed', () => {
  test('is sent 400 ms after the last change, with the last value', async () => {
    const shop = await openCart()
    const quantities = [2, 24, 240]
    for (const quantity of quantities) {
      shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity })
      shop.host.elapse(300)
    }
    // 300 ms have passed since the last change
    expect(shop.host.deadlines()).toContain(shop.host.now() + 100)
    expect(shop.waiting('changeLine')).toEqual([])
    const changedAt = shop.host.now() - 300
    while (shop.waiting('changeLine').length === 0) expect(shop.host.fireNext()).toBe(true)
    expect(shop.host.now() - changedAt).toBe(400)
    expect(shop.waiting('changeLine').map(({ input }) => input)).toMatchObject([{ quantity: 240 }])
  })
})

describe('a removal', () => {
  test('closes the cart’s dropdown, which it was made in', async () => {
    const shop = await openCart()
    const dropdown = () => shop.at<{ value: { dropdown: unknown } }>('menus').value.dropdown
    shop.send('menus', { type: 'menus.toggle', menu: 'cart' })
    expect(dropdown()).toBe('cart')
    shop.send('cart', { type: 'cart.remove', lineId: riceLine.id })
    expect(dropdown()).toBe('cart')
    await shop.answers('removeLine', { id: riceLine.id, quantity: 1, totalPrice: 15.9 })
    expect(dropdown()).toBe('closed')
  })
})

describe('an order', () => {
  test('of another cart leaves the lines and the coupon, and its own clears both', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'coupon.typed', value: 'TEN' })
    shop.send('cart', { type: 'coupon.apply' })
    await shop.settled()
    await shop.answers('validateCoupon')
    shop.send('cart', { type: 'cart.clear', sessionId: 'session-0' })
    expect(shop.cart().context).toMatchObject({ lines: [riceLine], coupon: { couponCode: 'TEN' } })
    shop.send('cart', { type: 'cart.clear', sessionId: 'session-1' })
    expect(shop.cart().context).toMatchObject({ lines: [], coupon: null })
  })

  test('leaves a cart that was begun since', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.clear', sessionId: 'session-1' })
    await add(shop, tea, 3)
    await shop.answers('addLine', { ...teaLine, sessionId: 'session-2' })
    shop.send('cart', { type: 'cart.clear', sessionId: 'session-1' })
    expect(shop.cart().context.lines).toEqual([{ ...teaLine, sessionId: 'session-2' }])
  })
})

describe('without a connection', () => {
  const connectionReturns = async (shop: OpenShop) => {
    shop.send('cart', { type: 'connection.returned' })
    await shop.settled()
  }

  test('a command waits, without a message, and is sent with its key when the connection returns', async () => {
    const shop = await openCart()
    await add(shop, tea, 3)
    const sent = shop.waiting('addLine')[0]!.input
    await shop.refuses('addLine', offline)
    expect(shop.cart().value.lines).toBe('waiting')
    expect(shop.toasts).toEqual([])
    expect(addingText(shop.cart(), tea.id)).toBe('Waiting for connection')
    expect(waitingAdditions(shop.cart())).toMatchObject([{ productId: tea.id, quantity: 3 }])
    await connectionReturns(shop)
    expect(shop.waiting('addLine')[0]!.input).toEqual(sent)
    await shop.answers('addLine', teaLine)
    // the first request may have arrived, and its answer is older than what has happened since
    await shop.answers('readCart', [riceLine, teaLine])
    expect(shop.cart()).toMatchObject({ value: { lines: 'idle' }, context: { lines: [riceLine, teaLine] } })
  })

  test('later commands wait behind the first, and the last one of a line wins', async () => {
    const shop = await openCart()
    await add(shop, tea)
    await shop.refuses('addLine', offline)
    for (const quantity of [2, 5]) shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity })
    expect(isLineWaiting(shop.cart(), riceLine.id)).toBe(true)
    expect(shop.waiting('changeLine')).toEqual([])
    await connectionReturns(shop)
    await shop.answers('addLine', teaLine)
    await shop.answers('readCart', [riceLine, teaLine])
    shop.host.fireNext()
    await shop.settled()
    expect(shop.waiting('changeLine')[0]!.input).toMatchObject({ id: riceLine.id, quantity: 5 })
  })

  test('a command is tried once a minute, in case the browser is wrong about its connection', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.remove', lineId: riceLine.id })
    await shop.settled()
    await shop.refuses('removeLine', offline)
    expect(shop.waiting('removeLine')).toEqual([])
    const before = shop.host.now()
    while (shop.waiting('removeLine').length === 0 && shop.host.fireNext()) await shop.settled()
    expect(shop.host.now() - before).toBe(60_000)
    await shop.answers('removeLine')
    expect(shop.cart().context.lines).toEqual([])
  })

  test('a removal that had arrived counts as done, and a cart that could not be read is read again', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.remove', lineId: riceLine.id })
    await shop.settled()
    await shop.refuses('removeLine', offline)
    await connectionReturns(shop)
    await shop.refuses('removeLine', gone)
    expect(shop.cart()).toMatchObject({ value: { lines: 'idle' }, context: { lines: [] } })
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    await shop.refuses('readCart', offline)
    expect(shop.cart().value.lines).toBe('unreachable')
    await connectionReturns(shop)
    await shop.answers('readCart', [teaLine])
    expect(shop.cart().context.lines).toEqual([teaLine])
  })

  test('a quantity that is set after an addition of the same product holds after it', async () => {
    const shop = await openCart()
    shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity: 2 })
    await add(shop, rice)
    shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity: 9 })
    expect(shop.cart().context.pendingCommands).toMatchObject([
      { kind: 'change', quantity: 2 },
      { kind: 'add', productId: rice.id },
      { kind: 'change', quantity: 9 },
    ])
  })
})
