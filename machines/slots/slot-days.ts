import type { Slot } from '#contract/slots'

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
