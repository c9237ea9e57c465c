import { createHash } from 'node:crypto'
import type { Renderer } from '#contract/renderer'
import { createSemaphore } from '../concurrency/semaphore.ts'
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
/** Seconds that an older page is sent while a new one is rendered. */
const staleFor = 60
/** Cached pages: those that were requested last. */
const maxPages = 100
/** Characters; longer keys are not cached. */
const longestKey = 200
/** Renderings at a time: each uses the processor, so more only make all of them slower. */
const maxRenderings = 4
/** Renderings that wait for their turn; further pages are rendered in the browser at once. */
const maxWaiting = 50

interface CacheOptions {
  /** Milliseconds that a page waits for its turn to be rendered; default 300. */
  queueTimeout?: number
  /** Milliseconds since the epoch. */
  now?: () => number
  /** The version of what pages show: pages of another one are not sent. */
  readVersion?: () => Promise<number>
}

interface Entry {
  /** The last whole page; null before there is one. */
  page: CachedPage | null
  renderedAt: number
  version: number
  /** The rendering in progress. */
  next: Promise<CachedPage | null> | null
}

/**
 * Caches rendered pages for some seconds, so that many shoppers cost one rendering. Concurrent requests of a page share
 * one rendering. A page that is up to a minute older is sent while a new one is rendered in the background, and stays
 * if the new one is incomplete. After a change of the settings every page is rendered again before it is sent.
 *
 * @returns the page of a key; null if too many others are being rendered
 */
export function createPageCache(
  renderer: Renderer,
  { queueTimeout = 300, now = Date.now, readVersion = async () => 0 }: CacheOptions = {},
) {
  const compress = createCompressor(maxPages)
  const takeSlot = createSemaphore({ slots: maxRenderings, maxWaiting, timeout: queueTimeout })
  const render = async (key: string): Promise<CachedPage | null> => {
    const release = await takeSlot()
    if (release === null) return null
    try {
      const { status, html, isCacheable } = await renderer.render(key)
      const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      return { status, html, isCacheable, etag, brotli: await compress(html, etag) }
    } finally {
      release()
    }
  }
  const entries = new Map<string, Entry>()
  const refresh = (key: string, entry: Entry): Promise<CachedPage | null> => {
    entry.next ??= render(key)
      .then(page => {
        if (page?.isCacheable) Object.assign(entry, { page, renderedAt: now() })
        return page
      })
      .finally(() => {
        entry.next = null
        if (entry.page === null && entries.get(key) === entry) entries.delete(key)
      })
    return entry.next
  }
  return async (key: string): Promise<CachedPage | null> => {
    if (key.length > longestKey) return render(key)
    const version = await readVersion()
    const cached = entries.get(key)
    const known = cached?.version === version ? cached : undefined
    if (known) {
      // moves the entry to the end: the first is removed first
      entries.delete(key)
      entries.set(key, known)
    }
    const age = known === undefined ? 0 : (now() - known.renderedAt) / 1_000
    if (known?.page && age < pageMaxAge) return known.page
    if (known?.page && age < pageMaxAge + staleFor) {
      // after this page is sent: rendering blocks the process for some milliseconds
      setImmediate(() => void refresh(key, known).catch(() => {})) // The next request tries again.
      return known.page
    }
    const entry = known ?? { page: null, renderedAt: 0, version, next: null }
    entries.set(key, entry)
    if (entries.size > maxPages) entries.delete(entries.keys().next().value!)
    return refresh(key, entry)
  }
}
