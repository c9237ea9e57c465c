import { useEffect, useState } from 'react'
import { afterMissingFile } from '../release/missing-files.ts'

/**
 * Components whose code is not in the first load.
 *
 * @param load - an `import()`
 * @returns what loads them ahead, and what a component renders them with: null until they are loaded, which they are once they are needed
 */
export function lazyParts<Parts>(load: () => Promise<Parts>) {
  let loaded: Parts | null = null
  const preload = async () => (loaded = await load())
  function useParts(areNeeded: boolean): Parts | null {
    const [, setParts] = useState(loaded)
    const isAwaited = areNeeded && loaded === null
    useEffect(() => {
      // without them the page works, and the next page tries again
      if (isAwaited) preload().then(setParts, afterMissingFile)
    }, [isAwaited])
    return loaded
  }
  return [preload, useParts] as const
}
