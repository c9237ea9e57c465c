import { lineCents } from '#contract/cart'
import { formatAmount } from '#contract/money'
import type { BoardOrder, OfficeLine } from '#contract/office'
import { pickingNames } from '#contract/picking'
import { slotText } from '#contract/slot-text'
import { formatWeight } from '#contract/weight-text'
import { store } from '../store/store.ts'

// in the store's time zone: a device may be set to another one
const inStore = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(store.locale, { timeZone: store.timeZone, ...options })
const day = inStore({ dateStyle: 'short' })
const time = inStore({ hour: 'numeric', minute: '2-digit' })
const dayAndTime = inStore({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** When something was: the time, and the day if it was not today. @param at - ISO 8601 */
export const momentText = (at: string, now = new Date()): string => {
  const date = new Date(at)
  return (day.format(date) === day.format(now) ? time : dayAndTime).format(date)
}

/** A day at the store, such as 'Sun 6 Dec 2026'. @param day - '2026-12-06' */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(store.locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${day}T00:00Z`))

type PricedLine = Pick<OfficeLine, 'totalPrice' | 'linePrice' | 'weighed' | 'weighedGrams' | 'picking'>

/** What a line costs: '$12.00', 'about $12.00', or with its weight: '640 g, $12.80'; empty for a line whose substitute has the amount. */
export function lineAmount(line: PricedLine): string {
  if (line.picking === 'out-of-stock') return formatAmount(0)
  if (line.picking === 'substitute') return ''
  const amount = formatAmount(lineCents(line))
  if (!line.weighed) return amount
  return typeof line.weighedGrams === 'number' ? `${formatWeight(line.weighedGrams)}, ${amount}` : `about ${amount}`
}

/** Lines of one aisle; null for lines of which it is not known. */
interface Aisle {
  name: string | null
  lines: OfficeLine[]
}

/** The lines by aisle, in the order that they have. */
export function byAisle(lines: readonly OfficeLine[]): Aisle[] {
  const aisles: Aisle[] = []
  for (const line of lines) {
    const name = line.aisle ?? null
    const known = aisles.find(aisle => aisle.name === name)
    if (known === undefined) aisles.push({ name, lines: [line] })
    else known.lines.push(line)
  }
  return aisles
}

/** Orders of one slot; null if no order of the status has a slot. */
interface SlotOrders {
  name: string | null
  orders: BoardOrder[]
}

/** The orders by slot, the earliest first, and those without a slot last. */
export function bySlot(orders: readonly BoardOrder[]): SlotOrders[] {
  const startOf = ({ slot }: BoardOrder) => (slot ? Date.parse(slot.startsAt) : Infinity)
  const hasSlots = orders.some(({ slot }) => slot)
  const slots: SlotOrders[] = []
  for (const order of orders.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : Number(startOf(a) > startOf(b))))) {
    const name = order.slot ? slotText(order.slot) : hasSlots ? 'Without a time' : null
    const known = slots.find(slot => slot.name === name)
    if (known === undefined) slots.push({ name, orders: [order] })
    else known.orders.push(order)
  }
  return slots
}

/** What the packing slip says of a line: 'Picked: 2', 'Picked: 640 g', 'Out of stock', 'Substitute', or a line to write on. */
export function packedText({ picking, quantity, weighedGrams }: OfficeLine): string {
  if (picking === undefined) return 'Picked: ____'
  if (picking !== 'picked') return pickingNames[picking]
  return `${pickingNames.picked}: ${typeof weighedGrams === 'number' ? formatWeight(weighedGrams) : quantity}`
}

/** '1 item', '3 items'. */
export const itemsText = (quantity: number): string => `${quantity} ${quantity === 1 ? 'item' : 'items'}`
