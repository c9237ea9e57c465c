import { memo } from 'react'
import { plainText } from '../catalogue/plain-text.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import styles from './Description.module.css'

/**
 * A product's description. Plain text on the server and until hydration, since the sanitizer needs a browser. Memoised,
 * because sanitizing takes several milliseconds.
 */
export const Description = memo(function Description({ html }: { html: string }) {
  const isHydrated = useHydrated()
  const clean = isHydrated ? sanitizeHtml(html) : null
  if (clean !== null) return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: clean }} />
  return <p className={styles.plain}>{plainText(html).join('\n')}</p>
})
