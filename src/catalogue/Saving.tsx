import { formatAmount, toCents } from '#contract/money'
import type { Product } from '#contract/product'
import styles from './Saving.module.css'

/** Prices of a product in cents: the current one, and the former one if it was higher. */
export function pricesOf({ price, specialPrice }: Pick<Product, 'price' | 'specialPrice'>) {
  const cents = toCents(specialPrice ?? price)
  return { cents, was: toCents(price) > cents ? toCents(price) : null }
}

/** The saving of a special price, on the corner of the picture. Renders nothing for other products. */
export function Saving({ product, size }: { product: Pick<Product, 'price' | 'specialPrice'>; size?: 'big' }) {
  const { cents, was } = pricesOf(product)
  if (was === null) return null
  return (
    <span className={styles.saving} data-size={size}>
      {`Save ${formatAmount(was - cents)}`}
    </span>
  )
}
