/** Milliseconds after the start of the shop: whatever the page itself needs has been loaded by then. */
export const idleDelay = 4_000

/** The part of the Network Information API that is used here; not every browser has it. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Loads code that the shopper probably needs next, when the browser has nothing else to do. Not on a connection that is slow or
 * saves data. A failure is repeated, and shown, when the code is needed.
 */
export function loadWhileIdle(window: Window & typeof globalThis, load: () => Promise<unknown>): void {
  const { connection } = window.navigator as { connection?: Connection }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  const idle = window.requestIdleCallback ?? window.setTimeout
  window.setTimeout(() => idle(() => void load().catch(() => {})), idleDelay)
}
