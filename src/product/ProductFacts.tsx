import { stockStatus } from '#contract/offer'
import type { ListedProduct, ShownProduct } from '#machines/catalogue/products'
import { pricesOf } from '../catalogue/Saving.tsx'
import { Stock } from '../catalogue/Stock.tsx'
import { unitPrice } from '../catalogue/unit-price.ts'
import { Price } from '../ui/Price.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ProductFacts.module.css'

interface Props {
  product: ListedProduct | ShownProduct
  /** Null until they are loaded. */
  details: ShownProduct | null
  /** Path of the brand's list; undefined if the brand is unknown. */
  brandPath: string | undefined
}

/** Name, price, brand, code and availability of a product. */
export function ProductFacts({ product, details, brandPath }: Props) {
  const { name } = product
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
        <dd>{details ? <Brand name={details.brandName} path={brandPath} /> : <Skeleton width="8em" />}</dd>
        <dt>Product code</dt>
        <dd className="num">{details ? details.code : <Skeleton width="6em" />}</dd>
        <dt>Availability</dt>
        <dd>
          {details ? (
            <Stock available={details.stockStatusId === stockStatus.inStock}>{details.stockStatusDescription}</Stock>
          ) : (
            <Skeleton width="6em" />
          )}
        </dd>
      </dl>
    </div>
  )
}

const Brand = ({ name, path }: { name: string; path: string | undefined }) =>
  path ? (
    <a className="textlink" href={path}>
      {name}
    </a>
  ) : (
    name
  )
