import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Shelf } from './shelf.ts'
import styles from './MenuShelf.module.css'

interface Props {
  /** The name of the list in messages: 'categories', 'brands'. */
  name: string
  shelf: Shelf<unknown>
  /** The placeholder while the list loads. */
  shape: 'rows' | 'chips'
  onRetry: () => void
  children: ReactNode
}

/** A list of the side menu: loaded, loading, or failed with a retry button. */
export function MenuShelf({ name, shelf, shape, onRetry, children }: Props) {
  if (shelf.state === 'ready' || shelf.items.length > 0) return children
  if (shelf.state === 'failed') {
    return (
      <div className={styles.failed} role="status">
        <p>{`We couldn’t load the ${name}.`}</p>
        <Button variant="soft" size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.loading} data-shape={shape}>
      <span className="vh">{`Loading ${name}`}</span>
      {Array.from({ length: 8 }, (_, at) =>
        shape === 'rows' ? (
          <div key={at} className={styles.row}>
            <Skeleton shape="block" width="36px" height="36px" />
            <Skeleton width={['60%', '45%', '72%', '52%'][at % 4]} />
          </div>
        ) : (
          <Skeleton key={at} shape="pill" height="36px" width={['104px', '82px', '118px'][at % 3]} />
        ),
      )}
    </div>
  )
}
