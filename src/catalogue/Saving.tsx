import { formatAmount, toCents } from '#contract/money'
import type { Product } from '#contract/product'
import type { ListedProduct } from '#machines/catalogue/products'
import styles from './Saving.module.css'

/** Prices of a product in cents: the current one, and the former one if it was higher. */
export function pricesOf({ price, specialPrice }: Pick<Product, 'price' | 'specialPrice'>) {
  const cents = toCents(specialPrice ?? price)
  return { cents, was: toCents(price) > cents ? toCents(price) : null }
}

interface Props {
  product: Pick<Product, 'price' | 'specialPrice'> & Pick<ListedProduct, 'multiBuyText'>
  size?: 'big'
}

/** The multi-buy of a product, else the saving of its special price, on the corner of the picture. Renders nothing for other products. */
export function Saving({ product, size }: Props) {
  const { cents, was } = pricesOf(product)
  const text = product.multiBuyText ?? (was && `Save ${formatAmount(was - cents)}`)
  return (
    text && (
      <span className={styles.saving} data-size={size}>
        {text}
      </span>
    )
  )
}
