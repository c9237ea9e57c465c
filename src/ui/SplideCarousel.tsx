import { Splide, type SplideCore } from '@splidejs/react-splide'
import { useEffect, useImperativeHandle, useRef, useState, type MouseEvent, type TouchEvent } from 'react'
import { interval, type RowProps } from './SlideRow.tsx'
import './SplideCarousel.css'

/** Pixels from which a movement of a finger or of the pressed mouse is a swipe (section 9); a shorter one is a click. */
const swipe = 20

/** An endless row of slides that can be dragged. `Carousel` loads it on the first interaction. */
export function SplideCarousel({ ref, slides, variant, perPage, playing, index, onMove, onUse }: RowProps) {
  const row = useRef<Splide>(null)
  const finger = useRef({ from: 0, at: 0 })
  const [start] = useState(index)

  useImperativeHandle(ref, () => way => row.current?.splide?.go(way > 0 ? '>' : '<'))
  useEffect(() => keepCopies(row.current?.splide), [])
  useEffect(() => {
    const autoplay = row.current?.splide?.Components.Autoplay
    if (playing) autoplay?.play()
    else autoplay?.pause()
  }, [playing])

  useEffect(() => reportPointerLeave(row.current?.splide?.root.parentElement), [])

  return (
    <Splide
      ref={row}
      hasTrack={false}
      onClickCapture={event => passOn(event, row.current?.splide)}
      onTouchStartCapture={event => (finger.current = { from: across(event), at: across(event) })}
      onTouchMoveCapture={event => (finger.current.at = across(event))}
      options={{
        type: 'loop',
        // the section around it has the role and the name
        role: '',
        i18n: { carousel: '' },
        perPage,
        gap: variant === 'row' ? 'var(--gap-grid)' : '0px',
        speed: 500,
        // `Carousel` starts and pauses it
        autoplay: 'pause',
        pauseOnHover: false,
        pauseOnFocus: false,
        interval,
        // a number would be for fingers only: the smallest movement of the mouse would be a drag, which follows no link
        dragMinThreshold: { mouse: swipe, touch: swipe },
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
      onDragging={onUse}
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

/** Replacing the row under the pointer removes the element whose `pointerout` the carousel waits for; dispatches it once. */
function reportPointerLeave(carousel: HTMLElement | null | undefined) {
  const over = new AbortController()
  const check = () => {
    if (!carousel || carousel.matches(':hover')) return
    over.abort()
    carousel.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body }))
  }
  document.addEventListener('pointerover', check, { signal: over.signal })
  check()
  return () => over.abort()
}

/** Milliseconds after which a lifted finger has become a click. */
const clickDelay = 200

/** Events that may end an interaction with the row. */
const endings = ['pointerup', 'touchend', 'touchcancel', 'focusout', 'scroll'] as const

/**
 * Resolves once the row can be replaced without interrupting a press, a swipe, a scroll or the focus.
 *
 * @param carousel - its last child is the row; has `data-touched` while a finger is on it
 */
export async function untilIdle(carousel: HTMLElement): Promise<void> {
  while ('touched' in carousel.dataset || isBusy(carousel.lastElementChild as HTMLElement)) {
    await new Promise<unknown>(resolve => {
      const listening = new AbortController()
      const wait = () => {
        listening.abort()
        setTimeout(resolve, clickDelay)
      }
      for (const type of endings) document.addEventListener(type, wait, { capture: true, signal: listening.signal })
    })
  }
}

/** Whether the row is pressed, has the focus, or is scrolling to a slide. */
function isBusy(row: HTMLElement): boolean {
  const shown = row.querySelector(':scope > :not([inert])') ?? row
  const distance = shown.getBoundingClientRect().left - row.getBoundingClientRect().left
  return row.isConnected && (row.matches(':active, :focus-within') || Math.abs(distance) > 2)
}

const across = ({ touches }: TouchEvent): number => touches[0]?.clientX ?? 0

/**
 * Changes the page after a slow swipe of sufficient length, which Splide ignores.
 *
 * @param finger - pixels from the left. On a busy page all touch events arrive at once, before the row has moved.
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

/** Makes slides that are not visible inert. */
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
    if (original && copy.slide.innerHTML !== original.slide.innerHTML)
      copy.slide.replaceChildren(...original.slide.cloneNode(true).childNodes)
  }
}

/** React has no handlers on the copies: dispatches a click in a copy on its original. */
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
