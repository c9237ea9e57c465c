import { useSyncExternalStore } from 'react'
import { focusHeading } from './focus.ts'
import { Icon } from './Icon.tsx'
import styles from './ScrollToTop.module.css'

/** Pixels of scrolling from which on the way back is offered (section 9). */
const far = 100

const subscribe = (changed: () => void) => {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** The way back up, once the page is scrolled over 100 pixels. */
export function ScrollToTop() {
  const shown = useSyncExternalStore(
    subscribe,
    () => scrollY > far,
    () => false,
  )
  const rise = () => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
    focusHeading({ preventScroll: true })
  }
  if (!shown) return null
  return (
    <button type="button" className={styles.button} aria-label="Scroll to top" data-screen-only onClick={rise}>
      <Icon of="arrow-up" />
    </button>
  )
}
