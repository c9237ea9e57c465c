import type { CSSProperties } from 'react'
import { readFailureMessage } from '#contract/refusal'
import { homePath, titleAt } from '#contract/paths'
import { savedProducts } from '#machines/favourites/selectors'
import nothingSaved from '../assets/state-no-results.svg'
import { Card } from '../catalogue/Card.tsx'
import { ProductGrid, ProductGridSkeleton } from '../catalogue/ProductGrid.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { ListChoice, ListToggle } from '../shopping-lists/ListToggle.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const path = '/main/favourites'

/** The page 'Favourites': the products that the shopper has saved. */
export function FavouritesScreen() {
  const title = titleAt(path)
  const count = useActor('favourites', ({ context }) => savedProducts(context).length)
  const isKnown = useActor('favourites', ({ context }) => context.keptOn !== null)
  const isCustomer = useActor('favourites', ({ context }) => context.customerId !== null)
  return (
    <>
      <PageTitle text={title} />
      <Breadcrumb trail={[{ name: title }]} />
      <div className="stack">
        <div className="row between">
          <h1 tabIndex={-1}>{title}</h1>
          {isCustomer && (
            <a className="textlink" href="/account/usuals">
              {titleAt('/account/usuals')}
            </a>
          )}
          <a className="textlink" href="/main/lists">
            {titleAt('/main/lists')}
          </a>
          {isKnown && count > 0 && (
            <p className="muted" role="status">
              {count === 1 ? '1 product' : `${count} products`}
            </p>
          )}
        </div>
        <Products />
      </div>
    </>
  )
}

/** A card has five rows of the grid, and what is below it one. */
const sixRows: CSSProperties = { gridRow: 'span 6' }
const oneRow: CSSProperties = { gridRow: 'span 1', gridTemplateRows: 'none', paddingBlockStart: 8 }

/** The saved products, placeholders until they are read, or why there are none. */
function Products() {
  const products = useActor('favourites', ({ context }) => context.products)
  const count = useActor('favourites', ({ context }) => savedProducts(context).length)
  const refusal = useActor('favourites', ({ context }) => context.refusal)
  const isFailed = useActor(
    'favourites',
    ({ context, value }) =>
      value.products === 'unreachable' || (context.keptOn === null && value.list === 'unreachable'),
  )
  const isReading = useActor(
    'favourites',
    ({ context, value }) => context.keptOn === null || value.products === 'reading',
  )
  const send = useSend('favourites')
  if (isFailed)
    return (
      <FailedLoad heading="We couldn’t load your favourites" onRetry={() => send({ type: 'favourites.retry' })}>
        <p>{readFailureMessage(refusal)}</p>
      </FailedLoad>
    )
  if (products.length > 0)
    return (
      <ProductGrid layout="grid" busy={isReading}>
        {products.map(product => (
          <li key={product.id} style={sixRows}>
            <Card product={product} />
            <div className="stack" style={oneRow}>
              <ListToggle product={product} />
              <ListChoice productId={product.id} />
            </div>
          </li>
        ))}
      </ProductGrid>
    )
  if (isReading) return <ProductGridSkeleton layout="grid" />
  return (
    <section className="panel">
      <EmptyState
        picture={nothingSaved}
        heading={count === 0 ? 'You have no favourites yet.' : 'We no longer sell the products that you saved.'}
        action={
          <ButtonLink variant="go" href={homePath}>
            Browse products
          </ButtonLink>
        }
      >
        <p>Press the heart on a product to save it. You find it here again, and after a login on all your devices.</p>
      </EmptyState>
    </section>
  )
}
