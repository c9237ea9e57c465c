import { Splide, type SplideCore } from '@splidejs/react-splide'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { Slide } from './Carousel.tsx'
import { CarouselControls } from './CarouselControls.tsx'
import styles from './Carousel.module.css'
import './Turning.css'

/** Pixels from which a movement of the finger is a swipe (section 9). */
const swipe = 20

/** What `Carousel` hands over. */
export interface TurningProps {
  label: string
  slides: readonly Slide[]
  look: 'banner' | 'row'
  heading?: ReactNode
  perPage: number
  /** The slide to begin with. */
  start: number
  /** It was moved or stopped by hand before: it does not turn by itself any more. */
  still: boolean
}

/** A carousel in motion: see `Carousel`, which loads it. */
export function Turning({ label, slides, look, heading, perPage, start, still }: TurningProps) {
  const carousel = useRef<Splide>(null)
  const [index, show] = useState(start)
  const [turnsAtFirst] = useState(() => !still && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [playing, play] = useState(turnsAtFirst)
  const autoplay = () => carousel.current?.splide?.Components.Autoplay

  const stop = () => {
    autoplay()?.pause() // for good: pointer and focus do not wake it again
    play(false)
  }
  const toggle = () => {
    if (playing) return stop()
    autoplay()?.play()
    play(true)
  }
  const turn = (way: 1 | -1) => {
    stop()
    carousel.current?.splide?.go(way > 0 ? '>' : '<')
  }
  useEffect(() => renewCopies(carousel.current?.splide))

  return (
    <div onClickCapture={event => passOn(event, carousel.current?.splide)}>
      <Splide
        ref={carousel}
        tag="section"
        hasTrack={false}
        className={`${styles.carousel} ${styles.turning}`}
        data-look={look}
        aria-label={label}
        options={{
          type: 'loop',
          label,
          perPage,
          gap: look === 'row' ? 'var(--gap-grid)' : '0px',
          speed: 500,
          autoplay: turnsAtFirst || 'pause',
          interval: 3_000,
          dragMinThreshold: swipe,
          arrows: false,
          pagination: false,
          start,
          reducedMotion: { speed: 0, autoplay: 'pause' },
        }}
        onMounted={hideOffScreen}
        onRefresh={hideOffScreen}
        onVisible={hideOffScreen}
        onHidden={hideOffScreen}
        onMove={(_, to) => show(to)}
        onDragging={stop}
        onDragged={finishSwipe}
      >
        <CarouselControls
          {...{ label, heading, index, playing }}
          count={slides.length}
          onToggle={toggle}
          onTurn={turn}
        />
        <div className="splide__track">
          <div className="splide__list">
            {slides.map(slide => (
              <div key={slide.key} className="splide__slide" aria-label={slide.name}>
                {slide.content}
              </div>
            ))}
          </div>
        </div>
      </Splide>
    </div>
  )
}

/** A swipe that was too slow to fly on by itself turns the page all the same, if it was long enough. */
function finishSwipe(splide: SplideCore) {
  const { getPosition, toPosition } = splide.Components.Move
  const from = splide.index
  const pulled = getPosition() - toPosition(from)
  queueMicrotask(() => {
    if (splide.index === from && Math.abs(pulled) > swipe) splide.go(pulled < 0 ? '>' : '<')
  })
}

/** What can't be seen can't be reached either. */
function hideOffScreen(splide: SplideCore) {
  for (const { slide } of splide.Components.Slides.get()) slide.inert = !slide.classList.contains('is-visible')
}

/** A loop shows copies of slides beyond its ends; they have to look like their originals. */
function renewCopies(splide: SplideCore | undefined) {
  const slides = splide?.Components.Slides.get() ?? []
  for (const copy of slides.filter(slide => slide.isClone)) {
    const original = slides[copy.slideIndex + slides.findIndex(slide => !slide.isClone)]
    if (original && copy.slide.innerHTML !== original.slide.innerHTML) copy.slide.innerHTML = original.slide.innerHTML
  }
}

/** A copy is unknown to React: what is pressed in it is pressed in its original. */
function passOn(event: MouseEvent, splide: SplideCore | undefined) {
  const pressed = event.target as Element
  const slides = splide?.Components.Slides.get() ?? []
  const copy = slides.find(slide => slide.isClone && slide.slide.contains(pressed))
  const control = pressed.closest('a, button')
  if (!copy || !control || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
  const at = [...copy.slide.querySelectorAll('a, button')].indexOf(control)
  const original = slides.find(slide => !slide.isClone && slide.index === copy.slideIndex)
  original?.slide.querySelectorAll<HTMLElement>('a, button')[at]?.click()
}
