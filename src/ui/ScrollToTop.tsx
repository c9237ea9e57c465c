import { useSyncExternalStore } from 'react'
import { focusHeading } from './focus.ts'
import { Icon } from './Icon.tsx'
import styles from './ScrollToTop.module.css'

/** Pixels of scrolling after which the button is shown (section 9). */
const threshold = 100

/** Of the last movement; false if the page is not scrolled by more than the threshold. */
type Direction = 'up' | 'down' | false

/** As of the last scroll event: reading the position while a page is rendered would lay the page out. */
let last = 0
let direction: Direction = false

const subscribe = (changed: () => void) => {
  const read = () => {
    // sideways scrolling, and the first frame after hydration, do not change the position
    if (scrollY === last) return
    direction = scrollY > threshold && (scrollY > last ? 'down' : 'up')
    last = scrollY
    changed()
  }
  // the page may have been scrolled before it was hydrated
  requestAnimationFrame(read)
  addEventListener('scroll', read, { passive: true })
  return () => removeEventListener('scroll', read)
}

/**
 * A button that scrolls to the top, shown once the page is scrolled by more than 100 pixels: in the header if that has a row of
 * links, else above the footer, and in the window while the shopper scrolls up.
 */
export function ScrollToTop() {
  const shown = useSyncExternalStore<Direction>(
    subscribe,
    () => direction,
    () => false,
  )
  const scrollUp = () => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
    focusHeading({ preventScroll: true })
  }
  if (!shown) return null
  return (
    <button
      type="button"
      className={styles.button}
      aria-label="Scroll to top"
      data-scrolled={shown}
      data-screen-only
      onClick={scrollUp}
    >
      <Icon of="arrow-up" />
    </button>
  )
}
