import { formatFee } from '#contract/fee-text'
import { formatAmount } from '#contract/money'
import styles from './Totals.module.css'

interface Props {
  /** Cents. */
  subtotal: number
  discount: number
  /** Null if there is no coupon. */
  couponCode: string | null
  /** The delivery fee, or why it is unknown. */
  delivery: number | string
  total: number
  /** The most that goods by weight can cost, in cents; null if the total is exact. */
  most?: number | null
  /** The gateway has not confirmed the amounts yet. */
  isConfirming?: boolean
  /** Former amounts in cents; null if unchanged. */
  before?: { delivery: number | null; total: number | null }
}

/** The amounts of an order, from subtotal to total. */
export function Totals({
  subtotal,
  discount,
  couponCode,
  delivery,
  total,
  most = null,
  isConfirming = false,
  before,
}: Props) {
  return (
    <dl className={styles.sum} aria-busy={isConfirming || undefined}>
      <div>
        <dt>Subtotal</dt>
        <dd>{formatAmount(subtotal)}</dd>
      </div>
      {couponCode !== null && (
        <div data-off>
          <dt>
            Discount <small>{couponCode}</small>
          </dt>
          <dd>{formatAmount(-discount)}</dd>
        </div>
      )}
      <div>
        <dt>
          Delivery
          <Was cents={before?.delivery ?? null} format={formatFee} />
        </dt>
        {typeof delivery === 'number' ? <dd>{formatFee(delivery)}</dd> : <dd data-words>{delivery}</dd>}
      </div>
      <div data-total>
        <dt>
          <span>{most === null ? 'Total' : 'Estimated total'}</span>
          {isConfirming && <small> being confirmed …</small>}
          <Was cents={before?.total ?? null} />
        </dt>
        <dd>{formatAmount(total)}</dd>
      </div>
      {most !== null && (
        <div data-note>
          <dt>{`You pay for what we weigh, at most ${formatAmount(most)}.`}</dt>
        </div>
      )}
    </dl>
  )
}

function Was({ cents, format = formatAmount }: { cents: number | null; format?: typeof formatAmount }) {
  if (cents === null) return null
  return (
    <span>
      {' '}
      <small>
        was <s>{format(cents)}</s>
      </small>
    </span>
  )
}
