import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react'
import type { TurningProps } from './Turning.tsx'
import { CarouselControls } from './CarouselControls.tsx'
import styles from './Carousel.module.css'

/** One slide; `name` is what a screen reader calls it. */
export interface Slide {
  key: string | number
  name: string
  content: ReactNode
}

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

const subscribe = (changed: () => void) => {
  const queries = [matchMedia(narrow), matchMedia(middle)]
  for (const query of queries) query.addEventListener('change', changed)
  return () => queries.forEach(query => query.removeEventListener('change', changed))
}
const inRow = () => (matchMedia(narrow).matches ? 1 : matchMedia(middle).matches ? 3 : 4)

/**
 * Slides that turn. The first paint is a plain row that the browser scrolls and snaps, with no script at all; once the
 * page is idle, `Turning` takes it over: circular, every 3000 ms, until the shopper moves it by hand or stops it.
 */
export function Carousel({ label, slides, look, heading }: Props) {
  const perRow = useSyncExternalStore(subscribe, inRow, () => 4)
  const perPage = look === 'banner' ? 1 : perRow
  const turns = slides.length > perPage
  const root = useRef<HTMLElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const [moved, move] = useState(false)
  const taken = useTurning(root, row, turns)

  if (taken && turns) {
    const { Turning, start } = taken
    return <Turning {...{ label, slides, look, heading, perPage, start }} still={moved} />
  }
  const turn = (way: 1 | -1) => {
    move(true)
    row.current?.scrollBy({ left: way * row.current.clientWidth, behavior: 'smooth' })
  }
  return (
    <section
      ref={root}
      className={styles.carousel}
      data-look={look}
      aria-roledescription={turns ? 'carousel' : undefined}
      aria-label={label}
    >
      <CarouselControls
        label={label}
        heading={heading}
        count={turns ? slides.length : 0}
        index={0}
        playing={!moved}
        onToggle={() => move(!moved)}
        onTurn={turn}
      />
      {/* A row that scrolls can be reached and scrolled by keyboard through what stands in it. */}
      <div ref={row} className={styles.native}>
        {slides.map(slide => (
          <div key={slide.key} role="group" aria-roledescription="slide" aria-label={slide.name}>
            {slide.content}
          </div>
        ))}
      </div>
    </section>
  )
}

/** The slide that a row, scrolled by hand, begins with. */
function startOf(row: HTMLElement | null): number {
  const width = row?.firstElementChild?.clientWidth ?? 0
  return row && width > 0 ? Math.round(row.scrollLeft / width) : 0
}

interface Taken {
  Turning: (props: TurningProps) => ReactNode
  /** The slide that was in view. */
  start: number
}

/** What takes the row over: loaded when the page is idle, and not while the focus stands in the row. */
function useTurning(root: RefObject<HTMLElement | null>, row: RefObject<HTMLElement | null>, wanted: boolean) {
  const [taken, take] = useState<Taken | null>(null)
  useEffect(() => {
    if (!wanted) return undefined
    const ended = new AbortController()
    const load = async () => {
      const { Turning } = await import('./Turning.tsx')
      whenUnfocused(root.current, () => take({ Turning, start: startOf(row.current) }), ended.signal)
    }
    const cancel = whenIdle(() => void load().catch(keepRow))
    return () => {
      ended.abort()
      cancel()
    }
  }, [root, row, wanted])
  return taken
}

function whenIdle(then: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(then, { timeout: 3_000 })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(then, 500)
  return () => clearTimeout(timer)
}

/** A row that scrolls is good enough where the rest could not be loaded. */
const keepRow = () => {}

function whenUnfocused(root: HTMLElement | null, then: () => void, signal: AbortSignal) {
  if (signal.aborted) return
  if (!root?.contains(document.activeElement)) then()
  else
    root.addEventListener('focusout', () => setTimeout(() => whenUnfocused(root, then, signal)), { once: true, signal })
}
