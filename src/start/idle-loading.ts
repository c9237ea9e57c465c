/** Milliseconds after the start of the shop: the page's own files have been loaded by then. */
export const idleDelay = 4_000

/** The part of the Network Information API that is used here; not every browser has it. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Loads code that the shopper probably needs next, when the browser has nothing else to do. Not on a connection that is slow or
 * saves data. If that fails, the code is loaded again, and an error shown, when it is needed.
 */
export function loadWhileIdle(window: Window & typeof globalThis, load: () => Promise<unknown>): void {
  const { connection } = window.navigator as { connection?: Connection }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  const idle = window.requestIdleCallback ?? window.setTimeout
  window.setTimeout(() => idle(() => void load().catch(() => {})), idleDelay)
}
