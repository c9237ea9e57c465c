import { titleAt } from '#contract/paths'
import { standardMessage } from '#contract/refusal'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { BrandIndex, BrandIndexSkeleton } from './BrandIndex.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './BrandIndex.module.css'

/** The page 'Brands': all brands by first letter. */
export function BrandsScreen() {
  const brands = useActor('catalogue', ({ context }) => context.brands)
  const state = useActor('catalogue', ({ value }) => value.brands)
  return (
    <>
      <PageTitle text={titleAt('/main/brands')} />
      <Breadcrumb trail={[{ name: 'Brands' }]} />
      <h1 className={styles.heading} tabIndex={-1}>
        Brands {state === 'ready' && <small>{brands.length === 1 ? '1 brand' : `${brands.length} brands`}</small>}
      </h1>
      {state === 'reading' && <BrandIndexSkeleton />}
      {state === 'unreachable' && <Unreachable />}
      {state === 'ready' && <BrandIndex brands={brands} />}
    </>
  )
}

function Unreachable() {
  const send = useSend('catalogue')
  return (
    <FailedLoad heading="We couldn’t load the brands" onRetry={() => send({ type: 'catalogue.retry' })}>
      <p>{standardMessage}</p>
    </FailedLoad>
  )
}
