import { describe, expect, test } from 'vitest'
import type { DeliveryMethod } from '#contract/delivery'
import type { NewOrder } from '#contract/order'
import { checkoutTotals, deliveryFormOf, methodOf } from '#machines/checkout/order-rules'
import { canPlace, changesSinceReview } from '#machines/checkout/reviewed'
import type { CartLine } from '#contract/cart'
import type { Account } from '#machines/messages/customer'
import {
  accountFor,
  answers,
  identityOf,
  lost,
  mai,
  refused,
  riceLine,
  savedAddress,
  tea,
  teaLine,
} from '../../kit/outcomes.ts'
import { additionOf } from '#src/catalogue/in-cart.ts'
import { locationOf } from '../../kit/open-shop.ts'
import {
  checkoutOf,
  openAtPayment,
  openAtReview,
  openCheckout,
  passesUntil,
  reload,
  stepOf,
  type Payer,
} from '../../kit/open-payment.ts'

const methods = answers.readMethods as DeliveryMethod[]

/** The delivery methods are read again, as by the page's own link `#payment`. */
async function readsMethods(shop: Payer, answer: DeliveryMethod[]) {
  const { visitId, basket, settings, account } = checkoutOf(shop)
  shop.send('checkout', {
    type: 'page.open',
    location: locationOf('/check-out'),
    move: 'POP',
    visitId,
    basket,
    settings,
    account,
  })
  await shop.settled()
  await shop.answers('readMethods', answer)
}

async function places(shop: Payer): Promise<NewOrder[]> {
  shop.send('checkout', { type: 'checkout.place', total: checkoutTotals(checkoutOf(shop)).total })
  await shop.settled()
  return shop.waiting('placeOrder').map(({ input }) => input as NewOrder)
}

/** Pick-up is reviewed. */
async function reviewPickup(): Promise<Payer> {
  const shop = await openAtPayment()
  shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
  shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  shop.send('checkout', { type: 'checkout.continue' })
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  expect([stepOf(shop), checkoutOf(shop).methodId]).toEqual(['review', 'pickup'])
  return shop
}

describe('what the shopper reviewed', () => {
  test('stays a pick-up when the list of methods is empty once', async () => {
    const shop = await reviewPickup()
    await readsMethods(shop, [])
    expect([stepOf(shop), checkoutOf(shop).methodId, methodOf(checkoutOf(shop))]).toEqual(['delivery', 'pickup', null])
    expect(checkoutOf(shop).undone).toBe('method')
    expect(await places(shop)).toEqual([])
    await readsMethods(shop, methods)
    expect([stepOf(shop), checkoutOf(shop).methodId]).toEqual(['delivery', 'pickup'])
    expect(await places(shop)).toEqual([])
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.continue' })
    expect([stepOf(shop), checkoutOf(shop).undone]).toEqual(['review', null])
    expect(await places(shop)).toMatchObject([{ deliveryMethod: 'pickup', total: 15.9 }])
  })

  test('undoes its step when its method costs something else', async () => {
    const shop = await reviewPickup()
    await readsMethods(
      shop,
      methods.map(method => (method.id === 'pickup' ? { ...method, fee: 3 } : method)),
    )
    expect([stepOf(shop), checkoutOf(shop).undone]).toEqual(['delivery', 'method'])
  })

  test('undoes its step when the standard delivery fee changes, and stays when other settings do', async () => {
    const shop = await openAtPayment()
    const { settings: known } = checkoutOf(shop)
    const changes = (more: object) =>
      shop.send('checkout', { type: 'settings.changed', settings: { ...known, ...more } })
    changes({ calculateDeliveryFee: false })
    shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.continue' })
    expect(stepOf(shop)).toBe('review')
    changes({ calculateDeliveryFee: false, minimumOrderLimit: 1 })
    expect([stepOf(shop), checkoutOf(shop).undone]).toEqual(['review', null])
    changes({ calculateDeliveryFee: false, deliveryFee: 99 })
    expect([stepOf(shop), checkoutOf(shop).undone]).toEqual(['delivery', 'fee'])
  })

  test('stays as it is when the same methods are read again', async () => {
    const shop = await reviewPickup()
    await readsMethods(shop, methods)
    expect([stepOf(shop), canPlace(checkoutOf(shop))]).toEqual(['review', true])
  })

  const home = { ...savedAddress, addressId: 'address-2', address1: '1 Plum Street' }
  const account: Account = { ...accountFor(mai), addresses: [savedAddress, home], billingId: savedAddress.addressId }
  const changed = (shop: Payer, to: Account) => shop.send('checkout', { type: 'account.changed', account: to })

  /** Delivery to a saved address is reviewed. */
  async function reviewSaved(): Promise<Payer> {
    const shop = await openCheckout({ identity: identityOf(mai) })
    changed(shop, account)
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.chooseSaved', id: home.addressId })
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.settled()
    await shop.answers('readFee')
    shop.send('checkout', { type: 'checkout.continue' })
    expect([stepOf(shop), deliveryFormOf(checkoutOf(shop))?.address1]).toEqual(['review', '1 Plum Street'])
    return shop
  }

  test.each([
    ['deleted', { ...account, addresses: [savedAddress] }],
    ['changed', { ...account, addresses: [savedAddress, { ...home, address1: '9 Fig Street' }] }],
  ])('undoes its step when the saved address is %s', async (_, to) => {
    const shop = await reviewSaved()
    changed(shop, to)
    expect([stepOf(shop), checkoutOf(shop).undone]).toEqual(['delivery', 'address'])
    expect(await places(shop)).toEqual([])
  })

  test('stays as it is while the account is read again', async () => {
    const shop = await reviewSaved()
    shop.send('checkout', { type: 'account.changed', account: null })
    expect(await places(shop)).toEqual([])
    changed(shop, account)
    await shop.answers('readFee')
    expect([stepOf(shop), checkoutOf(shop).undone, canPlace(checkoutOf(shop))]).toEqual(['review', null, true])
  })

  test('keeps its billing address and its recipient when the account changes', async () => {
    const shop = await reviewSaved()
    const { person, billing } = checkoutOf(shop)
    changed(shop, {
      ...account,
      info: { ...account.info, telephone: '0299999999' },
      addresses: [{ ...savedAddress, address1: '2 Elsewhere' }, home],
    })
    expect(checkoutOf(shop)).toMatchObject({ person, billing })
  })
})

