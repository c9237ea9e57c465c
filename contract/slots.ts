import { array, nullable, optional, string, type, type Infer, type Struct } from 'superstruct'
import { numeric } from './money.ts'
import { read } from './route.ts'

/** A window in which an order is delivered or collected. Times are ISO 8601 with the offset of the store's time zone. */
export const slot = type({
  slotId: string(),
  methodId: string(),
  startsAt: string(),
  endsAt: string(),
  /** Until when it can be ordered for. */
  cutOffAt: string(),
  /** How many more orders it takes; 0 if it is full. */
  left: numeric,
})
export type Slot = Infer<typeof slot>

/** The slot of an order. `cutOffAt` is optional: an older gateway sends none. */
export const orderSlot = type({
  slotId: string(),
  startsAt: string(),
  endsAt: string(),
  cutOffAt: optional(nullable(string())),
})
export type OrderSlot = Infer<typeof orderSlot>

/** An answer with the slots that can be ordered for, or are full, in the order of their times. */
const slots = type({ slots: array(slot) }) as unknown as Struct<{ slots: Slot[] }, unknown>

/** The API calls about slots. An older gateway has none (404). An empty method or post code means all of them. */
export const slotRoutes = { slots: read('/slots?postCode={postCode}&methodId={methodId}', slots) } as const
