import { Fragment, type ReactNode } from 'react'
import { readFailureMessage, type Refusal } from '#contract/refusal'
import { listingFor, pageCount, type Listing } from '#machines/catalogue/list'
import { filterIn, listPath, type ListView, sameFilter, viewIn } from '#contract/list-paths'
import type { Location } from '#contract/location'
import type { Category } from '#contract/product'
import type { ListedProduct } from '#machines/catalogue/products'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { RailScreen } from '../menus/AislesScreen.tsx'
import { shelvesAt } from '../menus/shelves-at.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Banners } from './Banners.tsx'
import { Card } from './Card.tsx'
import { listHeading } from './list-heading.ts'
import { ListToolbar, productsText } from './ListToolbar.tsx'
import { useListParts } from './load-list-parts.ts'
import { Paging } from './Paging.tsx'
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import { loadRows } from './row-parts.ts'
import { NearPart } from '../ui/NearPart.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './ListScreen.module.css'

/** Cards of the first row, whose pictures are not lazy. */
const firstRow = 4

/** Sort order, layout and page as requested: the location has them before the list follows. */
function useRequestedView({ filter, view }: Listing): ListView {
  const requestedLocation = useActor('shop', ({ context }) => context.requestedLocation)
  return requestedLocation && isOf(requestedLocation, filter) ? viewIn(requestedLocation.search) : view
}

const isOf = (location: Location, filter: Listing['filter']) =>
  location.pathname.startsWith('/main/product-list') && sameFilter(filterIn(location), filter)

/** A product list: banners, toolbar, products and pagination. */
export function ListScreen() {
  // on the first page the list is requested and not shown yet
  const held = useActor('list', ({ context }) => context.shown ?? context.next)
  const location = useActor('shop', ({ context }) => context.requestedLocation)
  // in the frame of a static host it is not requested yet
  const listing = held ?? listingFor({ shown: null, next: null, previous: null }, location!)
  const requested = useRequestedView(listing)
  const busy = useActor('list', snapshot => snapshot.hasTag('busy') || snapshot.matches('unopened'))
  const banners = useActor('catalogue', ({ context, value }) => (value.banners === 'reading' ? null : context.banners))
  const { categories, brands, topBrands } = useActor('catalogue', ({ context }) => ({
    categories: context.categories,
    brands: context.brands,
    topBrands: context.topBrands,
  }))
  const send = useSend('shop')

  const { filter, products, total, facets } = listing
  const isFeatures = filter.criteria === 'features' && !filter.hasFilters
  // sorted and filtered by the shop: the gateway does not
  const isOwn = products !== null && facets === null
  const parts = useListParts(!isFeatures || total === 0)
  const { page } = listing.view
  const pages = pageCount(total ?? 0)
  const { heading, trail } = listHeading(filter, { categories, brands: [...brands, ...topBrands] })
  const isFailed = products === null && !busy
  const isHome = isFeatures && page === 1
  const Part = isFeatures ? Fragment : 'div'
  const change = (view: Partial<ListView>) =>
    send({
      type: 'location.go',
      to: listPath(filter, { ...requested, page: 'layout' in view ? requested.page : 1, ...view }),
      replace: true,
    })

  return (
    <>
      <PageTitle text={page > 1 ? `${heading} · Page ${page}` : heading} />
      <Banners banners={banners} size={isHome ? 'tall' : 'low'} />
      <div className={styles.rail}>{hasRail(filter, categories) && <RailScreen />}</div>
      <div className={styles.trail} data-home={isHome || undefined}>
        <Breadcrumb trail={trail} />
      </div>
      <Part>
        <ListToolbar
          heading={heading}
          isSearch={filter.criteria === 'search'}
          count={total}
          view={isFailed || (total === 0 && listing.view.filters === '') ? null : requested}
          hasFilters={!isOwn}
          hasStock={isFeatures || isOwn}
          onView={change}
        />
        {parts && !isFeatures && <parts.FilterRegion listing={listing} view={requested} />}
        <Part>
          {/* above the shelves, in the first screen of a phone */}
          {isFailed && (
            <div className={styles.failed}>
              <Unreachable refusal={listing.refusal} />
            </div>
          )}
          {parts && products?.[0]?.isSimilar && <parts.SimilarNote />}
          {filter.criteria === 'category' && (
            <div className={styles.shelves} data-empty={!parts || categories.length === 0 || undefined}>
              {parts && <parts.ShelfChips categories={categories} current={filter.categoryId} />}
            </div>
          )}
          <Announcer text={total === null ? '' : productsText(total)} />
          <Announcer text={pages > 1 ? `Page ${page} of ${pages}` : ''} />
          {!isFailed && (
            <Products listing={listing} busy={busy} empty={parts && <parts.NoProducts listing={listing} />} />
          )}
        </Part>
      </Part>
      {isHome && <NearPart load={loadRows} part="HomeRows" className={styles.rows} />}
    </>
  )
}

/** The aisles are above lists that have no shelves of their own, but not above the results of a search. */
const hasRail = ({ criteria, categoryId }: Listing['filter'], categories: readonly Category[]) =>
  criteria === 'category'
    ? categories.length > 0 && shelvesAt(categoryId, categories).length === 0
    : criteria !== 'search'

/** The products of one page of the list, placeholders until they are read, or why there are none. */
function Products({ listing, busy, empty }: { listing: Listing; busy: boolean; empty: ReactNode }) {
  const { filter, view, products, total } = listing
  if (products === null) return <ProductGridSkeleton layout={view.layout} />
  if (total === 0) return empty
  return (
    <>
      <Cards products={products} layout={view.layout} busy={busy} />
      <Paging page={view.page} pages={pageCount(total!)} pathOf={to => listPath(filter, { ...view, page: to })} />
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

function Unreachable({ refusal }: { refusal: Refusal | null }) {
  const send = useSend('list')
  return (
    <FailedLoad heading="We couldn’t load the products" onRetry={() => send({ type: 'list.retry' })}>
      <p>{`${readFailureMessage(refusal)} Your cart is saved.`}</p>
    </FailedLoad>
  )
}
