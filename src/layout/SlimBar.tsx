import { Icon } from '../ui/Icon.tsx'
import { store } from '../store/store.ts'
import styles from './SlimBar.module.css'

/** The first line of every page: the store's phone number and opening hours. */
export function SlimBar() {
  return (
    <div className={styles.bar} role="region" aria-label="Store details" data-screen-only>
      <div className={`wrap ${styles.row}`}>
        <a href={store.phoneLink}>
          <Icon of="phone" />
          {store.phone}
        </a>
        <span className={styles.address}>
          <Icon of="map-pin" />
          {store.shortAddress}
        </span>
        {/* hours of several groups of days wrap on a phone; inline, because the styles of the first load are at their limit */}
        <span className={styles.hours} style={{ whiteSpace: 'normal' }}>
          <Icon of="clock" />
          {store.openingHours}
        </span>
      </div>
    </div>
  )
}
