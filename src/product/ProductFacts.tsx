import { formatAmount, toCents } from '#contract/money'
import { multiBuyOffer } from './multi-buy-offer.ts'
import { stockStatus } from '#contract/offer'
import { dietWords, sizeWords } from '#machines/catalogue/label-words'
import type { ShownProduct } from '#machines/catalogue/products'
import { pricesOf } from '../catalogue/Saving.tsx'
import { Stock } from '../catalogue/Stock.tsx'
import { unitPrice } from '#machines/catalogue/unit-price'
import { specialEnd } from './special-end.ts'
import { weighingText } from '#machines/catalogue/weighing-text'
import { Price } from '../ui/Price.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import styles from './ProductFacts.module.css'

interface Props {
  product: ShownProduct
  /** Path of the brand's list; omitted if the brand is unknown. */
  brandPath?: string
}

/** Name, price, brand, size, origin, diet, code and availability of a product. */
export function ProductFacts({ product, brandPath }: Props) {
  const { name, brandName, code, stockStatusId, stockStatusDescription, origin, diet, size, lowestPrice } = product
  const prices = pricesOf(product)
  const end = prices.was === null ? null : specialEnd(product.specialEndsAt)
  const unit = unitPrice(name, prices.cents, product.weighed)
  return (
    <div className={styles.facts}>
      <h1 tabIndex={-1}>
        <ProductName name={name} />
      </h1>
      <p className={styles.price}>
        <Price {...prices} size="big" />
        {unit && <span>{unit}</span>}
        {end && <span className={styles.end}>{end}</span>}
      </p>
      {prices.was !== null && lowestPrice && (
        <p className="small muted">{`Lowest price in 30 days: ${formatAmount(toCents(lowestPrice))}`}</p>
      )}
      {product.multiBuy && (
        <p className={styles.offer}>{multiBuyOffer(product.multiBuy, prices.cents, product.multiBuyEndsAt)}</p>
      )}
      {product.weighed && <p className="small muted">{weighingText(product.weighed, prices.cents)}</p>}
      <dl>
        <dt>Brand</dt>
        <dd>
          {brandPath ? (
            <a className="textlink" href={brandPath}>
              {brandName}
            </a>
          ) : (
            brandName
          )}
        </dd>
        {size && (
          <>
            <dt>Size</dt>
            <dd>{sizeWords(size)}</dd>
          </>
        )}
        {origin && (
          <>
            <dt>Origin</dt>
            <dd>{origin}</dd>
          </>
        )}
        {diet && diet.length > 0 && (
          <>
            <dt>Diet</dt>
            <dd>{diet.map(dietWords).join(', ')}</dd>
          </>
        )}
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
