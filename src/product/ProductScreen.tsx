import { useDeferredValue } from 'react'
import { isQuantity } from '#contract/cart'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { stockStatus } from '#contract/offer'
import { readFailureMessage } from '#contract/refusal'
import type { ListedProduct, ShownProduct } from '#machines/catalogue/products'
import { useActor, useSend } from '../system/actors.tsx'
import failure from '../assets/state-error.svg'
import { addingText } from '#machines/cart/page-selectors'
import { additionOf, inCart } from '../catalogue/in-cart.ts'
import { Card } from '../catalogue/Card.tsx'
import { ProductRow, RecentlyViewed } from '../catalogue/product-rows.ts'
import { pricesOf } from '../catalogue/Saving.tsx'
import { OutOfStock } from '../catalogue/Stock.tsx'
import { brandPath } from '#contract/list-paths'
import { PlaceSummary } from '../delivery-place/PlaceSummary.tsx'
import { FavouriteToggle } from '../favourites/FavouriteToggle.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { ListChoice, ListToggle } from '../shopping-lists/ListToggle.tsx'
import { NotFoundScreen } from '../not-found/NotFoundScreen.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Carousel } from '../ui/Carousel.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { focusMain } from '../ui/focus.ts'
import { PinnedTotal } from '../ui/PinnedTotal.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { AddForm, addForm } from './AddForm.tsx'
import { Description } from './Description.tsx'
import { Gallery } from './Gallery.tsx'
import { hasIngredients, Ingredients } from './Ingredients.tsx'
import { hasNutrition, NutritionTable } from './NutritionTable.tsx'
import { picturesOf } from './pictures.ts'
import { ProductFacts } from './ProductFacts.tsx'
import { Promises } from './Promises.tsx'
import { RememberView } from './RememberView.tsx'
import { ShareButton } from './ShareButton.tsx'
import { StockNotice } from './StockNotice.tsx'
import { withoutStorage } from './storage-advice.ts'
import { ProductSkeleton } from './ProductSkeleton.tsx'
import { brandOf, productTrail, type TrailItem } from './product-trail.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './ProductScreen.module.css'

/** The page of a product, or why it can't be shown. */
export function ProductScreen() {
  const product = useActor('product', ({ context }) => context.shown?.product ?? null)
  const isLoading = useActor('product', snapshot => snapshot.context.shown === null || snapshot.hasTag('busy'))
  const isMissing = useActor('product', ({ context }) => context.shown?.refusal?.status === 404)
  if (product) return <Product product={product} />
  if (isLoading) return <Loading />
  return isMissing ? <NotFoundScreen /> : <Unreachable />
}

/** Typing a quantity and choosing a picture render `AddToCart` and `Pictures`, not the page. */
function Product({ product }: { product: ShownProduct }) {
  const brands = useActor('catalogue', ({ context }) => [...context.brands, ...context.topBrands])
  const categories = useActor('catalogue', ({ context }) => context.categories)
  const brand = brandOf(product, brands)
  const trail = productTrail(product, { categories, brands })
  // after a list, the part above the fold is rendered first; on a page load the server has rendered the whole page
  const isAfterList = useActor('list', ({ context }) => context.shown !== null)
  const isWhole = useDeferredValue(true, !isAfterList)
  return (
    <>
      <PageTitle text={product.name} />
      <Breadcrumb trail={trail} />
      <div className={styles.product}>
        <div className={styles.columns}>
          <div className={styles.gallery}>
            <Pictures product={product} />
          </div>
          <section className={styles.buy} aria-label="Buy">
            <ProductFacts product={product} brandPath={brand && brandPath(brand.id)} />
            {product.stockStatusId === stockStatus.inStock && <AddToCart product={product} />}
            {product.stockStatusId === stockStatus.outOfStock && <OutOfStock />}
            {product.stockStatusId !== stockStatus.inStock && product.stockNotice && <StockNotice />}
            <div className={styles.keep}>
              <FavouriteToggle product={product} />
              <ShareButton id={product.id} name={product.name} />
              <AddToList product={product} />
            </div>
            <ListChoice productId={product.id} />
            {product.stockStatusId !== stockStatus.inStock && <Alternatives {...trail.at(-2)!} />}
            <Promises product={product} />
            <PlaceSummary />
          </section>
          {isWhole && <About product={product} />}
        </div>
        {isWhole && <Similar product={product} />}
        {isWhole && <Related products={product.productRelated} />}
        {isWhole && <RecentlyViewed besides={product.id} />}
      </div>
      {product.stockStatusId === stockStatus.inStock && <PinnedAdd product={product} />}
      <RememberView productId={product.id} />
    </>
  )
}

