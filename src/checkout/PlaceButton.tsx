import { formatAmount } from '#contract/money'
import type { MouseEvent } from 'react'
import { Button } from '../ui/Button.tsx'
import { stepForm } from './checkout-view.ts'
import { useIsOnlyChanged } from './use-checkout.ts'
import styles from './ReviewStep.module.css'

/** The id of the sentence that says why 'Place Order' does nothing. */
export const whyNotPlace = 'why-not-place'

interface Props {
  /** Cents. */
  total: number
  isPlacing: boolean
  whyNot: string | null
  /** Shows the amount in the button, for layouts that do not show it beside the button. */
  priced?: boolean
}

/** The second press of a double click: the order may have been refused by then, and another total be shown. */
const ignoreDoubleClick = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
}

/** 'Place Order', which belongs to the review's form wherever it is rendered. */
export function PlaceButton({ total, isPlacing, whyNot, priced = false }: Props) {
  // an amount that has changed: the press shows what did
  const isOnlyChanged = useIsOnlyChanged() && whyNot !== null
  const isBlocked = whyNot !== null && !isOnlyChanged
  return (
    <Button
      type="submit"
      form={stepForm}
      variant="go"
      size="big"
      wide
      pending={isPlacing && 'Placing…'}
      aria-disabled={isBlocked}
      aria-describedby={isBlocked ? whyNotPlace : undefined}
      disabledReasonId={isOnlyChanged ? whyNotPlace : null}
      onClick={ignoreDoubleClick}
    >
      <span>Place Order</span>
      {priced && (
        <span className={styles.amount} aria-hidden="true">
          {formatAmount(total)}
        </span>
      )}
    </Button>
  )
}
