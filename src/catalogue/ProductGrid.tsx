import type { ReactNode } from 'react'
import type { ListView } from '#machines/shop/location'
import { pageSize } from '#machines/catalogue/list'
import { CardSkeleton } from './CardSkeleton.tsx'
import styles from './ProductGrid.module.css'

interface Props {
  layout: ListView['layout']
  /** Cards, each with its key. */
  children: readonly ReactNode[]
  /** The next products are on their way. */
  busy?: boolean
}

/** Products beside one another, or one under the other; the cards of a row share its lines. */
export function ProductGrid({ layout, children, busy }: Props) {
  return (
    <ul className={layout === 'grid' ? `grid ${styles.grid}` : styles.rows} aria-busy={busy || undefined}>
      {children}
    </ul>
  )
}

/** Products that are on their way, in their true shape. */
export function ProductGridSkeleton({ layout }: Pick<Props, 'layout'>) {
  return (
    <>
      <p className="vh" role="status">
        Loading products
      </p>
      <div className={layout === 'grid' ? `grid ${styles.grid}` : styles.rows} aria-hidden="true">
        {Array.from({ length: pageSize }, (_, at) => (
          <div key={at}>
            <CardSkeleton layout={layout} />
          </div>
        ))}
      </div>
    </>
  )
}
