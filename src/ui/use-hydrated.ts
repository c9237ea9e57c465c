import { useEffect, useSyncExternalStore } from 'react'

const nothingChanges = () => () => {}

/** Whether the page is React's: false on the server and while the browser takes its page over, true right after. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )

/**
 * Tells that all that is drawn hears of its charts; React may say so more than once. A letter that came before would be
 * taken back from its field.
 */
export const useAfterHydration = (tell: (() => void) | undefined): void => useEffect(() => tell?.(), [tell])
