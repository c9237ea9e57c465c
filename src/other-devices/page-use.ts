/** A page counts as used for this many milliseconds after the shopper's last action. */
export const usedFor = 5 * 60_000

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

type WatchedWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'performance'> & {
  document: Pick<Document, 'visibilityState'>
}

/** Whether the shopper uses the page: it is visible, and there was an action in the last minutes. */
export function createPageUse(window: WatchedWindow) {
  const now = () => window.performance.now()
  let usedAt = now()
  let resume = () => {}
  const markUsed = () => {
    usedAt = now()
    resume()
  }
  const returned = () => window.document.visibilityState === 'visible' && markUsed()
  for (const type of uses) window.addEventListener(type, markUsed, { passive: true, capture: true })
  window.addEventListener('visibilitychange', returned)
  return {
    /** Resolves when the shopper uses the page; at once while it is in use. */
    untilUsed: (): Promise<null> =>
      new Promise(resolve => {
        resume = () => window.document.visibilityState === 'visible' && resolve(null)
        if (now() - usedAt < usedFor) resume()
      }),
    stop() {
      for (const type of uses) window.removeEventListener(type, markUsed, { capture: true })
      window.removeEventListener('visibilitychange', returned)
    },
  }
}
