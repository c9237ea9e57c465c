import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './CheckoutSkeleton.module.css'

/** The shape of a checkout that is loading. */
export function CheckoutSkeleton() {
  return (
    <div className="split" aria-busy="true">
      <p className="vh" role="status">
        Loading the checkout
      </p>
      <div className="stack">
        <div className={`panel ${styles.step}`}>
          <Skeleton width="180px" height="24px" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="pill" width="150px" height="54px" />
        </div>
        {[1, 2, 3].map(step => (
          <Skeleton key={step} shape="block" height="72px" />
        ))}
      </div>
      <div className="panel stack">
        <Skeleton width="60%" height="22px" />
        <Skeleton shape="block" height="56px" />
        <Skeleton shape="block" height="56px" />
        <Skeleton />
        <Skeleton height="30px" />
      </div>
    </div>
  )
}
