import type { ReactNode } from 'react'
import type { ListView } from '#contract/list-paths'
import { pageSize } from '#machines/catalogue/list'
import { CardSkeleton } from './CardSkeleton.tsx'
import styles from './ProductGrid.module.css'

interface Props {
  layout: ListView['layout']
  /** Cards with keys. */
  children: readonly ReactNode[]
  /** The next products are loading. */
  busy?: boolean
}

/** A list of product cards as a grid or as rows. Cards of a grid row share its subgrid lines. */
export function ProductGrid({ layout, children, busy }: Props) {
  return (
    <ul className={layout === 'grid' ? `grid ${styles.grid}` : styles.rows} aria-busy={busy || undefined}>
      {children}
    </ul>
  )
}

/** Placeholders of the size of the cards. */
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
