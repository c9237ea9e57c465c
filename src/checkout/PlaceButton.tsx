import { Button } from '../ui/Button.tsx'
import { moneyText } from '../ui/format-money.ts'
import { stepForm } from './checkout-view.ts'
import styles from './ReviewStep.module.css'

/** The id of the sentence that says why 'Place Order' does nothing. */
export const whyNotPlace = 'why-not-place'

interface Props {
  /** Cents. */
  total: number
  isPlacing: boolean
  whyNot: string | null
  /** The amount stands in the button, where it does not stand beside it. */
  priced?: boolean
}

/** 'Place Order', which belongs to the review's form wherever it stands. */
export function PlaceButton({ total, isPlacing, whyNot, priced = false }: Props) {
  return (
    <Button
      type="submit"
      form={stepForm}
      look="go"
      size="big"
      wide
      pending={isPlacing && 'Placing…'}
      aria-disabled={whyNot !== null}
      aria-describedby={whyNot === null ? undefined : whyNotPlace}
    >
      Place Order
      {priced && (
        <span className={styles.amount} aria-hidden="true">
          {moneyText(total)}
        </span>
      )}
    </Button>
  )
}
