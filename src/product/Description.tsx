import { useSyncExternalStore } from 'react'
import { plainText } from '../catalogue/plain-text.ts'
import { cleaned } from './cleaned.ts'
import styles from './Description.module.css'

const nothingChanges = () => () => {}

/** A product's description. HTML is only shown where there is a browser to clean it; until then it is plain text. */
export function Description({ html }: { html: string }) {
  const isInBrowser = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )
  const clean = isInBrowser ? cleaned(html) : null
  if (clean !== null) return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: clean }} />
  return <p className={styles.plain}>{plainText(html).join('\n')}</p>
}
