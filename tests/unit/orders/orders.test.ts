import { describe, expect, test } from 'vitest'
import type { BulkAddContext } from '#machines/bulk-add/bulk-add-setup'
import { orderListOf, readOrderOf, type OrdersContext } from '#machines/orders/orders'
import { OrdersScreen } from '#src/orders/OrdersScreen.tsx'
import { drawScreen } from '../../kit/draw-screen.tsx'
import { lost, placedOrder, rice } from '../../kit/outcomes.ts'
import { goesTo, openAsCustomer } from '../../kit/customer-data.ts'

const current = '/manage-order/current-order'
const history = '/manage-order/history-order'
const other = { ...placedOrder, orderId: 'order-2', orderNumber: 'LL-1002' }
const both = [other, placedOrder]

async function openOrders(path = current) {
  const shop = await openAsCustomer(path)
  const seen = () => shop.at<{ context: OrdersContext; value: { list: string; order: string } }>('orders')
  return {
    ...shop,
    seen,
    toggles: async (orderId: string) => {
      shop.send('orders', { type: 'orders.toggle', orderId })
      await shop.settled()
    },
    asked: () => shop.waiting('readOrder').map(one => one.input),
  }
}
const read = (order: typeof placedOrder) => ({ order, deliveryName: 'Home delivery' })

describe('an empty list of orders', () => {
  test.each([
    [current, 'Orders in progress will appear here. Finished ones are in Order History.'],
    [history, 'Finished orders will appear here, ready to reorder. Orders in progress are in Current Order.'],
  ])('says at %s which orders it is for, and where the others are', async (path, words) => {
    const orders = await openOrders(path)
    await orders.answers('readOrders', [])
    expect(drawScreen(orders, path, OrdersScreen)).toContain(words)
  })
})

describe('the orders', () => {
  // Specification: 1.20, 2.1.28, 4.55
  test.each([
    ['/manage-account', 'recent'],
    ['/manage-order', 'current'],
    [current, 'current'],
    [history, 'history'],
  ])('of %s are the %s ones', async (path, list) => {
    expect(orderListOf({ pathname: path })).toBe(list)
    const orders = await openOrders(path)
    expect(orders.waiting('readOrders').map(one => one.input)).toEqual([{ list }])
  })

  test('are shown when they arrive; the page does not wait for them', async () => {
    const orders = await openOrders()
    expect(orders.seen().value.list).toBe('reading')
    await orders.answers('readOrders', both)
    expect(orders.seen()).toMatchObject({ context: { orders: both }, value: { list: 'ready' } })
  })

  test('that could not be read are read again when the shopper retries', async () => {
    const orders = await openOrders()
    await orders.refuses('readOrders', lost)
    expect(orders.seen().value.list).toBe('unreachable')
    orders.send('orders', { type: 'orders.retry' })
    await orders.answers('readOrders', both)
    expect(orders.seen().context.orders).toEqual(both)
  })

  test('of another list are never shown instead, and a late answer is dropped', async () => {
    const orders = await openOrders()
    await orders.answers('readOrders', both)
    await goesTo(orders, history)
    expect(orders.seen().context).toMatchObject({ list: 'history', orders: [] })
    const [late] = orders.waiting('readOrders')
    await goesTo(orders, current)
    late!.resolve([other])
    await orders.settled()
    expect(orders.seen().context).toMatchObject({ list: 'current', orders: [] })
  })

  test('stay while the same list is read again', async () => {
    const orders = await openOrders()
    await orders.answers('readOrders', both)
    await goesTo(orders, current)
    expect(orders.seen()).toMatchObject({ context: { orders: both }, value: { list: 'reading' } })
  })
})

