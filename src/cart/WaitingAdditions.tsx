import { toCents } from '#contract/money'
import { productPath } from '#contract/paths'
import type { PendingAddition } from '#machines/cart/pending-commands'
import { Waiting } from '../connection/Waiting.tsx'
import { picture } from '../ui/picture.ts'
import { Price } from '../ui/Price.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import styles from './WaitingAdditions.module.css'

/** Products that are added once there is a connection; the amounts of the cart do not contain them yet. */
export const WaitingAdditions = ({ additions }: { additions: readonly PendingAddition[] }) => (
  <section className={`panel ${styles.additions}`} aria-label="Products to be added">
    <ul>
      {additions.map(({ requestId, productId, productName, productImage, productPrice, quantity }) => (
        <li key={requestId} className={styles.line}>
          <img {...picture(productImage, [160, 320], '64px')} width="64" height="64" alt="" />
          <div>
            <a href={productPath(productId)}>
              <ProductName name={productName} />
            </a>
            <p className="num">
              <span>{`${quantity} × `}</span>
              <Price cents={toCents(productPrice)} was={toCents(productPrice)} />
            </p>
            <Waiting />
          </div>
        </li>
      ))}
    </ul>
  </section>
)
