import { useEffect, useEffectEvent, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'
import styles from './Carousel.module.css'

/** One slide; `name` is its accessible name. */
export interface Slide {
  key: string | number
  name: string
  content: ReactNode
}

/** Moves to the next (1) or previous (-1) page; wraps around at the ends. */
export type ChangePage = (way: 1 | -1) => void

/** What a row of slides gets from `Carousel`. */
export interface RowProps {
  ref: Ref<ChangePage>
  slides: readonly Slide[]
  variant: 'banner' | 'row'
  /** Slides that are visible at a time. */
  perPage: number
  /** There is more than one page, and hydration is over. */
  paged: boolean
  /** It is advancing automatically. */
  playing: boolean
  /** The first visible slide. */
  index: number
  onMove: (index: number) => void
  /** The shopper moved it. */
  onUse: () => void
}

/** Milliseconds between two pages (section 9). */
export const interval = 3_000

/** Slides in a row that the browser scrolls and snaps. Works without script; the first interaction replaces it by `SplideCarousel`. */
export function SlideRow({ ref, slides, perPage, paged, playing, index, onMove, onUse }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  /** The first visible slide. `sent`: the row is scrolling to it because this component sent it there. */
  const position = useRef({ at: index, sent: false })

  const moveTo = (at: number, sent: boolean) => {
    position.current = { at, sent }
    onMove(at)
  }
  const changePage: ChangePage = way => {
    const { at } = position.current
    const last = slides.length - perPage
    const end = way > 0 ? last : 0
    moveTo(at === end ? last - end : Math.min(last, Math.max(0, at + way * perPage)), true)
    // jumps from one end to the other instead of scrolling back over all slides
    row.current!.scrollTo({
      left: position.current.at * stepIn(row.current!),
      behavior: at === end ? 'instant' : 'auto',
    })
  }
  useImperativeHandle(ref, () => changePage)

  /** A scroll that this component did not start is the shopper's. */
  const follow = () => {
    const at = Math.round(row.current!.scrollLeft / stepIn(row.current!)) || 0
    if (at === position.current.at) position.current.sent = false
    else if (!position.current.sent) {
      moveTo(at, false)
      onUse()
    }
  }
  const expectUserScroll = () => {
    position.current.sent = false
  }
  // before hydration it could be scrolled and focused
  const begin = useEffectEvent(() => {
    follow()
    if (row.current!.contains(document.activeElement)) onUse()
  })
  useEffect(() => begin(), [])

  const advance = useEffectEvent(() => document.hidden || changePage(1))
  useEffect(() => {
    if (!playing) return undefined
    const timer = setInterval(advance, interval)
    return () => clearInterval(timer)
  }, [playing])

  return (
    <div
      ref={row}
      className={styles.native}
      aria-live={paged ? (playing ? 'off' : 'polite') : undefined}
      onScroll={follow}
      onTouchMove={expectUserScroll}
      onWheel={expectUserScroll}
    >
      {slides.map((slide, at) => (
        <div
          key={slide.key}
          role="group"
          aria-roledescription="slide"
          aria-label={slide.name}
          inert={paged && (at < index || at >= index + perPage)}
        >
          {slide.content}
        </div>
      ))}
    </div>
  )
}

/** Pixels from the start of one slide to the start of the next; NaN if there is only one. */
function stepIn({ children }: HTMLElement): number {
  const [first, second] = children as HTMLCollectionOf<HTMLElement>
  return second ? second.offsetLeft - first!.offsetLeft : NaN
}
