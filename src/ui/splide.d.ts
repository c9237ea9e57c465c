// The package's `exports` do not include its types; these are the parts that the shop uses.
declare module '@splidejs/react-splide' {
  import type { Component, MouseEvent, TouchEvent, ReactNode } from 'react'

  /** One slide, or its copy beyond the ends of a loop. */
  export interface SplideSlideParts {
    /** The place in the row; of a copy, beyond its ends. */
    index: number
    /** The place of the original, -1 for an original. */
    slideIndex: number
    slide: HTMLElement
    isClone: boolean
  }

  /** A running carousel. */
  export interface SplideCore {
    root: HTMLElement
    index: number
    go: (control: number | string) => void
    Components: {
      Autoplay: { play: () => void; pause: (stop?: boolean) => void; isPaused: () => boolean }
      Move: { getPosition: () => number; toPosition: (index: number) => number }
      Slides: { get: (excludeClones?: boolean) => SplideSlideParts[] }
    }
  }

  interface Options {
    type?: 'slide' | 'loop' | 'fade'
    role?: string
    i18n?: { carousel?: string }
    perPage?: number
    perMove?: number
    gap?: string
    speed?: number
    autoplay?: boolean | 'pause'
    interval?: number
    pauseOnHover?: boolean
    pauseOnFocus?: boolean
    dragMinThreshold?: number | { mouse: number; touch: number }
    arrows?: boolean
    pagination?: boolean
    clones?: number
    start?: number
    reducedMotion?: Options
    breakpoints?: Record<number, Options>
  }

  interface SplideProps {
    options: Options
    hasTrack?: boolean
    children?: ReactNode
    onMounted?: (splide: SplideCore) => void
    onMove?: (splide: SplideCore, index: number) => void
    onClickCapture?: (event: MouseEvent) => void
    onTouchStartCapture?: (event: TouchEvent) => void
    onTouchMoveCapture?: (event: TouchEvent) => void
    onVisible?: (splide: SplideCore) => void
    onHidden?: (splide: SplideCore) => void
    onRefresh?: (splide: SplideCore) => void
    onDragging?: (splide: SplideCore) => void
    onDragged?: (splide: SplideCore) => void
  }

  export class Splide extends Component<SplideProps> {
    splide: SplideCore | undefined
  }
}
