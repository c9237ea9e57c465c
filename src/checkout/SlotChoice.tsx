import { FieldError } from 'react-aria-components/FieldError'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { dayText, windowText } from '#contract/slot-text'
import type { Slot } from '#contract/slots'
import { methodOf, slotOfOrder, stepErrors } from '#machines/checkout/order-rules'
import { firstDays, slotDays, type SlotDay } from '#machines/checkout/slot-choice'
import { store } from '../store/store.ts'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import choice from '../ui/Choice.module.css'
import field from '../ui/Field.module.css'
import styles from './SlotChoice.module.css'

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

/** The shape of three days: what is below does not move when they are loaded. */
const SlotsSkeleton = () => (
  <div className={choice.group} aria-busy="true">
    <p className="vh" role="status">
      Loading the times
    </p>
    <Skeleton width="60px" />
    <Skeleton width="240px" />
    <div className={styles.days}>
      {Array.from({ length: firstDays }, (_, day) => (
        <div key={day} className={styles.day}>
          <Skeleton width="80px" />
          {[1, 2, 3].map(slot => (
            <Skeleton key={slot} shape="block" height="48px" />
          ))}
        </div>
      ))}
    </div>
  </div>
)

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
  const choose = (id: string) =>
    send({ type: 'checkout.chooseSlot', slot: slots.find(({ slotId }) => slotId === id) ?? null })
  const [first, later] = [days.slice(0, firstDays), days.slice(firstDays)]
  const isLaterChosen = later.some(day => day.slots.some(({ slotId }) => slotId === chosen))
  const isFirstFull = first.every(day => day.slots.every(({ left }) => left === 0))
  return (
    // the arrow keys follow the direction of the page's language, not of the browser's
    <I18nProvider locale={store.locale}>
      <RadioGroup
        className={choice.group}
        value={chosen}
        isInvalid={error !== null}
        validationBehavior="aria"
        onChange={choose}
      >
        <Label className={field.label}>When</Label>
        <p className="small muted">{isDelivered ? deliveredHint : collectedHint()}</p>
        <FieldError className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </FieldError>
        <Days days={first} />
        {later.length > 0 && (
          <details className={styles.later} open={isLaterChosen || isFirstFull}>
            <summary className="textlink">{later.length === 1 ? '1 more day' : `${later.length} more days`}</summary>
            <Days days={later} />
          </details>
        )}
      </RadioGroup>
      {chosen !== null && (
        <div>
          <Button onClick={() => send({ type: 'checkout.chooseSlot', slot: null })}>Any time</Button>
        </div>
      )}
    </I18nProvider>
  )
}

const place = `Times are those of the store in ${store.address.suburb}.`
const collectedHint = () => `Choose a time, or come when you like: ${store.openingHours}. ${place}`
const deliveredHint = `Choose a time, or leave it to us. ${place}`

const Days = ({ days }: { days: readonly SlotDay[] }) => (
  <div className={styles.days}>
    {days.map(({ day, slots }) => (
      <div key={day} className={styles.day}>
        <b aria-hidden="true">{dayText(day)}</b>
        {slots.map(slot => (
          <SlotRadio key={slot.slotId} slot={slot} />
        ))}
      </div>
    ))}
  </div>
)

const SlotRadio = ({ slot }: { slot: Slot }) => (
  <Radio className={`${choice.card} ${styles.slot}`} value={slot.slotId} isDisabled={slot.left === 0}>
    <i className={choice.dot} aria-hidden="true" />
    <span>
      <span className="vh">{`${dayText(slot.startsAt)}, `}</span>
      <span>{windowText(slot)}</span>
    </span>
    {slot.left === 0 && <span className={choice.end}>Full</span>}
  </Radio>
)
