import type { ReactNode } from 'react'
import styles from './Stock.module.css'

interface Props {
  available: boolean
  children: ReactNode
}

/** Availability as a dot and text, not by colour alone. */
export function Stock({ available, children }: Props) {
  return (
    <span className={styles.stock} data-available={available || undefined}>
      {children}
    </span>
  )
}

/** Shown instead of 'Add to Cart'. */
export function OutOfStock() {
  return <p className={styles.out}>OUT OF STOCK</p>
}
