import { useSyncExternalStore } from 'react'
import { focusHeading } from './focus.ts'
import { Icon } from './Icon.tsx'
import styles from './ScrollToTop.module.css'

/** Pixels of scrolling after which the button is shown (section 9). */
const threshold = 100

/** As of the last scroll event: reading the position while a page is rendered would lay the page out. */
let isScrolled = false

const subscribe = (changed: () => void) => {
  const read = () => {
    isScrolled = scrollY > threshold
    changed()
  }
  // the page may have been scrolled before it was hydrated
  requestAnimationFrame(read)
  addEventListener('scroll', read, { passive: true })
  return () => removeEventListener('scroll', read)
}

/** A button that scrolls to the top, shown once the page is scrolled by more than 100 pixels. */
export function ScrollToTop() {
  const shown = useSyncExternalStore(
    subscribe,
    () => isScrolled,
    () => false,
  )
  const scrollUp = () => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
    focusHeading({ preventScroll: true })
  }
  if (!shown) return null
  return (
    <button type="button" className={styles.button} aria-label="Scroll to top" data-screen-only onClick={scrollUp}>
      <Icon of="arrow-up" />
    </button>
  )
}
