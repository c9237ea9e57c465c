import { describe, expect, test } from 'vitest'
import type { Slot } from '#contract/slots'
import { isHandedCheckout } from '#src/effects/handed-checkout.ts'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { CheckoutContext, HandedCheckout } from '#machines/checkout/context'
import { handedBy } from '#machines/checkout/handover'
import { reasonsAgainst, stepErrors } from '#machines/checkout/order-rules'
import type { SlotsContext } from '#machines/slots/slots'
import { slotsInstead } from '#machines/checkout/slot-choice'
import { slotDays } from '#machines/slots/slot-days'
import { lost, placedOrder, refused, saturday, sunday } from '../../kit/outcomes.ts'
import { fillDetails } from '../../kit/checkout-forms.ts'
import { openCheckout as openAtDetails, stepOf } from '../../kit/open-payment.ts'

interface Seen {
  context: CheckoutContext
}

/** A guest has come to the delivery step and chosen pick-up, whose slots were read. */
async function openDelivery(slots: Slot[] = [saturday, sunday]) {
  const shop = await openAtDetails()
  const context = () => shop.at<Seen>('checkout').context
  fillDetails(shop)
  await shop.settled()
  shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  await shop.answers('readSlots', slots)
  return {
    ...shop,
    context,
    choose: (slot: Slot | null) => shop.send('checkout', { type: 'checkout.chooseSlot', slot }),
  }
}

type Delivery = Awaited<ReturnType<typeof openDelivery>>

async function comesToReview(shop: Delivery) {
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  expect(stepOf(shop)).toBe('review')
}

const sent = (shop: Delivery) => shop.waiting('placeOrder').map(({ input }) => input)

/** Five minutes pass. */
function becomesOld({ host }: Delivery) {
  const end = host.now() + 5 * 60_000
  while (host.deadlines()[0]! <= end) host.fireNext()
}

const full = { ...refused, status: 409, field: 'slotId' }
const fullSlot = {
  ...full,
  conflicts: [
    {
      about: 'slot',
      message: 'Sat 5 Dec, 9 am to 11 am is full.',
      slotId: saturday.slotId,
      slots: [{ ...sunday, left: 2 }],
    },
  ],
}

describe('the time of an order', () => {
  test('the slots are read once the methods are, so that the delivery step opens with them, and for each method that is chosen', async () => {
    const shop = await openAtDetails()
    expect(shop.waiting('readSlots').map(({ input }) => input)).toEqual([{ methodId: 'home', postCode: '' }])
    await shop.answers('readSlots', [{ ...saturday, methodId: 'home' }])
    fillDetails(shop)
    await shop.settled()
    expect(shop.at<{ context: SlotsContext }>('checkout/slots').context).toMatchObject({
      question: { methodId: 'home', postCode: '2122' },
      slots: [{ slotId: saturday.slotId }],
    })
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
    await shop.settled()
    expect(
      shop
        .waiting('readSlots')
        .map(({ input }) => input)
        .at(-1),
    ).toEqual({ methodId: 'pickup', postCode: '' })
    expect(slotDays([saturday, sunday], 'pickup').map(({ day }) => day)).toEqual(['2026-12-05', '2026-12-06'])
    expect(slotDays([saturday, sunday], 'home')).toEqual([])
  })

  test('a chosen slot is sent with the order; without one, or with one of another method, none is', async () => {
    const shop = await openDelivery()
    shop.choose(saturday)
    await comesToReview(shop)
    shop.send('checkout', { type: 'checkout.place', total: 1590 })
    await shop.settled()
    expect(sent(shop)).toMatchObject([{ slotId: saturday.slotId }])
    const other = await openDelivery()
    other.choose({ ...saturday, methodId: 'home' })
    await comesToReview(other)
    other.send('checkout', { type: 'checkout.place', total: 1590 })
    await other.settled()
    expect(sent(other)).toHaveLength(1)
    expect(sent(other)[0]).not.toHaveProperty('slotId')
  })

  test('a chosen slot that is full when the slots are read again stays chosen, and the step can’t be continued with it', async () => {
    const shop = await openDelivery()
    shop.choose(saturday)
    await comesToReview(shop)
    becomesOld(shop)
    shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
    await shop.answers('readSlots', [{ ...saturday, left: 0 }])
    expect(shop.context().slot).toEqual(saturday)
    expect(stepErrors(shop.context(), 'delivery')).toEqual({
      slotId: 'Sat 5 Dec, 9 am to 11 am is no longer available. Choose another time',
    })
    shop.send('checkout', { type: 'checkout.continue' })
    expect(stepOf(shop)).toBe('delivery')
    shop.choose(null)
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.settled()
    expect(stepOf(shop)).not.toBe('delivery')
  })

  test('an order whose slot is full is not sent again until another time is chosen, also in the review', async () => {
    const shop = await openDelivery()
    shop.choose(saturday)
    await comesToReview(shop)
    shop.send('checkout', { type: 'checkout.place', total: 1590 })
    await shop.refuses('placeOrder', fullSlot)
    expect(reasonsAgainst(shop.context())).toMatchObject([{ about: 'slot' }])
    expect(shop.waiting('readSlots')).toHaveLength(1)
    const [free] = slotsInstead(shop.context())!
    expect(free).toMatchObject({ slotId: sunday.slotId })
    shop.choose(free!)
    await shop.answers('readSlots', [free])
    expect(reasonsAgainst(shop.context())).toEqual([])
    expect(slotsInstead(shop.context())).toBe(null)
    shop.send('checkout', { type: 'checkout.place', total: 1590 })
    await shop.answers('placeOrder', placedOrder)
    expect(shop.context().slot).toBe(null)
  })

  test('slots that can’t be read prevent nothing, and are read again on demand', async () => {
    const shop = await openDelivery()
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'home' })
    await shop.refuses('readSlots', lost)
    shop.send('checkout', { type: 'checkout.retry' })
    await shop.settled()
    expect(shop.waiting('readSlots')).toHaveLength(1)
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.answers('readFee')
    expect(stepOf(shop)).not.toBe('delivery')
  })

  test('the chosen slot is handed over to another tab with the checkout', async () => {
    const shop = await openDelivery()
    shop.choose(saturday)
    const handed = JSON.parse(JSON.stringify(handedBy(shop.at<CheckoutSnapshot>('checkout'), null))) as HandedCheckout
    expect(isHandedCheckout(handed)).toBe(true)
    const second = await openAtDetails({ visitId: 'second' })
    await second.answers('requestLock', { is: 'otherTab', handed: null })
    second.send('checkout', { type: 'checkout.takeOver' })
    await second.answers('requestLock', { is: 'held', handed })
    expect(second.at<Seen>('checkout').context.slot).toEqual(saturday)
    expect(isHandedCheckout({ ...handed, checkout: { ...handed.checkout, slot: { slotId: 1 } } })).toBe(false)
  })

  test('slots that are five minutes old are read again when the order is placed', async () => {
    const shop = await openDelivery()
    shop.choose(saturday)
    await comesToReview(shop)
    becomesOld(shop)
    expect(shop.waiting('readSlots')).toEqual([])
    shop.send('checkout', { type: 'checkout.place', total: 1590 })
    await shop.settled()
    expect(shop.waiting('readSlots')).toHaveLength(1)
  })
})
