import { renewPage } from './renew-page.ts'

/** The errors of `import()`: a script or style sheet could not be loaded. */
const missing = new WeakSet<object>()

if (typeof window !== 'undefined')
  window.addEventListener('vite:preloadError', event => missing.add((event as unknown as { payload: object }).payload))

/** Whether a newer release is being loaded; null if nothing has failed since the last answer, which was no. */
let renewing: Promise<boolean> | null = null

/**
 * Call it when code that the shopper needs now could not be loaded. Resolves if the page stays as it is; never if a newer release is
 * being loaded instead. Several files can fail at the same time: a second load of the page would end the first, and count as the one
 * load of this minute.
 *
 * @param error - any error; others than those of `import()` are ignored
 * @param isAsked - the shopper has tried again
 */
export async function afterMissingFile(error: unknown, isAsked?: boolean): Promise<void> {
  if (!missing.has(error as object)) return
  if (isAsked || renewing === null) renewing = renewPage(import.meta.url.split('/').at(-1)!, isAsked)
  if (await renewing) await new Promise(() => {})
  renewing = null
}
