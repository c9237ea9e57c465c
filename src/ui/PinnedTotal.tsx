import type { ReactNode } from 'react'
import { moneyText } from './format-money.ts'
import styles from './PinnedTotal.module.css'

interface Props {
  /** Cents. */
  total: number
  /** The total is not confirmed yet. */
  busy?: boolean
  /** In a few words, why the button is disabled; empty if it is not. */
  whyNot?: ReactNode
  /** The primary button. */
  children: ReactNode
}

/** On a phone: the total and the primary button, pinned to the bottom of the window. */
export function PinnedTotal({ total, busy, whyNot, children }: Props) {
  return (
    <div className={styles.pinned} data-pinned data-screen-only>
      <p aria-busy={busy || undefined}>
        Total <b>{moneyText(total)}</b>
      </p>
      {children}
      {whyNot !== undefined && <p role="status">{whyNot}</p>}
    </div>
  )
}
