import type { MouseEvent } from 'react'
import type { TypedQuantity } from '#contract/cart'
import { formatAmount, toCents } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import { productPath } from '#contract/paths'
import { quantityError } from '#contract/quantity'
import type { ListedProduct } from '#machines/catalogue/products'
import styles from '../bulk-add/BulkAdd.module.css'
import { focusHeading } from '../ui/focus.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { picture } from '../ui/picture.ts'
import { ProductName } from '../ui/ProductName.tsx'
import { QuantityField } from '../ui/QuantityField.tsx'

interface Props {
  product: ListedProduct
  quantity: TypedQuantity
  onQuantity: (quantity: TypedQuantity) => void
  onRemove: () => void
}

/** '$15.90 · $3.18 / kg': the second one says what goods by weight cost. */
const priceText = (product: ListedProduct): string =>
  [formatAmount(toCents(priceOf(product))), product.unitPrice].filter(Boolean).join(' · ')

/** A product on a list, with its quantity. */
export function ListLine({ product, quantity, onQuantity, onRemove }: Props) {
  const { name } = product
  const isInStock = product.stockStatusId === stockStatus.inStock
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    const next = event.currentTarget.closest('li')?.nextElementSibling
    if (next) next.querySelector('a')?.focus()
    else focusHeading()
    onRemove()
  }
  return (
    <li className={styles.line} data-chosen={isInStock || undefined}>
      <img {...picture(product.thumbnail, [160], '64px')} width="64" height="64" alt="" />
      <div className={styles.words}>
        <a href={productPath(product.id)}>
          <ProductName name={name} />
        </a>
        <p className="num">{priceText(product)}</p>
        {!isInStock && <p className="muted">{product.availability ?? 'Out of stock'}</p>}
      </div>
      <div className="row" data-screen-only>
        <QuantityField
          label="Quantity"
          name={name}
          value={quantity}
          error={quantityError(quantity)}
          onChange={onQuantity}
        />
        <IconButton label={`Remove ${name}`} of="trash-2" onClick={remove} />
      </div>
    </li>
  )
}
