import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { whenNear } from './when-near.ts'

/** About half a screen of a phone. */
const margin = 400

/**
 * Calls back when an element comes near the view.
 *
 * @returns a ref for the element
 */
export function useNear(onNear: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const report = useEffectEvent(onNear)
  useEffect(() => whenNear(element.current!, () => report(), margin), [])
  return element
}
