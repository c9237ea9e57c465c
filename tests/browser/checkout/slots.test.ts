import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { slotText } from '#contract/slot-text'
import type { Slot } from '#contract/slots'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const cart = [[101, 3]] as const
const saturday: Slot = {
  slotId: 'home-delivery_2026-12-05_0900',
  methodId: 'home-delivery',
  startsAt: '2026-12-05T09:00:00+11:00',
  endsAt: '2026-12-05T11:00:00+11:00',
  cutOffAt: '2026-12-04T19:00:00+11:00',
  left: 2,
}
const evening: Slot = {
  ...saturday,
  slotId: 'home-delivery_2026-12-05_1700',
  startsAt: '2026-12-05T17:00:00+11:00',
  endsAt: '2026-12-05T19:00:00+11:00',
}
const sunday: Slot = {
  ...saturday,
  slotId: 'home-delivery_2026-12-06_0900',
  startsAt: '2026-12-06T09:00:00+11:00',
  endsAt: '2026-12-06T11:00:00+11:00',
  left: 0,
}

const group = ({ main }: Shopper) => main.getByRole('radiogroup', { name: 'When' })
const radio = (shopper: Shopper, slot: Slot) => group(shopper).getByRole('radio', { name: slotText(slot) })

/** A guest with rice in the cart comes to the delivery step. */
async function comesToDelivery(slots: readonly Slot[] | null) {
  const shopper = await openShop({ cart, width: 390, height: 844, touch: true })
  if (slots === null) shopper.gateway.says('slots', { statusCode: 404, message: 'There is nothing here.' })
  else shopper.gateway.says('slots', { statusCode: 200, slots })
  await shopper.goes('/check-out')
  await shopper.fillsDetails()
  await shopper.continues('Delivery')
  return shopper
}

test('a time is chosen in the delivery step, kept over a reload, and replaced in the review when it is full', async () => {
  const shopper = await comesToDelivery([saturday, evening, sunday])
  await radio(shopper, saturday).waitFor({ state: 'attached' })
  expect(await radio(shopper, sunday).isDisabled()).toBe(true)
  await shopper.sees('Full', group(shopper))
  expect(await shopper.horizontalOverflow()).toBe(0)
  await group(shopper).getByText('9 am to 11 am').first().tap()
  await shopper.reloads()
  await expect.poll(() => radio(shopper, saturday).isChecked()).toBe(true)
  await shopper.continues('Payment')
  await shopper.continues('Review')
  await shopper.sees('Sat 5 Dec, 9 am to 11 am')

  const message = 'Sat 5 Dec, 9 am to 11 am is full. Please choose another time.'
  const conflict = { about: 'slot', message, slotId: saturday.slotId, slots: [evening] }
  shopper.gateway.says('placeOrder', { statusCode: 409, message, field: 'slotId', conflicts: [conflict], data: null })
  await shopper.placesOrder()
  await shopper.sees(message)
  expect(await shopper.placeButton.getAttribute('aria-disabled')).toBe('true')
  await shopper.presses('Sat 5 Dec, 5 pm to 7 pm')
  await shopper.sees('Sat 5 Dec, 5 pm to 7 pm')
  await shopper.mayPlace()
  expect(await shopper.horizontalOverflow()).toBe(0)
  expect(shopper.ordersSent.at(-1)).toMatchObject({ slotId: saturday.slotId })
})

test('without slots nothing is asked; with them the receipt has the time and saves it to a calendar', async () => {
  const older = await comesToDelivery(null)
  await older.sees('Same as billing address')
  expect(await group(older).count()).toBe(0)

  const shopper = await openShop({ cart })
  await shopper.goes('/check-out')
  await shopper.fillsDetails()
  await shopper.continues('Delivery')
  const first = group(shopper).getByRole('radio').first()
  await first.check({ force: true })
  await shopper.continues('Payment')
  await shopper.continues('Review')
  await shopper.placesOrder()
  const number = await shopper.seesOrder()
  const download = shopper.page.waitForEvent('download')
  await shopper.presses('Add to calendar')
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`UID:order-${/\d+/.exec(number)![0]}@`)
  expect(file).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/)
  expect(shopper.ordersSent).toMatchObject([{ slotId: expect.stringMatching(/^home-delivery_\d{4}-\d\d-\d\d_\d{4}$/) }])
})

test('the slots of the chosen method are there when the delivery step opens: its button does not move under a press', async () => {
  const shopper = await openShop({ cart })
  await shopper.goes('/check-out')
  await shopper.gateway.isAsked('slots', 1)
  await expect.poll(() => shopper.unanswered).toEqual([])
  shopper.gateway.holds('slots')
  await shopper.fillsDetails()
  await shopper.continues('Delivery')
  expect(await group(shopper).getByRole('radio').count()).toBeGreaterThan(1)
  expect(await shopper.main.getByText('Loading the times').count()).toBe(0)
  await shopper.main.getByText('Pick up at the shop').click()
  await shopper.sees('Loading the times')
  await shopper.gateway.answers()
  await group(shopper).waitFor()
})
