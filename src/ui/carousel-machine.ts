import { assertEvent, assign, fromPromise, raise, setup } from 'xstate'
import type { ComponentType } from 'react'
import type { RowProps } from './SlideRow.tsx'

export type CarouselEvent =
  /** The play or pause button was pressed. */
  | { type: 'carousel.play' }
  | { type: 'carousel.pause' }
  /** The shopper moved the slides, or focused something but the pause button. */
  | { type: 'carousel.stop' }
  | { type: 'pointer.entered' }
  | { type: 'pointer.left' }
  | { type: 'pause.focused' }
  /** The pause button lost the focus. */
  | { type: 'focus.left' }
  | { type: 'slide.changed'; index: number }
  /** The first interaction: the row is replaced by the one that can be dragged. */
  | { type: 'row.replace'; carousel: HTMLElement }

type Row = ComponentType<RowProps>

/**
 * A carousel that plays automatically until the shopper uses it.
 *
 * - It plays from the start unless less motion is preferred, and pauses under the pointer.
 * - Moving the slides, focusing a control or a slide stops it; only the play button starts it again.
 * - Focus on the pause button only pauses it: if it stopped, the press that follows would start it again.
 * - The row that browsers scroll is replaced once, by the row that can be dragged, as soon as it is not in use.
 */
export const carouselMachine = setup({
  types: { context: {} as { index: number; Row: Row | null }, events: {} as CarouselEvent },
  actors: {
    replaceRow: fromPromise<{ Row: Row }, HTMLElement>(async ({ input }) => {
      const { SplideCarousel, untilIdle } = await import('./SplideCarousel.tsx')
      await untilIdle(input)
      return { Row: SplideCarousel }
    }),
  },
  actions: {
    stop: raise({ type: 'carousel.stop' }),
    storeIndex: assign({ index: (_, index: number) => index }),
    storeRow: assign({ Row: (_, output: { Row: Row }) => output.Row }),
  },
}).createMachine({
  context: { index: 0, Row: null },
  type: 'parallel',
  on: { 'slide.changed': { actions: { type: 'storeIndex', params: ({ event }) => event.index } } },
  states: {
    rotation: {
      initial: 'automatic',
      on: { 'carousel.play': '.playing', 'carousel.pause': '.stopped', 'carousel.stop': '.stopped' },
      states: { automatic: {}, playing: {}, stopped: {} },
    },
    hold: {
      initial: 'none',
      on: { 'carousel.play': '.none', 'carousel.pause': '.none', 'pause.focused': '.focus' },
      states: {
        none: { on: { 'pointer.entered': 'pointer' } },
        pointer: { on: { 'pointer.left': 'none' } },
        focus: { on: { 'focus.left': { target: 'none', actions: 'stop' } } },
      },
    },
    row: {
      initial: 'native',
      states: {
        native: { on: { 'row.replace': 'replacing' } },
        replacing: {
          invoke: {
            id: 'replaceRow',
            src: 'replaceRow',
            input: ({ event }) => {
              assertEvent(event, 'row.replace')
              return event.carousel
            },
            onDone: { target: 'replaced', actions: { type: 'storeRow', params: ({ event }) => event.output } },
            // if its code fails to load, the scrolling row stays
            onError: 'replaced',
          },
        },
        replaced: {},
      },
    },
  },
})
