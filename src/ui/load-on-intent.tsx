import { afterMissingFile } from '../release/missing-files.ts'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

interface Openable {
  /** Omitted by a part that is rendered only while it is open. */
  open?: boolean
  onClose: () => void
}

/** After a failed preload the code is loaded again when it is needed. */
const ignore = () => {}

/**
 * Handlers for a button that load the code behind it on hover, focus and press.
 *
 * @param load - an `import()`, which browsers cache
 */
export function preloadOnIntent(load: () => Promise<unknown>) {
  const bring = () => void load().catch(ignore)
  return { onPointerEnter: bring, onPointerDown: bring, onFocus: bring }
}

/**
 * A part that opens and whose code is not in the first load. Renders nothing until it is open and loaded. If loading fails
 * the part closes, so that the next press tries again.
 *
 * @param load - imports the component; called again after a failure
 */
export function loadOnIntent<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  return function LoadedOnIntent(props: Props) {
    const { open = true, onClose } = props
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const close = useEffectEvent(onClose)
    const isAwaited = open && Part === null

    useEffect(() => {
      if (!isAwaited) return undefined
      let isGone = false
      const take = (part: ComponentType<Props>) => !isGone && setPart(() => part)
      load().then(take, async error => {
        await afterMissingFile(error)
        if (!isGone) close()
      })
      return () => {
        isGone = true
      }
    }, [isAwaited])

    return Part && <Part {...props} />
  }
}
