import { use } from 'react'
import { rowIn, rowLength } from '#machines/catalogue/rows'
import type { RowQuery } from '#machines/messages/row-opening'
import { System, useActor } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { ScrollRow } from '../ui/ScrollRow.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useNear } from '../ui/use-near.ts'
import { Card } from './Card.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { openRow } from './open-row.ts'
import styles from './ProductRow.module.css'

interface Props {
  heading: string
  query: RowQuery
  /** The path of the whole list. */
  seeAll?: string
}

/** What is known of a row, and whether it waits or is being read. Its machine may not run yet. */
function useRow(query: RowQuery) {
  const isRunning = useActor('shop', ({ context }) => context.spawned.includes('rows'))
  return useActor(isRunning ? 'rows' : 'shop', ({ context }) =>
    'queue' in context
      ? { row: rowIn(context, query), isReading: context.queue.some(({ kind }) => kind === query.kind) }
      : { row: null, isReading: true },
  )
}

/** A row of products, the same as long as it is mounted. They are read when it comes near the view. It is left out if there are none, and without script. */
export function ProductRow({ heading, query, seeAll }: Props) {
  const running = use(System)!
  const isHydrated = useHydrated()
  const { row, isReading } = useRow(query)
  const open = () => openRow(running, query)
  const element = useNear(open)
  const products = row?.products ?? null
  const isFailed = row !== null && products === null && !isReading
  return (
    <div ref={element} className={styles.row} data-reserved={!isHydrated || undefined}>
      {isHydrated && products?.length !== 0 && (
        <ScrollRow
          heading={heading}
          seeAll={products ? seeAll : undefined}
          busy={products === null}
          instead={isFailed ? <Failed heading={heading} onRetry={open} /> : null}
        >
          {products ? products.map(product => <Item key={product.id} product={product} />) : placeholders}
        </ScrollRow>
      )}
    </div>
  )
}

const Item = ({ product }: { product: Parameters<typeof Card>[0]['product'] }) => (
  <li>
    <Card product={product} level={3} />
  </li>
)

/** Of the size of the cards. */
const placeholders = Array.from({ length: rowLength }, (_, at) => (
  <li key={at} aria-hidden="true">
    <CardSkeleton layout="grid" />
  </li>
))

/** The rest of the page works: a line and a button. */
const Failed = ({ heading, onRetry }: { heading: string; onRetry: () => void }) => (
  <div className={styles.failed}>
    <p role="alert">We couldn’t load these products.</p>
    <Button
      size="small"
      aria-label={`Try again: ${heading}`}
      onClick={({ currentTarget }) => {
        // the button is replaced by placeholders
        currentTarget.closest('section')?.querySelector('h2')?.focus()
        onRetry()
      }}
    >
      Try again
    </Button>
  </div>
)
