import { slotOf, slotText } from '#contract/slot-text'
import { slotDays } from '#machines/slots/slot-days'
import { SlotRadios, SlotsSkeleton } from '../slots/SlotRadios.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useConflicts } from './use-conflicts.ts'

/** When the order is delivered or collected. Nothing if the gateway has no slots for its method. */
export function ChangeSlot() {
  const order = useActor('orderChange', ({ context }) => context.order!)
  const chosen = useActor('orderChange', ({ context }) => context.draft.slotId)
  const state = useActor('changeSlots', ({ value }) => value)
  const days = useActor('changeSlots', ({ context }) => context.slots)
  const [problem = null] = useConflicts('slot')
  const send = useSend('orderChange')
  const offered = slotDays(days, order.deliveryMethod)
  const own = slotOf(order)
  if (offered.length === 0 && state !== 'reading' && state !== 'unreachable') return null
  return (
    <section className="panel stack">
      {own !== null && <p>{`Your order is for ${slotText(own)}.`}</p>}
      {offered.length > 0 ? (
        <SlotRadios
          days={offered}
          chosen={chosen}
          own={own?.slotId ?? null}
          error={problem}
          isDelivered={order.deliveryAddress !== null}
          onChoose={slotId => send({ type: 'change.chooseSlot', slotId })}
        />
      ) : state === 'reading' ? (
        <SlotsSkeleton />
      ) : (
        <Notice
          tone="bad"
          role="alert"
          action={<Button onClick={() => send({ type: 'change.retry' })}>Try again</Button>}
        >
          <b>We couldn’t load the times.</b> You can save your other changes without them.
        </Notice>
      )}
    </section>
  )
}