describe('a reviewed amount', () => {
  const total = (shop: Payer) => checkoutTotals(checkoutOf(shop)).total
  const changes = (shop: Payer) => changesSinceReview(checkoutOf(shop))
  const accepts = (shop: Payer, shown = total(shop)) => shop.send('checkout', { type: 'checkout.accept', total: shown })

  /** Another tab says that the cart has changed, and it is read again. */
  async function rereads(shop: Payer, ...lines: CartLine[]) {
    shop.send('cart', { type: 'cart.read' })
    await shop.settled()
    await shop.answers('readCart', lines)
  }
  const dearer = { ...riceLine, totalPrice: 17.9, productPrice: 17.9 }

  test('that has changed keeps the order from being placed until the shopper accepts it', async () => {
    const shop = await reviewPickup()
    await rereads(shop, dearer)
    expect(changes(shop)).toEqual([{ about: 'price', productId: 1, was: 15.9, now: 17.9 }])
    expect(await places(shop)).toEqual([])
    accepts(shop, 1590)
    expect(await places(shop)).toEqual([])
    accepts(shop)
    expect(changes(shop)).toEqual([])
    expect(await places(shop)).toMatchObject([{ total: 17.9 }])
  })

  describe('with a multi-buy', () => {
    const multiBuy = { quantity: 2, price: 30 }
    const lineOf = (quantity: number, linePrice: number) => ({
      ...riceLine,
      quantity,
      totalPrice: (quantity * 1590) / 100,
      linePrice,
      multiBuy,
    })

    test('is ordered as it was shown, after a change of the quantity too', async () => {
      const shop = await reviewPickup()
      await rereads(shop, lineOf(1, 15.9))
      expect(changes(shop)).toEqual([])
      shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity: 2 })
      await passesUntil(shop, () => shop.waiting('changeLine').length > 0)
      await shop.answers('changeLine', lineOf(2, 30))
      accepts(shop)
      expect(changes(shop)).toEqual([])
      shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity: 3 })
      await passesUntil(shop, () => shop.waiting('changeLine').length > 0)
      await shop.answers('changeLine', lineOf(3, 45.9))
      expect(changes(shop)).toEqual([])
      expect(await places(shop)).toMatchObject([
        { total: 45.9, lines: [{ productId: 1, quantity: 3, totalPrice: 47.7, linePrice: 45.9 }] },
      ])
    })

    test('that has ended is another price, which the shopper accepts first', async () => {
      const shop = await reviewPickup()
      await rereads(shop, lineOf(2, 30))
      accepts(shop)
      await rereads(shop, { ...riceLine, quantity: 2, totalPrice: 31.8 })
      expect(changes(shop)).toEqual([{ about: 'price', productId: 1, was: 30, now: 31.8 }])
      expect(await places(shop)).toEqual([])
      accepts(shop)
      expect(await places(shop)).toMatchObject([{ total: 31.8, lines: [{ totalPrice: 31.8 }] }])
    })
  })

  test('that has changed is never paid online before the shopper accepts it', async () => {
    const shop = await openAtReview()
    await rereads(shop, dearer)
    await shop.answers('readFee')
    shop.send('checkout', { type: 'checkout.pay', total: total(shop) })
    await shop.settled()
    expect([stepOf(shop), shop.waiting('beginPayment')]).toEqual(['review', []])
  })

  test('that has changed back needs no acceptance', async () => {
    const shop = await reviewPickup()
    await rereads(shop, dearer)
    await rereads(shop, riceLine)
    expect(changes(shop)).toEqual([])
    expect(await places(shop)).toMatchObject([{ total: 15.9 }])
  })

  test('of another quantity, which the shopper chose in another tab or on another device, is a change', async () => {
    const shop = await reviewPickup()
    await rereads(shop, { ...riceLine, quantity: 2, totalPrice: 31.8 })
    expect(changes(shop)).toEqual([{ about: 'cart' }])
    expect(await places(shop)).toEqual([])
  })

  test('is a change also if the page was reloaded meanwhile', async () => {
    const shop = await reload(await reviewPickup())
    await rereads(shop, dearer)
    expect(await places(shop)).toEqual([])
  })

  test('of a product that was added on another device is a change also when the checkout is opened again', async () => {
    const shop = await reviewPickup()
    await rereads(shop, riceLine, teaLine)
    await readsMethods(shop, methods)
    expect(changes(shop)).toEqual([{ about: 'cart' }])
    expect(await places(shop)).toEqual([])
  })

  test('with a coupon that the shopper applies or removes here needs no acceptance', async () => {
    const shop = await reviewPickup()
    shop.send('cart', { type: 'coupon.typed', value: 'TEN' })
    shop.send('cart', { type: 'coupon.apply' })
    await shop.settled()
    await shop.answers('validateCoupon')
    expect([checkoutOf(shop).basket.coupon, changes(shop)]).toEqual([answers.validateCoupon, []])
    shop.send('cart', { type: 'coupon.remove' })
    await shop.settled()
    expect([checkoutOf(shop).basket.coupon, changes(shop)]).toEqual([null, []])
  })

  test.each([
    ['needs no acceptance', { ...riceLine, quantity: 2, totalPrice: 31.8 }, []],
    [
      'needs no acceptance, unlike its price',
      { ...dearer, quantity: 2, totalPrice: 35.8 },
      [{ about: 'price', productId: 1, was: 31.8, now: 35.8 }],
    ],
  ])('that the gateway confirms after the review was opened %s', async (_, confirmed, expected) => {
    const shop = await reviewPickup()
    shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity: 2 })
    await passesUntil(shop, () => shop.waiting('changeLine').length > 0)
    await shop.answers('changeLine', confirmed)
    expect(changes(shop)).toEqual(expected)
    expect(canPlace(checkoutOf(shop))).toBe(expected.length === 0)
  })

  test('that the shopper changes here accepts nothing that was changed in another tab', async () => {
    const shop = await reviewPickup()
    await rereads(shop, riceLine, teaLine)
    expect(changes(shop)).toEqual([{ about: 'cart' }])
    shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity: 2 })
    await passesUntil(shop, () => shop.waiting('changeLine').length > 0)
    await shop.answers('changeLine', { ...riceLine, quantity: 2, totalPrice: 31.8 })
    expect(changes(shop)).toEqual([{ about: 'cart' }])
    expect(await places(shop)).toEqual([])
  })

  test('of a cart that another tab has ordered is a change, also if a product that is added here begins the next cart', async () => {
    const shop = await reviewPickup()
    shop.send('cart', additionOf(tea, 3, 'list'))
    await shop.settled()
    await shop.answers('addLine', { ...teaLine, sessionId: 'session-2' })
    expect(checkoutOf(shop).basket.lines).toMatchObject([{ productId: 2, quantity: 3 }])
    expect(changes(shop)).toEqual([{ about: 'cart' }])
    expect(await places(shop)).toEqual([])
    accepts(shop)
    expect(await places(shop)).toMatchObject([{ sessionId: 'session-2', total: 35.7 }])
  })

  test('that changed while the outcome of an order was unknown is a change once that order is discarded', async () => {
    const shop = await reviewPickup()
    await places(shop)
    await shop.refuses('placeOrder', lost)
    await rereads(shop, dearer)
    shop.send('checkout/orderAttempt', { type: 'order.abandon' })
    await shop.answers('discardOrder', { isPlaced: false, isKeySpent: true })
    expect(stepOf(shop)).toBe('review')
    expect(changes(shop)).toEqual([{ about: 'price', productId: 1, was: 15.9, now: 17.9 }])
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    shop.send('checkout', { type: 'checkout.continue' })
    expect(changes(shop)).toEqual([])
  })

  test('that a refusal has named needs no acceptance', async () => {
    const shop = await reviewPickup()
    await places(shop)
    const conflict = { about: 'price', productId: 1, was: 15.9, now: 17.9, message: 'It costs more.' }
    await shop.refuses('placeOrder', { ...refused, conflicts: [conflict] })
    await shop.answers('readCart', [dearer])
    expect([stepOf(shop), changes(shop)]).toEqual(['review', []])
    expect(await places(shop)).toMatchObject([{ total: 17.9 }])
  })

  test('that changes again after a refusal is a change', async () => {
    const shop = await reviewPickup()
    await places(shop)
    const conflict = { about: 'price', productId: 1, was: 15.9, now: 17.9, message: 'It costs more.' }
    await shop.refuses('placeOrder', { ...refused, conflicts: [conflict] })
    await shop.answers('readCart', [{ ...riceLine, totalPrice: 19.9, productPrice: 19.9 }])
    expect(changes(shop)).toEqual([{ about: 'price', productId: 1, was: 15.9, now: 19.9 }])
    expect(await places(shop)).toEqual([])
  })
})
