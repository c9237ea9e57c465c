import type { ListView } from '#contract/list-paths'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ProductCard.module.css'

/** Placeholder of a product card. */
export function CardSkeleton({ layout }: Pick<ListView, 'layout'>) {
  return (
    <div className={styles.card} data-layout={layout}>
      <div className={styles.picture}>
        <Skeleton shape="block" height="100%" />
      </div>
      <div className={styles.name}>
        <div>
          <Skeleton width="80%" />
          <Skeleton width="56%" />
        </div>
      </div>
      <div className={styles.words}>
        <Skeleton width="78%" height="10px" />
      </div>
      <div className={styles.price}>
        <Skeleton width="84px" height="30px" />
        <p className={styles.meta}>
          <Skeleton width="64px" height="12px" />
          <Skeleton width="48px" height="12px" />
        </p>
      </div>
      <div className={styles.act}>
        <span className={styles.view}>
          <Skeleton width="62px" height="12px" />
        </span>
        <Skeleton shape="pill" />
      </div>
    </div>
  )
}
