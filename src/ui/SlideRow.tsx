import { useEffect, useEffectEvent, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'
import styles from './Carousel.module.css'

/** One slide; `name` is what a screen reader calls it. */
export interface Slide {
  key: string | number
  name: string
  content: ReactNode
}

/** Turns a page on (1) or back (-1), from either end to the other. */
export type Turn = (way: 1 | -1) => void

/** What `Carousel` tells the row of its slides. */
export interface RowProps {
  ref: Ref<Turn>
  slides: readonly Slide[]
  look: 'banner' | 'row'
  /** How many slides stand beside one another. */
  perPage: number
  /** There is more than one page, and the page runs. */
  turns: boolean
  /** It turns by itself, now. */
  turning: boolean
  /** The slide that the page begins with. */
  index: number
  onMove: (index: number) => void
  /** The shopper moves it by hand. */
  onHand: () => void
}

/** Milliseconds between two turns (section 9). */
export const interval = 3_000

/** Slides in a row that the browser scrolls and snaps: all there is before the script comes, and until `SplideCarousel` does. */
export function SlideRow({ ref, slides, perPage, turns, turning, index, onMove, onHand }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  /** Where the row stands, or is sent. */
  const place = useRef({ at: index, sent: false })

  const stand = (at: number, sent: boolean) => {
    place.current = { at, sent }
    onMove(at)
  }
  const turn: Turn = way => {
    const { at } = place.current
    const last = slides.length - perPage
    const end = way > 0 ? last : 0
    stand(at === end ? last - end : Math.min(last, Math.max(0, at + way * perPage)), true)
    row.current!.scrollLeft = place.current.at * stepIn(row.current!)
  }
  useImperativeHandle(ref, () => turn)

  /** Where nobody sent it, the shopper moved it by hand. */
  const follow = () => {
    const at = Math.round(row.current!.scrollLeft / stepIn(row.current!)) || 0
    if (at === place.current.at) place.current.sent = false
    else if (!place.current.sent) {
      stand(at, false)
      onHand()
    }
  }
  const takeInHand = () => {
    place.current.sent = false
  }
  // it could be scrolled, and have the focus, before the script came
  const begin = useEffectEvent(() => {
    follow()
    if (row.current!.contains(document.activeElement)) onHand()
  })
  useEffect(() => begin(), [])

  const goOn = useEffectEvent(() => document.hidden || turn(1))
  useEffect(() => {
    if (!turning) return undefined
    const timer = setInterval(goOn, interval)
    return () => clearInterval(timer)
  }, [turning])

  return (
    <div
      ref={row}
      className={styles.native}
      aria-live={turns ? (turning ? 'off' : 'polite') : undefined}
      onScroll={follow}
      onTouchMove={takeInHand}
      onWheel={takeInHand}
    >
      {slides.map((slide, at) => (
        <div
          key={slide.key}
          role="group"
          aria-roledescription="slide"
          aria-label={slide.name}
          inert={turns && (at < index || at >= index + perPage)}
        >
          {slide.content}
        </div>
      ))}
    </div>
  )
}

/** Pixels from the start of one slide to that of the next; not a number where there is one only. */
function stepIn({ children }: HTMLElement): number {
  const [first, second] = children as HTMLCollectionOf<HTMLElement>
  return second ? second.offsetLeft - first!.offsetLeft : NaN
}
