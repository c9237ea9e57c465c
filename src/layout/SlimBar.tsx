import { showPlace } from '../delivery-place/show-place.ts'
import { Icon } from '../ui/Icon.tsx'
import { store } from '../store/store.ts'
import styles from './SlimBar.module.css'

/** The first line of every page: the store's phone number and opening hours, and where orders are to be delivered. */
export function SlimBar() {
  return (
    <div className={styles.bar} role="region" aria-label="Store details" data-screen-only>
      <div className={`wrap ${styles.row}`}>
        <a href={store.phoneLink}>
          <Icon of="phone" />
          {store.phone}
        </a>
        {/* static HTML: `showPlace` writes the place into it, and src/journal/journal-buttons.ts opens the dialog */}
        <button
          type="button"
          aria-haspopup="dialog"
          data-place
          data-failed="The delivery area could not be opened: its code could not be loaded. Check your connection. Try again?"
          ref={showPlace}
        >
          <Icon of="map-pin" />
          <span>Deliver to</span>
        </button>
        <span className={styles.address}>{store.shortAddress}</span>
        {/* hours of several groups of days wrap on a phone; inline, because the styles of the first load are at their limit */}
        <span className={styles.hours} style={{ whiteSpace: 'normal' }}>
          <Icon of="clock" />
          {store.openingHours}
        </span>
      </div>
    </div>
  )
}
