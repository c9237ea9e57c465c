import { memo } from 'react'
import { plainText } from '#machines/catalogue/plain-text'
import { trustedHtml } from '../ui/trusted-html.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import styles from './Description.module.css'

const id = 'description-text'

/** Sanitizes on the server, without a DOM. */
const onServer: { format: ((html: string) => string) | null } = { format: null }

export const registerDescriptionFormat = (format: (html: string) => string): void => void (onServer.format = format)

/** The description as formatted by the server; null without one. */
function served(html: string): string | null {
  if (onServer.format) return onServer.format(html)
  return typeof document === 'object' ? (document.getElementById(id)?.innerHTML ?? null) : null
}

/**
 * A product's description: sanitized by the server, and by the browser from hydration on; plain text in a browser that cannot
 * sanitize. Memoised, because sanitizing takes several milliseconds.
 */
export const Description = memo(function Description({ html }: { html: string }) {
  const isHydrated = useHydrated()
  const clean = isHydrated ? sanitizeHtml(html) : served(html)
  if (clean !== null)
    return <div id={id} className={styles.prose} dangerouslySetInnerHTML={{ __html: trustedHtml(clean) }} />
  return <p className={styles.plain}>{plainText(html).join('\n')}</p>
})
