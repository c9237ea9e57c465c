import { createHash } from 'node:crypto'
import { createCompressor } from './compressor.ts'

export interface Renderer {
  /**
   * The one name of all addresses that show the same; null for pages that only their shopper's browser can draw.
   *
   * @param url - path and query
   */
  keyOf(url: string): string | null
  render(key: string): Promise<RenderedPage>
}

export interface RenderedPage {
  status: number
  html: string
  /** It may be kept for others for some seconds: it is whole, and holds nothing that is anybody's own. */
  isKeepable: boolean
}

export interface CachedPage {
  status: number
  html: string
  brotli: () => Buffer
  /** RFC 9110 §8.8.3. Weak, because it is the same for every compression. */
  etag: string
  isKeepable: boolean
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
  const sent = async ({ status, html, isKeepable }: RenderedPage): Promise<CachedPage> => {
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    return { status, html, isKeepable, etag, brotli: await compress(html, etag) }
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
      ({ isKeepable }) => isKeepable || forget(key),
      () => forget(key),
    )
    return page
  }
}
