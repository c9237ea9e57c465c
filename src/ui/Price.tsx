import { moneyText } from './format-money.ts'
import styles from './Price.module.css'

interface Props {
  /** What it costs now, in cents. */
  cents: number
  /** What it cost before, in cents; only where that was more. */
  was?: number | null
  size?: 'big'
}

/** A price. A special stands on a shelf ticket beside the old price; screen readers hear 'now' and 'was'. */
export function Price({ cents, was = null, size }: Props) {
  if (was === null || was <= cents) {
    return (
      <span className={styles.price} data-size={size}>
        <b>{moneyText(cents)}</b>
      </span>
    )
  }
  return (
    <span className={styles.price} data-size={size}>
      <span className="vh">now </span>
      <b className={styles.ticket}>{moneyText(cents)}</b>
      <span className="vh"> was </span>
      <s>{moneyText(was)}</s>
    </span>
  )
}