/** What is known about a product, in tabs; those without data are left out. */
function About({ product }: { product: ShownProduct }) {
  const { description, nutrition } = product
  const tabs = [
    { id: 'description', title: 'Product Description', content: <Description html={withoutStorage(description)} /> },
    ...(hasIngredients(product)
      ? [{ id: 'ingredients', title: 'Ingredients & allergens', content: <Ingredients {...product} /> }]
      : []),
    ...(hasNutrition(nutrition)
      ? [{ id: 'nutrition', title: 'Nutrition', content: <NutritionTable nutrition={nutrition} /> }]
      : []),
  ]
  return (
    <div className={styles.description}>
      <Tabs key={product.id} label="About this product" tabs={tabs} />
    </div>
  )
}

/** For a product that cannot be bought now: the list that it is in. */
const Alternatives = ({ name, to }: TrailItem) => (
  <ButtonLink wide href={to}>
    {`More in ${name}`}
  </ButtonLink>
)

/** In place of a product that cannot be bought now: others of its shelf, the most similar first. */
function Similar({ product: { id, name, stockStatusId, categoryId } }: { product: ShownProduct }) {
  if (stockStatusId === stockStatus.inStock || !categoryId) return null
  return <ProductRow key={id} heading="Similar products" query={{ kind: 'similar', productId: id, name, categoryId }} />
}

function Pictures({ product }: { product: ShownProduct }) {
  const picture = useActor('product', ({ context }) => context.shown?.picture ?? 0)
  const send = useSend('product')
  const pictures = picturesOf(product)
  return (
    <Gallery
      product={product}
      pictures={pictures}
      chosen={Math.min(picture, pictures.length - 1)}
      onChoose={index => send({ type: 'product.choosePicture', index })}
    />
  )
}

function AddToCart({ product }: { product: ShownProduct }) {
  const quantity = useActor('product', ({ context }) => context.shown?.quantity ?? null)
  const held = useActor('cart', ({ context }) => inCart(context, product.id))
  const adding = useActor('cart', snapshot => addingText(snapshot, product.id))
  const send = useSend('product')
  const sendCart = useSend('cart')
  return (
    <AddForm
      quantity={quantity}
      held={held}
      adding={adding}
      weighed={product.weighed ?? null}
      onType={typed => send({ type: 'product.typedQuantity', quantity: typed })}
      onAdd={count => sendCart(additionOf(product, count, 'detail'))}
    />
  )
}

/** Puts the typed quantity of the product on lists. */
function AddToList({ product }: { product: ShownProduct }) {
  const quantity = useActor('product', ({ context }) => context.shown?.quantity ?? null)
  return <ListToggle product={product} quantity={isQuantity(quantity) ? quantity : 1} />
}

/** On a phone: the price of the quantity, and 'Add to Cart', which submits the form above. */
function PinnedAdd({ product }: { product: ShownProduct }) {
  const quantity = useActor('product', ({ context }) => context.shown?.quantity ?? null)
  const adding = useActor('cart', snapshot => addingText(snapshot, product.id))
  return (
    <PinnedTotal
      total={priceOfQuantity(pricesOf(product).cents, isQuantity(quantity) ? quantity : 1, product.multiBuy)}
      isEstimate={Boolean(product.weighed)}
    >
      <Button variant="go" size="big" wide type="submit" form={addForm} pending={adding}>
        Add to Cart
      </Button>
    </PinnedTotal>
  )
}

function Related({ products }: { products: readonly ListedProduct[] }) {
  const heading = <h2>Related Products</h2>
  if (products.length === 0) {
    return (
      <section className={styles.related}>
        <span>{heading}</span>
        <p className="muted">No related products.</p>
      </section>
    )
  }
  const slides = products.map(product => ({
    key: product.id,
    name: product.name,
    content: <Card product={product} level={3} />,
  }))
  return (
    <div className={styles.related}>
      <Carousel key={products[0]!.id} label="Related Products" slides={slides} variant="row" heading={heading} />
    </div>
  )
}

function Loading() {
  return (
    <>
      <PageTitle text="Loading" />
      <h1 className="vh" tabIndex={-1}>
        Loading the product
      </h1>
      <ProductSkeleton />
    </>
  )
}

function Unreachable() {
  const refusal = useActor('product', ({ context }) => context.shown?.refusal ?? null)
  const send = useSend('product')
  const retry = () => {
    focusMain()
    send({ type: 'product.retry' })
  }
  return (
    <>
      <PageTitle text="We couldn’t load the product" />
      <EmptyState
        level={1}
        picture={failure}
        heading="We couldn’t load the product"
        action={<Button onClick={retry}>Try again</Button>}
      >
        <p role="alert">{`${readFailureMessage(refusal)} Your cart is saved.`}</p>
      </EmptyState>
    </>
  )
}
