import { createHash } from 'node:crypto'
import type { RenderedPage, Renderer } from '#contract/renderer'
import { createCompressor } from './compressor.ts'

export interface CachedPage {
  status: number
  html: string
  brotli: () => Buffer
  /** RFC 9110 §8.8.3. Weak, because it is the same for every compression. */
  etag: string
  isCacheable: boolean
}

/** Seconds that a page is cached. */
export const pageMaxAge = 5
/** Cached pages, the most recent ones. */
const maxPages = 100
/** Characters; longer keys are not cached. */
const longestKey = 200

/**
 * Caches rendered pages for some seconds, so that many visitors cost one rendering. Concurrent requests of a page share
 * one rendering.
 *
 * @param now - milliseconds since the epoch
 */
export function createPageCache(renderer: Renderer, now = Date.now) {
  const compress = createCompressor(maxPages)
  const sent = async ({ status, html, isCacheable }: RenderedPage): Promise<CachedPage> => {
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    return { status, html, isCacheable, etag, brotli: await compress(html, etag) }
  }
  const kept = new Map<string, { until: number; page: Promise<CachedPage> }>()
  const forget = (key: string) => void kept.delete(key)
  return (key: string): Promise<CachedPage> => {
    const held = kept.get(key)
    if (held && held.until > now()) return held.page
    const page = renderer.render(key).then(sent)
    if (key.length > longestKey) return page
    forget(key)
    kept.set(key, { until: now() + pageMaxAge * 1_000, page })
    if (kept.size > maxPages) forget(kept.keys().next().value!)
    page.then(
      ({ isCacheable }) => isCacheable || forget(key),
      () => forget(key),
    )
    return page
  }
}
