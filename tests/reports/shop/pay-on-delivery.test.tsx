import { renderToString } from 'react-dom/server'
import { Router } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { Confirmation } from '#src/orders/Confirmation.tsx'
import { payingLaterText } from '#src/orders/order-text.ts'
import { placedOrder } from '../../kit/outcomes.ts'

const navigator = { createHref: String, push() {}, replace() {}, go() {} }

describe('review shopper-3 3: an order that is paid later, without a word on how', () => {
  const ways = { delivered: 'Cash or card.', collected: 'Card only.' }

  test('says how if the store has set it', () => {
    expect(payingLaterText(true, ways)).toBe('Pay the driver when your order arrives. Cash or card.')
    expect(payingLaterText(false, ways)).toBe('Pay when you collect. Card only.')
  })

  test('says only when and to whom if the store has not', () => {
    const none = { delivered: '', collected: '' }
    expect(payingLaterText(true, none)).toBe('Pay the driver when your order arrives.')
    expect(payingLaterText(false, none)).toBe('Pay when you collect.')
  })

  test.each([
    [true, placedOrder.deliveryAddress],
    [false, null],
  ])('is the same on the receipt: delivered %s', (isDelivered, deliveryAddress) => {
    const order = { ...placedOrder, lines: [], deliveryAddress }
    const html = renderToString(
      <Router location="/check-out" navigator={navigator}>
        <Confirmation order={order} deliveryName="By us" isGuest isMailed={false} />
      </Router>,
    )
    expect(html).toContain(payingLaterText(isDelivered))
    expect(html).not.toContain(payingLaterText(!isDelivered))
  })
})
