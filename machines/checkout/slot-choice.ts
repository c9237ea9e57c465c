import type { Slot } from '#contract/slots'
import { meant } from '#contract/fields'
import { addressErrors } from '../address/address-form.ts'
import type { SlotQuestion, SlotsReport } from '../slots/slots.ts'
import type { CheckoutContext } from './context.ts'
import { deliveryFormOf, openConflicts } from './order-rules.ts'

/** Which slots the delivery step offers; null until a method is chosen. */
export function slotQuestionOf(context: CheckoutContext): SlotQuestion | null {
  const { methodId } = context
  if (methodId === null) return null
  const form = deliveryFormOf(context)
  const isKnown = form !== null && !('postCode' in addressErrors(form))
  return { methodId, postCode: isKnown ? meant('postCode', form.postCode) : '' }
}

/** The chosen slot as the gateway has just offered it; `lostSlotId` names it if it is full, or no longer offered. */
export function checkedSlot(
  context: CheckoutContext,
  { methodId, slots }: SlotsReport,
): Pick<CheckoutContext, 'lostSlotId'> {
  const { slot, lostSlotId } = context
  if (slot?.methodId !== methodId) return { lostSlotId }
  const isFree = slots.some(({ slotId, left }) => slotId === slot.slotId && left > 0)
  return { lostSlotId: isFree ? null : slot.slotId }
}

/** The next free slots that the gateway has named in place of the chosen one; null if there is no such conflict. */
export function slotsInstead(context: CheckoutContext): readonly Slot[] | null {
  const conflict = openConflicts(context).find(({ about }) => about === 'slot')
  return conflict === undefined ? null : (conflict.slots ?? [])
}

/** A day with its slots. */
export interface SlotDay {
  /** '2026-12-05' */
  day: string
  slots: Slot[]
}

/** The slots of a method by the day at the store, in the order of their times. A chosen one that is no longer offered is not among them. */
export function slotDays(slots: readonly Slot[], methodId: string | null): SlotDay[] {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    if (slot.methodId !== methodId) continue
    const day = slot.startsAt.slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days].map(([day, ofDay]) => ({ day, slots: ofDay }))
}

/** How many days are shown at first; the others are behind a button. */
export const firstDays = 3
