import { moneyText } from './format-money.ts'
import styles from './Totals.module.css'

interface Props {
  /** Cents. */
  subtotal: number
  discount: number
  /** Null where no coupon is on the order. */
  couponCode: string | null
  /** What delivery costs, or why that is not known. */
  delivery: string
  total: number
  /** What delivery and the whole came to before, in cents; null where that is the same. */
  before?: { delivery: number | null; total: number | null }
}

/** What an order comes to. */
export function Totals({ subtotal, discount, couponCode, delivery, total, before }: Props) {
  return (
    <dl className={styles.sum}>
      <div>
        <dt>Subtotal</dt>
        <dd>{moneyText(subtotal)}</dd>
      </div>
      {couponCode !== null && (
        <div data-off>
          <dt>
            Discount <small>{couponCode}</small>
          </dt>
          <dd>{moneyText(-discount)}</dd>
        </div>
      )}
      <div>
        <dt>
          Delivery
          <Was cents={before?.delivery ?? null} />
        </dt>
        <dd data-words={delivery.startsWith('$') ? undefined : ''}>{delivery}</dd>
      </div>
      <div data-total>
        <dt>
          Total
          <Was cents={before?.total ?? null} />
        </dt>
        <dd>{moneyText(total)}</dd>
      </div>
    </dl>
  )
}

function Was({ cents }: { cents: number | null }) {
  if (cents === null) return null
  return (
    <>
      {' '}
      <small>
        was <s>{moneyText(cents)}</s>
      </small>
    </>
  )
}
