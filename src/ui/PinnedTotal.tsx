import type { ReactNode } from 'react'
import { moneyText } from './format-money.ts'
import styles from './PinnedTotal.module.css'

interface Props {
  /** Cents. */
  total: number
  /** The next button. */
  children: ReactNode
}

/** On a phone: what it comes to and the next button, at hand at the foot of the window. */
export function PinnedTotal({ total, children }: Props) {
  return (
    <div className={styles.pinned} data-pinned data-screen-only>
      <p>
        Total <b>{moneyText(total)}</b>
      </p>
      {children}
    </div>
  )
}
