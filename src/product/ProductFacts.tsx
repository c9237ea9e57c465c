import { stockStatus } from '#contract/offer'
import type { ShownProduct } from '#machines/catalogue/products'
import { pricesOf } from '../catalogue/Saving.tsx'
import { Stock } from '../catalogue/Stock.tsx'
import { unitPrice } from '../catalogue/unit-price.ts'
import { Price } from '../ui/Price.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import styles from './ProductFacts.module.css'

interface Props {
  product: ShownProduct
  /** The list of the brand, where it is known. */
  brandAddress?: string
}

/** What a product is called and costs, who makes it, its code, and whether it can be had. */
export function ProductFacts({ product, brandAddress }: Props) {
  const { name, brandName, code, stockStatusId, stockStatusDescription } = product
  const prices = pricesOf(product)
  const unit = unitPrice(name, prices.cents)
  return (
    <div className={styles.facts}>
      <h1 tabIndex={-1}>
        <ProductName name={name} />
      </h1>
      <p className={styles.price}>
        <Price {...prices} size="big" />
        {unit && <span>{unit}</span>}
      </p>
      <dl>
        <dt>Brand</dt>
        <dd>
          {brandAddress ? (
            <a className="textlink" href={brandAddress}>
              {brandName}
            </a>
          ) : (
            brandName
          )}
        </dd>
        <dt>Product code</dt>
        <dd className="num">{code}</dd>
        <dt>Availability</dt>
        <dd>
          <Stock available={stockStatusId === stockStatus.inStock}>{stockStatusDescription}</Stock>
        </dd>
      </dl>
    </div>
  )
}
