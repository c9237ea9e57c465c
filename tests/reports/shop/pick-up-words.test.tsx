import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/order'
import { receiptMail } from '#gateway/mail/receipt-mail'
import { OrderDetail } from '#src/orders/OrderDetail.tsx'
import { pickUpLines } from '#src/orders/order-text.ts'
import { store } from '#src/store/store.ts'

const address = {
  address1: '1 High Street',
  city: 'Eastwood',
  postCode: '2122',
  countryId: 1,
  countryName: 'Australia',
  regionId: 1,
  regionName: 'New South Wales',
}
const order = (deliveryAddress: Order['deliveryAddress']): Order => ({
  orderId: 'o1',
  orderNumber: 'LL-1',
  createdAt: '2026-01-01T00:00:00.000Z',
  orderStatus: 'received',
  quantity: 1,
  subtotal: 30,
  discount: 0,
  couponCode: null,
  deliveryFee: 0,
  total: 30,
  customer: { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' },
  billingAddress: address,
  deliveryAddress,
  deliveryMethod: deliveryAddress ? 'home-delivery' : 'pick-up',
  lines: [],
  payment: { method: 'on-delivery', status: 'pending' },
})

describe('review shopper-3 2: an order that is collected', () => {
  test('its details name the shop’s address, its hours and what to bring', () => {
    const html = (to: Order['deliveryAddress']) =>
      renderToString(
        <OrderDetail
          order={order(to)}
          deliveryName="By us"
          isAdding={false}
          adding={[]}
          onBuyAgain={() => {}}
          onBuyLine={() => {}}
        />,
      )
    const pickUp = pickUpLines({})
    expect(pickUp).toEqual([store.streetAddress, store.openingHours, 'Bring your order number.'])
    for (const line of pickUp) expect(html(null)).toContain(line)
    expect(html(address)).not.toContain('Bring your order number.')
  })

  test('its mail says what to bring, and no mail claims that the order is packed', () => {
    const facts = {
      delivery: 'By us',
      link: 'https://shop.example/order/1?key=k',
      place: '1 Main St',
      hours: 'Monday 9am to 5pm',
    }
    const text = (to: Order['deliveryAddress']) => receiptMail('The Shop', order(to), facts).text
    expect(text(null)).toContain('Please bring your order number')
    expect(text(null)).toContain('Where: 1 Main St.\nOpen: Monday 9am to 5pm.\n')
    expect(text(address)).not.toContain('1 Main St')
    expect(text(address)).not.toContain('Please bring your order number')
    expect(text(address)).toContain('Thanks, we’ve got your order LL-1 at The Shop.')
    expect(text(address)).not.toMatch(/pack/)
  })
})
