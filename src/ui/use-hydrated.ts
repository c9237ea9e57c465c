import { useEffect, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False on the server and during hydration, true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

/**
 * Calls back once all components are subscribed to their machines; under StrictMode more than once. React would reset a field
 * whose input is replayed earlier.
 */
export const useAfterHydration = (callback: (() => void) | undefined): void =>
  useEffect(() => void callback?.(), [callback])
