import { standardMessage } from '#contract/refusal'
import { useActor, useSend } from '../actors.tsx'
import failure from '../assets/state-error.svg'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { BrandIndex, BrandIndexSkeleton } from './BrandIndex.tsx'
import { titleOf } from './titleOf.ts'
import styles from './BrandIndex.module.css'

/** All brands, by their first letter. */
export function BrandsScreen() {
  const brands = useActor('catalogue', ({ context }) => context.brands)
  const state = useActor('catalogue', ({ value }) => value.brands)
  return (
    <>
      <title>{titleOf('Brands')}</title>
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
  const retry = () => {
    document.querySelector<HTMLElement>('main h1')?.focus() // the button goes, the focus must not
    send({ type: 'catalogue.retry' })
  }
  return (
    <section className="panel" role="alert">
      <EmptyState
        picture={failure}
        heading="The brands did not load"
        action={<Button onClick={retry}>Try again</Button>}
      >
        <p>{standardMessage}</p>
      </EmptyState>
    </section>
  )
}
