import type { Slot } from '#contract/slots'
import { methodOf, slotOfOrder, stepErrors } from '#machines/checkout/order-rules'
import { slotDays, type SlotDay } from '#machines/slots/slot-days'
import { SlotRadios, SlotsSkeleton } from '../slots/SlotRadios.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** When the order is delivered or collected. Nothing if the gateway has no slots for the method. */
export function SlotChoice() {
  const isUnreachable = useActor('slots', ({ value }) => value === 'unreachable')
  const slots = useActor('slots', ({ context }) => context.slots)
  const methodId = useActor('checkout', ({ context }) => context.methodId)
  const isReading = useActor('slots', ({ value }) => value === 'reading')
  const days = slotDays(slots, methodId)
  if (isReading && days.length === 0) return <SlotsSkeleton />
  if (isUnreachable && days.length === 0) return <UnreachableSlots />
  return days.length > 0 && <Slots days={days} slots={slots} />
}

function UnreachableSlots() {
  const send = useSend('checkout')
  return (
    <Notice
      tone="bad"
      role="alert"
      action={<Button onClick={() => send({ type: 'checkout.retry' })}>Try again</Button>}
    >
      <b>We couldn’t load the times.</b> You can continue without choosing one.
    </Notice>
  )
}

function Slots({ days, slots }: { days: readonly SlotDay[]; slots: readonly Slot[] }) {
  const chosen = useActor('checkout', ({ context }) => slotOfOrder(context)?.slotId ?? null)
  const error = useActor('checkout', ({ context }) => stepErrors(context, 'delivery').slotId ?? null)
  const isDelivered = useActor('checkout', ({ context }) => methodOf(context)?.needsAddress === true)
  const send = useSend('checkout')
  const choose = (id: string | null) =>
    send({ type: 'checkout.chooseSlot', slot: slots.find(({ slotId }) => slotId === id) ?? null })
  return <SlotRadios days={days} chosen={chosen} error={error} isDelivered={isDelivered} onChoose={choose} />
}
