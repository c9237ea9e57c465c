import { useCallback, useState, type ComponentType } from 'react'
import { whenNear } from './when-near.ts'

interface Props<Name extends string> {
  /** Imports the part with others; the same function in each rendering. */
  load: () => Promise<Record<Name, ComponentType>>
  part: Name
  className?: string
}

const leaveOut = () => {}

/** A part below the first screen whose code is loaded when it comes near the view. Until then its element is empty. */
export function NearPart<Name extends string>({ load, part, className }: Props<Name>) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  const watch = useCallback(
    (element: HTMLDivElement) =>
      // the page works without the part; the next time it is opened tries again
      whenNear(element, () => void load().then(parts => setPart(() => parts[part]), leaveOut)),
    [load, part],
  )
  return (
    <div ref={watch} className={className}>
      {Part && <Part />}
    </div>
  )
}
