import type { Elements } from '../ui/elements.ts'
import { ScrollToTop } from '../ui/ScrollToTop.tsx'
import { StaticFooter } from './served-parts.ts'
import styles from './Footer.module.css'

interface Props {
  /** The newsletter's sign-up. */
  newsletter: Elements
}

/** The footer of every page. */
export function Footer({ newsletter }: Props) {
  return (
    <footer className={styles.footer} data-screen-only>
      <div className="wrap">
        {newsletter}
        <StaticFooter />
      </div>
      <ScrollToTop />
    </footer>
  )
}
