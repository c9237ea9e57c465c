import type { ReactNode } from 'react'
import { storageWords } from '#machines/catalogue/label-words'
import type { ShownProduct } from '#machines/catalogue/products'
import { store } from '../store/store.ts'
import { Icon } from '../ui/Icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { storageIn } from './storage-advice.ts'
import styles from './Promises.module.css'

/** Delivery, pick-up and storage of a product. */
export function Promises({ product }: { product: Pick<ShownProduct, 'description' | 'storage'> }) {
  const advice = storageIn(product.description)
  const words = product.storage ? storageWords(product.storage) : null
  return (
    <ul className={styles.promises}>
      <Fact icon="truck" title="Delivery to your door">
        <a className="textlink" href="/main/delivery-info">
          See fees and suburbs
        </a>
      </Fact>
      <Fact icon="map-pin" title={`Pick-up in ${store.address.suburb}`}>
        {store.openingHours}
      </Fact>
      {(advice || words) && (
        <Fact icon="info" title={words ? `Storage: ${words}` : 'Storage'}>
          {advice}
        </Fact>
      )}
    </ul>
  )
}

function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon of={icon} />
      <div>
        <b>{title}</b>
        {children && <p className="small muted">{children}</p>}
      </div>
    </li>
  )
}
