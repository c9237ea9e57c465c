import type { ReactNode } from 'react'
import styles from './Stock.module.css'

interface Props {
  available: boolean
  children: ReactNode
}

/** Whether a product can be had: a dot and words, so that it is not said by colour alone. */
export function Stock({ available, children }: Props) {
  return (
    <span className={styles.stock} data-available={available || undefined}>
      {children}
    </span>
  )
}

/** Stands where the control to add a product would be. */
export function OutOfStock() {
  return <p className={styles.out}>OUT OF STOCK</p>
}
