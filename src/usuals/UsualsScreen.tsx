import { homePath, titleAt } from '#contract/paths'
import { usualsSource } from '#machines/usuals/usuals'
import nothingOrdered from '../assets/state-no-orders.svg'
import { AddAll } from '../bulk-add/AddAll.tsx'
import { Card } from '../catalogue/Card.tsx'
import { ProductGrid, ProductGridSkeleton } from '../catalogue/ProductGrid.tsx'
import { AccountFrameScreen } from '../layout/AccountFrameScreen.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'

const path = '/account/usuals'

/** The page 'Your usuals': the products that the customer orders most often. */
export function UsualsScreen() {
  const hasUsuals = useActor('usuals', ({ context }) => context.usuals.length > 0)
  const send = useSend('usuals')
  return (
    <AccountFrameScreen page={{ name: titleAt(path), to: path }} lead="What you order most often.">
      {hasUsuals && (
        <AddAll
          id="usualsBulkAdd"
          source={usualsSource}
          onAdd={sessionId => send({ type: 'usuals.addAll', sessionId })}
        />
      )}
      <Products />
    </AccountFrameScreen>
  )
}

/** The products, placeholders until they are read, or why there are none. */
function Products() {
  const usuals = useActor('usuals', ({ context }) => context.usuals)
  const isFailed = useActor('usuals', ({ value }) => value === 'unreachable')
  const isReading = useActor('usuals', ({ value }) => value === 'reading' || value === 'unopened')
  const send = useSend('usuals')
  if (isFailed && usuals.length === 0)
    return (
      <FailedLoad heading="We couldn’t load your usuals" onRetry={() => send({ type: 'usuals.retry' })}>
        Your orders are saved. Please try again in a moment.
      </FailedLoad>
    )
  if (usuals.length > 0)
    return (
      <ProductGrid layout="grid" busy={isReading}>
        {usuals.map(({ product }) => (
          <li key={product.id}>
            <Card product={product} />
          </li>
        ))}
      </ProductGrid>
    )
  if (isReading) return <ProductGridSkeleton layout="grid" />
  return (
    <section className="panel">
      <EmptyState
        picture={nothingOrdered}
        heading="You have no usuals yet."
        action={
          <ButtonLink variant="go" href={homePath}>
            Browse products
          </ButtonLink>
        }
      >
        What you order most often appears here after your first order.
      </EmptyState>
    </section>
  )
}
