import { useCallback, useState, type ComponentType } from 'react'
import { whenNear } from './when-near.ts'

interface Props {
  /** Imports the part's component; the same function in each rendering. */
  load: () => Promise<ComponentType>
  className?: string
}

/** The page works without the part; the next time it is opened tries again. */
const leaveOut = () => {}

/** A part below the first screen whose code is loaded when it comes near the view. Until then its element is empty. */
export function NearPart({ load, className }: Props) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  const watch = useCallback(
    (element: HTMLDivElement) => whenNear(element, () => void load().then(part => setPart(() => part), leaveOut)),
    [load],
  )
  return (
    <div ref={watch} className={className}>
      {Part && <Part />}
    </div>
  )
}
