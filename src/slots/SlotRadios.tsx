import { FieldError } from 'react-aria-components/FieldError'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { dayText, windowText } from '#contract/slot-text'
import type { Slot } from '#contract/slots'
import { firstDays, type SlotDay } from '#machines/slots/slot-days'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import choice from '../ui/Choice.module.css'
import field from '../ui/Field.module.css'
import styles from './SlotRadios.module.css'

/** The shape of three days: what is below does not move when they are loaded. */
export const SlotsSkeleton = () => (
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

interface Props {
  days: readonly SlotDay[]
  /** The id of the chosen slot; null for any time. */
  chosen: string | null
  /** The id of the slot that an order has already: it can be chosen although it is full. */
  own?: string | null
  error: string | null
  isDelivered: boolean
  /** Null for any time. */
  onChoose: (slotId: string | null) => void
}

/** The slots to choose from, by day, and a button for any time. */
export function SlotRadios({ days, chosen, own = null, error, isDelivered, onChoose }: Props) {
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
        onChange={onChoose}
      >
        <Label className={field.label}>When</Label>
        <p className="small muted">{isDelivered ? deliveredHint : collectedHint()}</p>
        <FieldError className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </FieldError>
        <Days days={first} own={own} />
        {later.length > 0 && (
          <details className={styles.later} open={isLaterChosen || isFirstFull}>
            <summary className="textlink">{later.length === 1 ? '1 more day' : `${later.length} more days`}</summary>
            <Days days={later} own={own} />
          </details>
        )}
      </RadioGroup>
      {chosen !== null && (
        <div>
          <Button onClick={() => onChoose(null)}>Any time</Button>
        </div>
      )}
    </I18nProvider>
  )
}

const place = `Times are those of the store in ${store.address.suburb}.`
const collectedHint = () => `Choose a time, or come when you like: ${store.openingHours}. ${place}`
const deliveredHint = `Choose a time, or leave it to us. ${place}`

const Days = ({ days, own }: { days: readonly SlotDay[]; own: string | null }) => (
  <div className={styles.days}>
    {days.map(({ day, slots }) => (
      <div key={day} className={styles.day}>
        <b aria-hidden="true">{dayText(day)}</b>
        {slots.map(slot => (
          <SlotRadio key={slot.slotId} slot={slot} isFull={slot.left === 0 && slot.slotId !== own} />
        ))}
      </div>
    ))}
  </div>
)

const SlotRadio = ({ slot, isFull }: { slot: Slot; isFull: boolean }) => (
  <Radio className={`${choice.card} ${styles.slot}`} value={slot.slotId} isDisabled={isFull}>
    <i className={choice.dot} aria-hidden="true" />
    <span>
      <span className="vh">{`${dayText(slot.startsAt)}, `}</span>
      <span>{windowText(slot)}</span>
    </span>
    {isFull && <span className={choice.end}>Full</span>}
  </Radio>
)
