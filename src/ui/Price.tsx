import { formatAmount } from '#contract/money'
import styles from './Price.module.css'

interface Props {
  /** Current price in cents. */
  cents: number
  /** Former price in cents; ignored unless it was higher. */
  was?: number | null
  size?: 'big'
}

/** A price. A special price is highlighted beside the former one; screen readers read 'now' and 'was'. */
export function Price({ cents, was = null, size }: Props) {
  if (was === null || was <= cents) {
    return (
      <span className={styles.price} data-size={size}>
        <b>{formatAmount(cents)}</b>
      </span>
    )
  }
  return (
    <span className={styles.price} data-size={size}>
      <span className="vh">now </span>
      <b className={styles.ticket}>{formatAmount(cents)}</b>
      <span className="vh"> was </span>
      <s>{formatAmount(was)}</s>
    </span>
  )
}