describe('an order', () => {
  test('is read when it is expanded, and not read again when it is expanded again', async () => {
    const orders = await openOrders()
    await orders.answers('readOrders', both)
    await orders.toggles('order-1')
    expect(orders.asked()).toEqual([{ orderId: 'order-1' }])
    await orders.answers('readOrder', read(placedOrder))
    expect(readOrderOf(orders.seen().context, 'order-1')).toEqual(read(placedOrder))
    await orders.toggles('order-1')
    expect(orders.seen()).toMatchObject({ context: { opened: null }, value: { order: 'collapsed' } })
    await orders.toggles('order-1')
    expect(orders.seen().value.order).toBe('ready')
    expect(orders.asked()).toEqual([])
  })

  test('that is expanded instead of another drops the answer for that one', async () => {
    const orders = await openOrders()
    await orders.answers('readOrders', both)
    await orders.toggles('order-1')
    const [late] = orders.waiting('readOrder')
    await orders.toggles('order-2')
    late!.resolve(read(placedOrder))
    await orders.settled()
    expect(orders.seen().context.read).toEqual([])
    expect(orders.asked()).toEqual([{ orderId: 'order-2' }])
  })

  test('that could not be read is read again when the shopper retries', async () => {
    const orders = await openOrders()
    await orders.answers('readOrders', both)
    await orders.toggles('order-1')
    await orders.refuses('readOrder', lost)
    expect(orders.seen().value.order).toBe('unreachable')
    orders.send('orders', { type: 'orders.retryOrder' })
    await orders.answers('readOrder', read(placedOrder))
    expect(orders.seen().value.order).toBe('ready')
  })

  test('is still expanded after going back to its list, and collapsed after opening the list', async () => {
    const orders = await openOrders()
    await orders.answers('readOrders', both)
    await orders.toggles('order-1')
    await orders.answers('readOrder', read(placedOrder))
    await goesTo(orders, '/main/brands')
    await goesTo(orders, current, 'POP')
    expect(orders.seen()).toMatchObject({ context: { opened: 'order-1' }, value: { list: 'reading', order: 'ready' } })
    await goesTo(orders, current)
    expect(orders.seen()).toMatchObject({ context: { opened: null, read: [] }, value: { order: 'collapsed' } })
  })
})

describe('buying an order again', () => {
  const offer = { productId: 1, product: rice, suggestion: null }
  const bulk = (orders: Awaited<ReturnType<typeof openOrders>>) =>
    orders.at<{ value: unknown; context: BulkAddContext }>('orders/orderBulkAdd')

  async function buysAgain(isAlwaysShown = false) {
    const orders = await openOrders()
    await orders.answers('readOrders', both)
    await orders.toggles('order-1')
    await orders.answers('readOrder', read(placedOrder))
    orders.send('orders', { type: 'orders.buyAgain', orderId: 'order-1', sessionId: 'session-1', isAlwaysShown })
    await orders.settled()
    return orders
  }

  // Specification: S.7.17
  test('adds its lines at once if nothing has changed, and reads the cart', async () => {
    const orders = await buysAgain()
    await orders.answers('readOffers', [offer])
    expect(orders.waiting('addLines').map(one => one.input)).toMatchObject([
      { requestId: 'visit/order/order-1/1', sessionId: 'session-1', lines: [{ productId: 1, quantity: 1 }] },
    ])
    await orders.answers('addLines', { sessionId: 'session-2', added: [1], refused: [] })
    expect(orders.said).toEqual([{ kind: 'success', text: 'Success: You have added 1 product to your shopping cart!' }])
    expect(orders.waiting('readCart').map(one => one.input)).toEqual([{ sessionId: 'session-2' }])
    expect(bulk(orders).value).toEqual({ choosing: 'closed' })
  })

  test('shows its lines first if a price has changed', async () => {
    const orders = await buysAgain()
    await orders.answers('readOffers', [{ ...offer, product: { ...rice, specialPrice: 16.9 } }])
    expect(bulk(orders).value).toEqual({ choosing: 'reviewing' })
    expect(orders.waiting('addLines')).toEqual([])
  })

  test('shows its lines first if the shopper chooses among them', async () => {
    const orders = await buysAgain(true)
    await orders.answers('readOffers', [offer])
    expect(bulk(orders).value).toEqual({ choosing: 'reviewing' })
  })

  test('reads the cart after an addition that the shopper gives up', async () => {
    const orders = await buysAgain(true)
    await orders.answers('readOffers', [offer])
    orders.send('orders/orderBulkAdd', { type: 'bulk.confirm', sessionId: 'session-1' })
    await orders.settled()
    await orders.refuses('addLines', { code: 'interrupted', message: '', status: 0 })
    expect(bulk(orders).value).toEqual({ sending: 'unanswered' })
    orders.send('orders/orderBulkAdd', { type: 'bulk.close' })
    await orders.settled()
    expect(orders.waiting('readCart')).toHaveLength(1)
    expect(orders.said).toEqual([])
  })

  test('ends its review when the order is collapsed', async () => {
    const orders = await buysAgain(true)
    await orders.answers('readOffers', [offer])
    await orders.toggles('order-1')
    expect(bulk(orders).value).toEqual({ choosing: 'closed' })
  })
})
