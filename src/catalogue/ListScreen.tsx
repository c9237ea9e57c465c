import { standardMessage } from '#contract/refusal'
import { pageIn, type Listing } from '#machines/catalogue/list'
import { filterIn, listPath, type ListView, sameFilter, viewIn } from '#contract/list-paths'
import type { Location } from '#contract/location'
import type { ListedProduct } from '#machines/catalogue/products'
import { useActor, useSend } from '../system/actors.tsx'
import noResults from '../assets/state-no-results.svg'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { RailScreen } from '../menus/AislesScreen.tsx'
import { ShelfChips } from '../menus/ShelfChips.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Banners } from './Banners.tsx'
import { additionOf, inCart } from './in-cart.ts'
import { listHeading } from './list-heading.ts'
import { ListToolbar, productsText } from './ListToolbar.tsx'
import { Paging } from './Paging.tsx'
import { ProductCard } from './ProductCard.tsx'
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './ListScreen.module.css'

/** Cards of the first row, whose pictures are not lazy. */
const firstRow = 4

/** Sort order, layout and page as requested: the location has them before the list follows. */
function useRequestedView({ filter, view }: Listing): ListView {
  const asked = useActor('shop', ({ context }) => context.asked)
  return asked && isOf(asked, filter) ? viewIn(asked.search) : view
}

const isOf = (location: Location, filter: Listing['filter']) =>
  location.pathname.startsWith('/main/product-list') && sameFilter(filterIn(location), filter)

/** A product list: banners, toolbar, products and pagination. */
export function ListScreen() {
  // on the first page the list is requested and not shown yet
  const listing = useActor('list', ({ context }) => (context.shown ?? context.next)!)
  const requested = useRequestedView(listing)
  const busy = useActor('list', snapshot => snapshot.hasTag('busy'))
  const banners = useActor('catalogue', ({ context }) => context.banners)
  const { categories, brands, topBrands } = useActor('catalogue', ({ context }) => ({
    categories: context.categories,
    brands: context.brands,
    topBrands: context.topBrands,
  }))
  const send = useSend('shop')

  const { filter, products } = listing
  const { heading, trail } = listHeading(filter, { categories, brands: [...brands, ...topBrands] })
  const { page, pages, count } = pageIn(listing)
  const isHome = filter.criteria === 'features' && page === 1
  const change = (view: Partial<ListView>) =>
    send({
      type: 'location.go',
      to: listPath(filter, { ...requested, page: 'layout' in view ? page : 1, ...view }),
      replace: true,
    })

  return (
    <>
      <PageTitle text={page > 1 ? `${heading} · Page ${page}` : heading} />
      <Banners banners={banners} size={isHome ? 'tall' : 'low'} />
      <div className={styles.rail} data-home={isHome || undefined}>
        <RailScreen />
      </div>
      <Breadcrumb trail={trail} />
      <ListToolbar
        heading={heading}
        count={products && count}
        view={products?.length === 0 ? null : requested}
        onView={change}
      />
      {filter.criteria === 'category' && (
        <div className={styles.shelves}>
          <ShelfChips categories={categories} current={filter.categoryId} />
        </div>
      )}
      {products?.[0]?.isSimilar && (
        <p className={styles.shelves} role="status">
          No exact match. Similar products:
        </p>
      )}
      <Announcer text={products ? productsText(count) : ''} />
      <Announcer text={pages > 1 ? `Page ${page} of ${pages}` : ''} />
      <Products listing={listing} busy={busy} />
    </>
  )
}

/** The products of one page of the list, or why there are none. */
function Products({ listing, busy }: { listing: Listing; busy: boolean }) {
  const { filter, view, products } = listing
  const { page, pages, ...shown } = pageIn(listing)
  if (products === null) return busy ? <ProductGridSkeleton layout={view.layout} /> : <Unreachable />
  if (shown.count === 0) return <NoProducts listing={listing} />
  return (
    <>
      <Cards products={shown.products} layout={view.layout} busy={busy} />
      <Paging page={page} pages={pages} pathOf={to => listPath(filter, { ...view, page: to })} />
    </>
  )
}

function Cards({ products, layout, busy }: { products: ListedProduct[]; layout: ListView['layout']; busy: boolean }) {
  return (
    <ProductGrid layout={layout} busy={busy}>
      {products.map((product, at) => (
        <li key={product.id}>
          <Card product={product} layout={layout} first={at < firstRow} />
        </li>
      ))}
    </ProductGrid>
  )
}

/** A product with its quantity in the cart. A change of the cart renders only the cards it concerns. */
function Card({ product, layout, first }: { product: ListedProduct; layout: ListView['layout']; first: boolean }) {
  const held = useActor('cart', ({ context }) => inCart(context, product.id))
  const send = useSend('cart')
  const setQuantity = (count: number) => {
    const { lineId } = held
    if (lineId === null) return
    send(count > 0 ? { type: 'cart.setQuantity', lineId, quantity: count } : { type: 'cart.remove', lineId })
  }
  return (
    <ProductCard
      product={product}
      held={held}
      layout={layout}
      first={first}
      onAdd={() => send(additionOf(product, 1, 'list'))}
      onCount={layout === 'list' ? setQuantity : undefined}
    />
  )
}

function NoProducts({ listing: { filter, view, products } }: { listing: Listing }) {
  const hidden = products?.length ?? 0
  const isSearch = filter.criteria === 'search'
  return (
    <section className="panel" aria-label="Products">
      <EmptyState
        picture={noResults}
        heading="No product found."
        action={
          hidden > 0 ? (
            <ButtonLink href={listPath(filter, { ...view, stock: 'all', page: 1 })}>Show all products</ButtonLink>
          ) : (
            <ButtonLink href={listPath({ criteria: 'features', categoryId: 0, brandId: 0 })}>
              Browse featured products
            </ButtonLink>
          )
        }
      >
        {hidden > 0 && <p>No products here are in stock right now.</p>}
        {hidden === 0 && isSearch && (
          <p>
            Nothing matches “{filter.searchCriteria}”. Check the spelling, try a shorter word, or browse the aisles.
          </p>
        )}
        {hidden === 0 && !isSearch && <p>No products here yet. Try another aisle.</p>}
      </EmptyState>
    </section>
  )
}

function Unreachable() {
  const send = useSend('list')
  return (
    <FailedLoad heading="We couldn’t load the products" onRetry={() => send({ type: 'list.retry' })}>
      <p>{standardMessage} Your cart is saved.</p>
    </FailedLoad>
  )
}
