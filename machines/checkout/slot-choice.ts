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
