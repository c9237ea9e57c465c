import { stockStatus } from '#contract/offer'
import { productPath } from '#contract/paths'
import type { ListView } from '#contract/list-paths'
import type { ListedProduct } from '#machines/catalogue/products'
import { Button } from '../ui/Button.tsx'
import { picture } from '../ui/picture.ts'
import { Price } from '../ui/Price.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import { Stepper } from '../ui/Stepper.tsx'
import type { CardToggle } from './card-toggle.ts'
import type { InCart } from './in-cart.ts'
import { pricesOf, Saving } from './Saving.tsx'
import { OutOfStock, Stock } from './Stock.tsx'
import styles from './ProductCard.module.css'

interface Props {
  product: ListedProduct
  held: InCart
  /** Saves the product, on the corner of the picture; false until its machine runs. */
  Toggle?: CardToggle | false
  layout?: ListView['layout']
  /** Heading level: 2 in a page, 3 in a section. */
  level?: 2 | 3
  /** In the first row: its picture is not lazy. */
  first?: boolean
  onAdd: () => void
  /** Sets the quantity in the cart, 0 to remove. */
  onCount: (count: number) => void
}

/** A product in a list: picture, name, price and 'Add to Cart'. */
export function ProductCard({ product, held, layout = 'grid', level = 2, first, Toggle, onAdd, onCount }: Props) {
  const { id, name, thumbnail, sentence, unitPrice, stockStatusId, availability } = product
  const to = productPath(id)
  const Heading = `h${level}` as const
  return (
    <article className={styles.card} data-layout={layout} data-out={stockStatusId !== stockStatus.inStock || undefined}>
      <div className={styles.picture}>
        <img
          {...picture(thumbnail, [320, 400, 640, 960], '(width<640px)45vw,300px')}
          width="480"
          height="480"
          alt=""
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
        />
        <Saving product={product} />
      </div>
      <Heading className={styles.name}>
        <a href={to}>
          <ProductName name={name} stacked />
        </a>
      </Heading>
      <p className={styles.words}>{sentence}</p>
      <div className={styles.price}>
        <Price {...pricesOf(product)} />
        <p className={styles.meta}>
          <span className={styles.unit}>{unitPrice}</span>
          {stockStatusId === stockStatus.inStock && <span className="vh">In stock</span>}
          {availability && <Stock available={false}>{availability}</Stock>}
        </p>
      </div>
      <Actions product={product} adding={held.adding} onAdd={onAdd} />
      {held.count > 0 && (
        <div className={styles.held}>
          <Stepper name={name} count={held.count} words="in cart" onChange={onCount} />
        </div>
      )}
      {Toggle && <Toggle product={product} />}
    </article>
  )
}

/** 'View Item', and 'Add to Cart' or 'OUT OF STOCK'. */
function Actions({ product, adding, onAdd }: Pick<Props, 'product' | 'onAdd'> & Pick<InCart, 'adding'>) {
  const { id, name, stockStatusId } = product
  return (
    <div className={styles.act}>
      <a className={styles.view} href={productPath(id)} aria-label={`View Item: ${name}`}>
        View Item
      </a>
      {stockStatusId === stockStatus.outOfStock && <OutOfStock />}
      {stockStatusId === stockStatus.inStock && (
        <Button size="small" aria-label={`Add to Cart: ${name}`} pending={adding && 'Adding...'} onClick={onAdd}>
          Add to Cart
        </Button>
      )}
    </div>
  )
}
