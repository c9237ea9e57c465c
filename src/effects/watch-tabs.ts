/** What connects the tabs of this browser. */
export interface ConnectedTabs {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
}

/**
 * Resolves once another tab says that it has changed something, or has changed or emptied the storage.
 *
 * @param key - of what is watched in the storage
 * @param signal - ends the watching
 */
export const nextTabChange = ({ window, tabs }: ConnectedTabs, key: string, signal: AbortSignal): Promise<null> =>
  new Promise(resolve => {
    const end = () => {
      tabs.removeEventListener('message', end)
      window.removeEventListener('storage', changed)
      resolve(null)
    }
    // null: another tab has emptied the storage
    const changed = (event: StorageEvent) => (event.key === key || event.key === null) && end()
    tabs.addEventListener('message', end)
    window.addEventListener('storage', changed)
    signal.addEventListener('abort', end)
  })

/**
 * Resolves once the shopper returns to this page from another window or tab.
 *
 * @param signal - ends the watching
 */
export const nextReturn = (
  window: Pick<Window, 'addEventListener' | 'removeEventListener'> & { document: Pick<Document, 'visibilityState'> },
  signal: AbortSignal,
): Promise<null> =>
  new Promise(resolve => {
    const end = () => {
      window.removeEventListener('focus', end)
      window.removeEventListener('visibilitychange', returned)
      resolve(null)
    }
    const returned = () => void (window.document.visibilityState === 'visible' && end())
    window.addEventListener('focus', end)
    window.addEventListener('visibilitychange', returned)
    signal.addEventListener('abort', end)
  })
