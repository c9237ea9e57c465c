import { useRef, useSyncExternalStore, type ReactNode, type TouchEvent } from 'react'
import { carouselMachine } from './carousel-machine.ts'
import { CarouselControls } from './CarouselControls.tsx'
import { SlideRow, type ChangePage, type Slide } from './SlideRow.tsx'
import { useMachine } from './use-machine.ts'
import styles from './Carousel.module.css'

interface Props {
  /** Accessible name: 'Banners', 'Related Products'. */
  label: string
  slides: readonly Slide[]
  /** `banner` shows one slide, with the controls on it; `row` shows 4, up to 768 px 3, up to 560 px 1, controls above. */
  variant: 'banner' | 'row'
  /** Before the controls of a row. */
  heading?: ReactNode
}

/** The widths of section 9 up to which a row shows fewer slides. */
const narrow = '(max-width: 560px)'
const middle = '(max-width: 768px)'
const lessMotion = '(prefers-reduced-motion: reduce)'

const subscribe = (changed: () => void) => {
  const queries = [narrow, middle, lessMotion].map(query => matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  return () => queries.forEach(query => query.removeEventListener('change', changed))
}
const slidesPerRow = () => (matchMedia(narrow).matches ? 1 : matchMedia(middle).matches ? 3 : 4)
const isMotionReduced = () => matchMedia(lessMotion).matches

const markTouch = ({ currentTarget, touches }: TouchEvent<HTMLElement>) =>
  void currentTarget.toggleAttribute('data-touched', touches.length > 0)

/**
 * A carousel that advances every 3000 ms, from the last slide to the first. Its machine says when it plays. It starts as
 * a row that the browser scrolls, and is replaced by Splide on the first interaction.
 */
export function Carousel({ label, slides, variant, heading }: Props) {
  const perRow = useSyncExternalStore(subscribe, slidesPerRow, () => 4)
  const isStill = useSyncExternalStore(subscribe, isMotionReduced, () => null) // null before hydration
  const [{ context, value }, send] = useMachine(carouselMachine)
  const root = useRef<HTMLElement>(null)
  const changePage = useRef<ChangePage>(null)

  const perPage = variant === 'banner' ? 1 : perRow
  const paged = slides.length > perPage
  const index = Math.min(context.index, slides.length - 1) // the slides may have become fewer
  const playing = value.rotation === 'automatic' ? !isStill : value.rotation === 'playing'
  const stop = () => send({ type: 'carousel.stop' })
  const Row = (paged && context.Row) || SlideRow

  const replaceRow = () => paged && send({ type: 'row.replace', carousel: root.current! })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it observes, and offers nothing to do
    <section
      ref={root}
      className={styles.carousel}
      data-variant={variant}
      aria-roledescription={paged ? 'carousel' : undefined}
      aria-label={label}
      onPointerOver={() => {
        replaceRow()
        send({ type: 'pointer.entered' })
      }}
      onPointerLeave={() => send({ type: 'pointer.left' })}
      onTouchStart={markTouch}
      onTouchEnd={markTouch}
      onTouchCancel={markTouch}
      onFocus={event => {
        replaceRow()
        send({ type: event.target.classList.contains(styles.pause!) ? 'pause.focused' : 'carousel.stop' })
      }}
      onBlur={() => send({ type: 'focus.left' })}
    >
      <CarouselControls
        label={label}
        heading={heading}
        count={paged ? slides.length : 0}
        index={index}
        playing={playing}
        onToggle={() => {
          replaceRow()
          send({ type: playing ? 'carousel.pause' : 'carousel.play' })
        }}
        onTurn={way => {
          replaceRow()
          stop()
          changePage.current?.(way)
        }}
      />
      <Row
        ref={changePage}
        slides={slides}
        variant={variant}
        perPage={perPage}
        paged={paged && isStill !== null}
        playing={paged && playing && value.hold === 'none'}
        index={index}
        onMove={at => send({ type: 'slide.changed', index: at })}
        onUse={stop}
      />
    </section>
  )
}
