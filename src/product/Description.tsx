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
  if (isInBrowser) return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: cleaned(html) }} />
  return (
    <div className={styles.prose}>
      {plainText(html).map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </div>
  )
}
