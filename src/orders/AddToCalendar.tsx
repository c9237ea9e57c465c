import { slotOf } from '#contract/slot-text'
import type { Order } from '#contract/order'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { calendarFile } from './calendar-file.ts'
import { addressLines } from './order-text.ts'

/** Saves the time of an order as a calendar file. Nothing for an order without a slot, or one that is cancelled. */
export function AddToCalendar({ order }: { order: Order }) {
  const slot = slotOf(order)
  if (slot === null || order.orderStatus === 'cancelled') return null
  const { orderNumber, createdAt, deliveryAddress } = order
  const file = () =>
    calendarFile({
      ...slot,
      uid: `order-${orderNumber}@${store.email.split('@').at(-1)}`,
      createdAt,
      title: `${deliveryAddress === null ? 'Collect your order at' : 'Delivery from'} ${store.name}`,
      place: deliveryAddress === null ? store.streetAddress : addressLines(deliveryAddress).join(', '),
      description: `Order ${orderNumber}. ${store.phone}`,
    })
  return (
    <Button onClick={() => saveFile(document, file(), 'text/calendar;charset=utf-8', `order-${orderNumber}.ics`)}>
      Add to calendar
    </Button>
  )
}
