import type { MouseEvent } from 'react'
import type { Conflict } from '#contract/conflict'
import { formatFee } from '#contract/fee-text'
import { formatAmount, toCents } from '#contract/money'
import { slotText } from '#contract/slot-text'
import type { Slot } from '#contract/slots'
import { ChangedAmount } from '../orders/ChangedAmount.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { conflictPlace, type CartStatus } from './conflict-text.ts'
import styles from './Changes.module.css'

interface Props {
  conflicts: readonly Conflict[]
  coupon: CartStatus['coupon']
  onDropCoupon: () => void
  onChangeDelivery: () => void
  onChooseSlot: (slot: Slot) => void
}

/** Changes of the order as a whole while it was being placed, and what the shopper can do. */
export function Changes({ conflicts, ...acts }: Props) {
  return conflicts.flatMap(conflict => {
    const { about } = conflict
    if (about === 'price' || about === 'stock') return []
    return [
      <div key={about} id={conflictPlace(conflict)} className={styles.change} tabIndex={-1}>
        <Icon of={icons[about]} />
        <Words conflict={conflict} coupon={acts.coupon} />
        <Act conflict={conflict} {...acts} />
      </div>,
    ]
  })
}

interface ActProps extends Omit<Props, 'conflicts'> {
  conflict: Conflict
}

function Act({ conflict, coupon, onDropCoupon, onChangeDelivery, onChooseSlot }: ActProps) {
  switch (conflict.about) {
    case 'coupon':
      return coupon !== 'dropped' && <DropCoupon isChecking={coupon === 'checking'} onDrop={onDropCoupon} />
    case 'area':
      return <Button onClick={onChangeDelivery}>Change delivery</Button>
    case 'slot':
      return <OtherSlots slots={conflict.slots ?? []} onChoose={onChooseSlot} onChangeDelivery={onChangeDelivery} />
    case 'cart':
    case 'minimum':
      return (
        <a className="textlink" href="/cart">
          View your cart
        </a>
      )
    default:
      return null
  }
}

const icons = {
  cart: 'shopping-basket',
  minimum: 'shopping-basket',
  coupon: 'ticket-percent',
  area: 'truck',
  fee: 'truck',
  total: 'wallet',
  slot: 'clock',
  packing: 'shopping-basket',
  cutOff: 'clock',
} as const satisfies Partial<Record<Conflict['about'], IconName>>

/** Explanations for conflicts whose button does not suffice. */
const hints: Partial<Record<Conflict['about'], string>> = {
  cart: 'It was changed in another tab, or has already been ordered.',
  area: 'Enter a different address, or choose pick-up.',
}

function Words({ conflict, coupon }: { conflict: Conflict; coupon: CartStatus['coupon'] }) {
  const { about, message, was, now } = conflict
  const hint = about === 'coupon' && coupon === 'dropped' ? 'Your order will be placed without it.' : hints[about]
  const isAmount = (about === 'fee' || about === 'total') && typeof was === 'number' && typeof now === 'number'
  return (
    <div>
      {isAmount ? (
        <p className={`num ${styles.amount}`}>
          <span>{`${about === 'fee' ? 'Delivery' : 'Total'} `}</span>
          <ChangedAmount was={toCents(was)} now={toCents(now)} format={about === 'fee' ? formatFee : formatAmount} />
        </p>
      ) : (
        <p>{message}</p>
      )}
      {hint && <p className="small muted">{hint}</p>}
    </div>
  )
}

interface OtherSlotsProps {
  slots: readonly Slot[]
  onChoose: (slot: Slot) => void
  onChangeDelivery: () => void
}

/** The next free slots in place of one that is gone. */
function OtherSlots({ slots, onChoose, onChangeDelivery }: OtherSlotsProps) {
  const choose = (slot: Slot) => (event: MouseEvent<HTMLElement>) => {
    focusStep(event.currentTarget)
    onChoose(slot)
  }
  return (
    <div className="row">
      {slots.map(slot => (
        <Button key={slot.slotId} onClick={choose(slot)}>
          {slotText(slot)}
        </Button>
      ))}
      <Button onClick={onChangeDelivery}>Change delivery</Button>
    </div>
  )
}

function DropCoupon({ isChecking, onDrop }: { isChecking: boolean; onDrop: () => void }) {
  const drop = (event: MouseEvent<HTMLElement>) => {
    focusStep(event.currentTarget)
    onDrop()
  }
  return (
    <Button pending={isChecking && 'Checking…'} onClick={drop}>
      Order without the coupon
    </Button>
  )
}

/** Focuses the step's heading before the pressed button disappears. */
export const focusStep = (from: HTMLElement) => from.closest('section')?.querySelector<HTMLElement>('h2')?.focus()
