import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './CartSkeleton.module.css'

/** The shape of a cart that is being read. */
export function CartSkeleton() {
  return (
    <div className="split" aria-busy="true">
      <p className="vh" role="status">
        Loading your cart
      </p>
      <div className={`panel ${styles.lines}`}>
        {[78, 62, 70].map(width => (
          <div key={width} className={styles.line}>
            <Skeleton shape="block" width="100%" height="100%" />
            <div>
              <Skeleton width={`${width}%`} />
              <Skeleton width="30%" />
              <Skeleton shape="pill" width="140px" />
            </div>
            <Skeleton width="64px" />
          </div>
        ))}
      </div>
      <div className="panel stack">
        <Skeleton width="60%" height="22px" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="100%" height="30px" />
        <Skeleton shape="pill" height="54px" />
      </div>
    </div>
  )
}
