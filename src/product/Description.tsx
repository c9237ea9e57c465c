import { plainText } from '../catalogue/plain-text.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { cleaned } from './sanitize-html.ts'
import styles from './Description.module.css'

/** A product's description. HTML is only shown where there is a browser to clean it; until then it is plain text. */
export function Description({ html }: { html: string }) {
  const clean = useHydrated() ? cleaned(html) : null
  if (clean !== null) return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: clean }} />
  return <p className={styles.plain}>{plainText(html).join('\n')}</p>
}
