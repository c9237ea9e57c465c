import { stockStatus } from '#contract/offer'
import { standardMessage } from '#contract/refusal'
import type { ProductView } from '#machines/product/product'
import type { ListedProduct, ShownProduct } from '#machines/catalogue/products'
import { useActor, useSend } from '../system/actors.tsx'
import failure from '../assets/state-error.svg'
import { additionOf, inCart } from '../catalogue/in-cart.ts'
import { ProductCard } from '../catalogue/ProductCard.tsx'
import { OutOfStock } from '../catalogue/Stock.tsx'
import { titleOf } from '../catalogue/document-title.ts'
import { brandAddress } from '../layout/links.ts'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { LostScreen } from '../not-found/NotFoundScreen.tsx'
import { Button } from '../ui/Button.tsx'
import { Carousel } from '../ui/Carousel.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { AddForm } from './AddForm.tsx'
import { Description } from './Description.tsx'
import { Gallery } from './Gallery.tsx'
import { picturesOf } from './pictures.ts'
import { ProductFacts } from './ProductFacts.tsx'
import { ProductSkeleton } from './ProductSkeleton.tsx'
import { brandOf, productTrail } from './product-trail.ts'
import styles from './ProductScreen.module.css'

/** A product's page, or what stands in its place. */
export function ProductScreen() {
  const view = useActor('product', ({ context }) => context.shown)
  const busy = useActor('product', snapshot => snapshot.hasTag('busy'))
  if (view?.product) return <Shown view={view} product={view.product} />
  if (view === null || busy) return <Waiting />
  return view.refusal?.status === 404 ? <LostScreen /> : <Unreachable />
}

function Shown({ view, product }: { view: ProductView; product: ShownProduct }) {
  const send = useSend('product')
  const brands = useActor('catalogue', ({ context }) => [...context.brands, ...context.topBrands])
  const brand = brandOf(product, brands)
  const pictures = picturesOf(product)
  return (
    <>
      <title>{titleOf(product.name)}</title>
      <Breadcrumb trail={productTrail(product, brands)} />
      <div className={styles.product}>
        <div className={styles.columns}>
          <div className={styles.gallery}>
            <Gallery
              product={product}
              pictures={pictures}
              chosen={Math.min(view.picture, pictures.length - 1)}
              onChoose={index => send({ type: 'product.choosePicture', index })}
            />
          </div>
          <section className={styles.buy} aria-label="Buy">
            <ProductFacts product={product} brandAddress={brand && brandAddress(brand.id)} />
            {product.stockStatusId === stockStatus.inStock && <Add view={view} product={product} />}
            {product.stockStatusId === stockStatus.outOfStock && <OutOfStock />}
          </section>
          <section className={styles.description} aria-labelledby="description">
            <h2 id="description">Product Description</h2>
            <Description html={product.description} />
          </section>
        </div>
        <Related products={product.productRelated} />
      </div>
    </>
  )
}

function Add({ view, product }: { view: ProductView; product: ShownProduct }) {
  const held = useActor('cart', ({ context }) => inCart(context, product.id))
  const send = useSend('product')
  const sendCart = useSend('cart')
  return (
    <AddForm
      quantity={view.quantity}
      held={held}
      onType={quantity => send({ type: 'product.typedQuantity', quantity })}
      onAdd={quantity => sendCart(additionOf(product, quantity, 'detail'))}
    />
  )
}

function Related({ products }: { products: readonly ListedProduct[] }) {
  const cart = useActor('cart', ({ context }) => context)
  const send = useSend('cart')
  const heading = <h2>Related Products</h2>
  if (products.length === 0) {
    return (
      <section className={styles.related}>
        {heading}
        <p className="muted">No related products.</p>
      </section>
    )
  }
  const slides = products.map(product => ({
    key: product.id,
    name: product.name,
    content: (
      <ProductCard
        product={product}
        level={3}
        held={inCart(cart, product.id)}
        onAdd={() => send(additionOf(product, 1, 'list'))}
      />
    ),
  }))
  return (
    <div className={styles.related}>
      <Carousel key={products[0]!.id} label="Related Products" slides={slides} look="row" heading={heading} />
    </div>
  )
}

function Waiting() {
  return (
    <>
      <title>{titleOf('Loading')}</title>
      <h1 className="vh" tabIndex={-1}>
        Loading the product
      </h1>
      <ProductSkeleton />
    </>
  )
}

function Unreachable() {
  const send = useSend('product')
  const retry = () => {
    document.getElementById('main')?.focus() // the button goes, the focus must not
    send({ type: 'product.retry' })
  }
  return (
    <>
      <title>{titleOf('The product did not load')}</title>
      <EmptyState
        level={1}
        picture={failure}
        heading="The product did not load"
        action={<Button onClick={retry}>Try again</Button>}
      >
        <p role="alert">{standardMessage} Your cart is safe.</p>
      </EmptyState>
    </>
  )
}
