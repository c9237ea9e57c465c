import { useSyncExternalStore } from 'react'

const nothingChanges = () => () => {}

/** Whether the page is React's: false on the server and while the browser takes its page over, true right after. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )
