import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

interface Openable {
  /** Left out where the part is drawn only while it is open. */
  open?: boolean
  onClose: () => void
}

/** Code that could not be had now is asked for again when it is needed. */
const leaveIt = () => {}

/**
 * What a button does so that the code behind it is there when it is pressed: brings it as soon as a pointer or the focus
 * comes to the button.
 *
 * @param load - an `import()`; to ask again costs nothing
 */
export function preloadOnIntent(load: () => Promise<unknown>) {
  const bring = () => void load().catch(leaveIt)
  return { onPointerEnter: bring, onPointerDown: bring, onFocus: bring }
}

/**
 * A part that opens, without its code in the first load. It stays away until it is open and its code is there. Where the
 * code can't be had the part closes again, so that the next press is another try.
 *
 * @param load - brings the component; is called again after a failure
 */
export function loadOnIntent<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  return function Later(props: Props) {
    const { open = true, onClose } = props
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const giveUp = useEffectEvent(onClose)
    const isAwaited = open && Part === null

    useEffect(() => {
      if (!isAwaited) return undefined
      let isGone = false
      const take = (part: ComponentType<Props>) => !isGone && setPart(() => part)
      load().then(take, () => !isGone && giveUp())
      return () => {
        isGone = true
      }
    }, [isAwaited])

    return Part && <Part {...props} />
  }
}
