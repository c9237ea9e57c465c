import { Splide, type SplideCore } from '@splidejs/react-splide'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
  type TouchEvent,
} from 'react'
import { interval, type RowProps } from './SlideRow.tsx'
import './SplideCarousel.css'

/** Pixels from which a movement of the finger is a swipe (section 9). */
const swipe = 20

/** A row of slides without an end that is drawn by the finger: see `Carousel`, which loads it. */
export function SplideCarousel({ ref, slides, look, perPage, turning, index, onMove, onHand }: RowProps) {
  const row = useRef<Splide>(null)
  const finger = useRef({ from: 0, at: 0 })
  const [start] = useState(index)

  useImperativeHandle(ref, () => way => row.current?.splide?.go(way > 0 ? '>' : '<'))
  useEffect(() => keepCopies(row.current?.splide), [])
  useEffect(() => {
    const autoplay = row.current?.splide?.Components.Autoplay
    if (turning) autoplay?.play()
    else autoplay?.pause()
  }, [turning])

  useEffect(() => leaves(row.current?.splide?.root.parentElement), [])

  return (
    <Splide
      ref={row}
      hasTrack={false}
      onClickCapture={event => passOn(event, row.current?.splide)}
      onTouchStartCapture={event => (finger.current = { from: across(event), at: across(event) })}
      onTouchMoveCapture={event => (finger.current.at = across(event))}
      options={{
        type: 'loop',
        // it is part of a carousel that has its name already
        role: '',
        i18n: { carousel: '' },
        perPage,
        gap: look === 'row' ? 'var(--gap-grid)' : '0px',
        speed: 500,
        // `Carousel` knows when
        autoplay: 'pause',
        pauseOnHover: false,
        pauseOnFocus: false,
        interval,
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
      onMove={(_, to) => onMove(to)}
      onDragging={onHand}
      onDragged={splide => finishSwipe(splide, finger.current)}
    >
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
  )
}

/**
 * A pointer that lay upon the row that was taken over may leave without a word, since what it lay upon has gone: then it is
 * said here, once.
 */
function leaves(carousel: HTMLElement | null | undefined) {
  const over = new AbortController()
  const look = () => {
    if (!carousel || carousel.matches(':hover')) return
    over.abort()
    carousel.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body }))
  }
  document.addEventListener('pointerover', look, { signal: over.signal })
  look()
  return () => over.abort()
}

/** Milliseconds in which a finger that was lifted becomes a press. */
const rest = 200

/** What may be the end of what `takeOver` waits for. */
const ends = ['pointerup', 'touchend', 'touchcancel', 'focusout', 'scroll'] as const

/**
 * Hands `SplideCarousel` over once nobody is busy in the row, so that nothing gets lost with it.
 *
 * @param carousel - its last child is the row
 * @param touched - whether a finger is upon it
 */
export async function takeOver(
  carousel: HTMLElement,
  touched: RefObject<boolean>,
  take: (turning: () => typeof SplideCarousel) => void,
): Promise<void> {
  while (touched.current || isBusy(carousel.lastElementChild as HTMLElement)) {
    await new Promise<unknown>(end => {
      const ended = new AbortController()
      const after = () => {
        ended.abort()
        setTimeout(end, rest)
      }
      for (const type of ends) document.addEventListener(type, after, { capture: true, signal: ended.signal })
    })
  }
  take(() => SplideCarousel)
}

/** It is pressed, has the focus, or is on its way to the slide that can be reached. */
function isBusy(row: HTMLElement): boolean {
  const shown = row.querySelector(':scope > :not([inert])') ?? row
  const distance = shown.getBoundingClientRect().left - row.getBoundingClientRect().left
  return row.isConnected && (row.matches(':active, :focus-within') || Math.abs(distance) > 2)
}

const across = ({ touches }: TouchEvent): number => touches[0]?.clientX ?? 0

/**
 * A swipe that was too slow to fly on by itself turns the page all the same, if it was long enough.
 *
 * @param finger - pixels from the left: a busy page hears of a whole swipe at once, and the row has not moved then
 */
function finishSwipe(splide: SplideCore, { from: down, at }: { from: number; at: number }) {
  const { getPosition, toPosition } = splide.Components.Move
  const from = splide.index
  const moved = getPosition() - toPosition(from)
  const pulled = Math.abs(at - down) > Math.abs(moved) ? at - down : moved
  queueMicrotask(() => {
    if (splide.index === from && Math.abs(pulled) > swipe) splide.go(pulled < 0 ? '>' : '<')
  })
}

/** What can't be seen can't be reached either. */
function hideOffScreen(splide: SplideCore) {
  for (const { slide } of splide.Components.Slides.get()) slide.inert = !slide.classList.contains('is-visible')
}

/** Keeps the copies that a loop shows beyond its ends equal to their originals, which React renders. */
function keepCopies(splide: SplideCore | undefined) {
  if (!splide) return undefined
  const observer = new MutationObserver(changes => {
    if (changes.some(isInOriginal)) renewCopies(splide)
  })
  observer.observe(splide.root, { subtree: true, childList: true, characterData: true, attributes: true })
  return () => observer.disconnect()
}

/** Splide itself changes the list, the slides' attributes and the copies. */
function isInOriginal({ type, target }: MutationRecord): boolean {
  const changed = type === 'attributes' || !(target instanceof Element) ? target.parentElement : target
  const slide = changed?.closest('.splide__slide')
  return slide !== null && slide !== undefined && !slide.classList.contains('splide__slide--clone')
}

function renewCopies(splide: SplideCore) {
  const slides = splide.Components.Slides.get()
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
