import { useRef, useState, useSyncExternalStore, type ComponentType, type ReactNode, type TouchEvent } from 'react'
import { CarouselControls } from './CarouselControls.tsx'
import { SlideRow, type RowProps, type Slide, type Turn } from './SlideRow.tsx'
import styles from './Carousel.module.css'

interface Props {
  /** What turns here: 'Banners', 'Related Products'. */
  label: string
  slides: readonly Slide[]
  /** `banner` one at a time with its controls upon it; `row` 4 wide, 3 up to 768 px, 1 up to 560 px, controls above. */
  look: 'banner' | 'row'
  /** Stands at the start of the controls of a row. */
  heading?: ReactNode
}

/** Widths of section 9, and how many slides of a row stand beside one another up to them. */
const narrow = '(max-width: 560px)'
const middle = '(max-width: 768px)'
const lessMotion = '(prefers-reduced-motion: reduce)'

const subscribe = (changed: () => void) => {
  const queries = [narrow, middle, lessMotion].map(query => matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  return () => queries.forEach(query => query.removeEventListener('change', changed))
}
const inRow = () => (matchMedia(narrow).matches ? 1 : matchMedia(middle).matches ? 3 : 4)
const isStill = () => matchMedia(lessMotion).matches

/** A row that scrolls is good enough where the rest could not be loaded. */
const keepRow = () => {}

/**
 * Slides that turn: circular, every 3000 ms, until the shopper moves them, stops them or comes with the focus. They
 * stand in a row that the browser scrolls; on the first sign of interest `SplideCarousel` is loaded, and takes the row over
 * as it stands. Controls and what is known of the row stay here, so that neither is lost.
 */
export function Carousel({ label, slides, look, heading }: Props) {
  const perRow = useSyncExternalStore(subscribe, inRow, () => 4)
  const still = useSyncExternalStore(subscribe, isStill, () => null) // null before the page runs
  const [moved, show] = useState(0)
  const [chosen, choose] = useState<boolean | null>(null)
  const [held, hold] = useState<'pointer' | 'focus' | null>(null)
  const [Taken, take] = useState<ComponentType<RowProps> | null>(null)
  const root = useRef<HTMLElement>(null)
  const turn = useRef<Turn>(null)
  const wanted = useRef(false)
  const touched = useRef(false)

  const perPage = look === 'banner' ? 1 : perRow
  const turns = slides.length > perPage
  const index = Math.min(moved, slides.length - 1) // there may be fewer slides now
  const playing = chosen ?? !still
  const stop = () => choose(false)
  const Row = (turns && Taken) || SlideRow

  const want = () => {
    if (wanted.current || !turns) return
    wanted.current = true
    void import('./SplideCarousel.tsx').then(({ takeOver }) => takeOver(root.current!, touched, take)).catch(keepRow)
  }
  const touch = ({ touches }: TouchEvent) => {
    touched.current = touches.length > 0
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it notices, and offers nothing to do
    <section
      ref={root}
      className={styles.carousel}
      data-look={look}
      aria-roledescription={turns ? 'carousel' : undefined}
      aria-label={label}
      onPointerOver={() => {
        want()
        hold(by => by ?? 'pointer')
      }}
      onPointerLeave={() => hold(by => (by === 'pointer' ? null : by))}
      onTouchStart={touch}
      onTouchEnd={touch}
      onTouchCancel={touch}
      onFocus={event => {
        want()
        // upon the stop button it only waits: were it stopped by the focus, the press that follows would set it going
        if (event.target.classList.contains(styles.pause!)) hold('focus')
        else stop()
      }}
      onBlur={() => held === 'focus' && stop()}
    >
      <CarouselControls
        label={label}
        heading={heading}
        count={turns ? slides.length : 0}
        index={index}
        playing={playing}
        onToggle={() => {
          want()
          choose(!playing)
          hold(null)
        }}
        onTurn={way => {
          want()
          stop()
          turn.current?.(way)
        }}
      />
      <Row
        ref={turn}
        slides={slides}
        look={look}
        perPage={perPage}
        turns={turns && still !== null}
        turning={turns && playing && !held}
        index={index}
        onMove={show}
        onHand={stop}
      />
    </section>
  )
}
