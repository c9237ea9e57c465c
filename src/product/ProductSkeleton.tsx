import { Skeleton } from '../ui/Skeleton.tsx'
import gallery from './Gallery.module.css'
import styles from './ProductScreen.module.css'

/** Placeholder of the product page. */
export function ProductSkeleton() {
  return (
    <>
      <p className="vh" role="status">
        Loading the product
      </p>
      <div className={styles.product} aria-hidden="true">
        <div className={styles.columns}>
          <div className={styles.gallery}>
            <div className={gallery.gallery}>
              <div className={gallery.large}>
                <Skeleton shape="block" height="100%" />
              </div>
              <ul className={gallery.thumbs}>
                {Array.from({ length: 5 }, (_, at) => (
                  <li key={at} style={{ aspectRatio: 1 }}>
                    <Skeleton shape="block" height="100%" />
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <div className={styles.buy}>
            <Skeleton width="86%" height="36px" />
            <Skeleton width="40%" height="20px" />
            <Skeleton width="150px" height="46px" />
            <Skeleton shape="block" height="120px" />
            <Skeleton shape="pill" height="54px" />
          </div>
        </div>
      </div>
    </>
  )
}
