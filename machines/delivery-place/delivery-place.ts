import { assign, enqueueActions, raise, sendTo, setup } from 'xstate'
import type { DeliveryPlace } from '#contract/delivery-place'
import type { Slot } from '#contract/slots'
import type { PlaceOpening } from '../messages/place-opening.ts'
import { effect } from '../parts/effect.ts'
import { isAnswer, lookup, type Answer } from '../parts/lookup.ts'
import { lookupStates } from '../parts/resource.ts'
import { slotsMachine, type SlotsReport } from '../slots/slots.ts'
import { findSuburbs, type DeliveryArea } from './delivery-area.ts'

/** Asks for the slots of every delivery method. */
export const allMethods = ''

/** What the device holds. */
export interface KeptPlace {
  place: DeliveryPlace | null
}

export interface DeliveryPlaceContext extends KeptPlace {
  /** The text in the field of the dialog, exactly as typed. */
  text: string
  /** Null before the first answer. */
  area: DeliveryArea | null
  /** The slots of the place's post code; none while they are not known, and from a gateway without slots. */
  slots: Slot[]
}

export type DeliveryPlaceEvent =
  | PlaceOpening
  | SlotsReport
  | { type: 'place.close' }
  | { type: 'place.typed'; value: string }
  /** The shopper has sent the form. */
  | { type: 'place.submit' }
  | ({ type: 'place.use' } & DeliveryPlace)
  | { type: 'place.remove' }
  | { type: 'place.retry' }

const actors = {
  slots: slotsMachine,
  readPlace: effect<KeptPlace, null>('readPlace'),
  writePlace: effect<null, KeptPlace>('writePlace'),
  watchPlace: effect<null, void>('watchPlace'),
  readArea: lookup<DeliveryArea>('readArea'),
}

const states = lookupStates<DeliveryPlaceContext, typeof actors>()({
  src: 'readArea',
  store: 'storeArea',
  retry: 'place.retry',
  input: null,
})

const clearIn = ({ area, text }: DeliveryPlaceContext) => (area ? findSuburbs(area.suburbs, text).clear : null)

/**
 * Where the shopper wants orders delivered to, and what that costs: 'Deliver to' in the first line of every page.
 *
 * - The place is kept on the device, through reloads and logouts; it belongs to no account.
 * - A change in another tab is read; so is the removal by 'Forget me on this device'.
 * - A form that is sent chooses the only suburb that its text names. Guesses, and several suburbs, are offered as a choice.
 * - The delivery area is read when the dialog is opened, and again when it is opened after five minutes; the earlier one stays shown.
 * - With a kept place the delivery area is read without the dialog, for the pages that show what delivery to it costs.
 * - A place can be chosen and is kept although its slots can't be read.
 */
export const deliveryPlaceMachine = setup({
  types: {
    context: {} as DeliveryPlaceContext,
    events: {} as DeliveryPlaceEvent,
    tags: {} as 'busy',
    children: {} as { placeSlots: 'slots' },
  },
  actors,
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
    /** The text names one suburb that is delivered to. */
    isClear: ({ context }) => clearIn(context) !== null,
    /** A place is chosen. */
    hasPlace: ({ context }) => context.place !== null,
  },
  actions: {
    keepPlace: assign(({ context }, { place }: KeptPlace) => ({
      place,
      slots: place?.postCode === context.place?.postCode ? context.slots : [],
    })),
    storeSlots: assign({ slots: (_, slots: Slot[]) => slots }),
    /** Nothing is asked if no place is chosen. Slots of the place that were read lately are not read again. */
    askSlots: enqueueActions(({ context: { place }, enqueue }) => {
      enqueue.sendTo(
        'placeSlots',
        place === null
          ? { type: 'slots.clear' }
          : { type: 'slots.show', methodId: allMethods, postCode: place.postCode },
      )
    }),
    retrySlots: sendTo('placeSlots', { type: 'slots.retry' }),
    storeText: assign({ text: (_, value: string) => value }),
    useClear: raise(({ context }) => {
      const { name, postCode } = clearIn(context)!
      return { type: 'place.use', name, postCode }
    }),
    storeArea: assign({ area: (_, area: DeliveryArea) => area }),
  },
  delays: { areaAge: 5 * 60_000 },
}).createMachine({
  id: 'deliveryPlace',
  description: 'Where orders are to be delivered, chosen before there is an address',
  context: { place: null, text: '', area: null, slots: [] },
  invoke: { id: 'placeSlots', src: 'slots' },
  type: 'parallel',
  states: {
    place: {
      description: 'The chosen place',
      initial: 'reading',
      on: {
        'slots.read': { actions: { type: 'storeSlots', params: ({ event }) => event.slots } },
        'place.use': {
          target: '.writing',
          actions: [
            { type: 'keepPlace', params: ({ event: { name, postCode } }) => ({ place: { name, postCode } }) },
            'askSlots',
          ],
        },
        'place.remove': {
          target: '.writing',
          actions: [{ type: 'keepPlace', params: { place: null } }, 'askSlots'],
        },
      },
      states: {
        reading: {
          description: 'The place is being read from the device',
          tags: 'busy',
          invoke: {
            id: 'readPlace',
            src: 'readPlace',
            input: null,
            onDone: {
              target: 'kept',
              actions: [{ type: 'keepPlace', params: ({ event }) => event.output }, 'askSlots'],
            },
            onError: 'kept',
          },
        },
        writing: {
          description: 'The place is being written to the device',
          tags: 'busy',
          invoke: {
            id: 'writePlace',
            src: 'writePlace',
            input: ({ context: { place } }) => ({ place }),
            onDone: 'kept',
            onError: 'kept',
          },
        },
        kept: {
          description: 'The place is that of the device; waits for a change in another tab',
          invoke: { id: 'watchPlace', src: 'watchPlace', onDone: 'reading', onError: 'reading' },
          on: {
            'place.open': { actions: 'askSlots' },
            'place.retry': { actions: 'retrySlots' },
          },
        },
      },
    },
    dialog: {
      description: 'The dialog in which a place is chosen',
      initial: 'closed',
      states: {
        closed: {
          description: 'The dialog is closed',
          on: { 'place.open': { target: 'typing', actions: { type: 'storeText', params: '' } } },
        },
        typing: {
          description: 'The dialog is open; what the text may mean is offered while it is typed',
          on: {
            'place.submit': [{ guard: 'isClear', actions: 'useClear' }, { target: 'asked' }],
          },
        },
        asked: { description: 'The form was sent, and its text does not name one suburb' },
      },
      on: {
        'place.typed': { target: '.typing', actions: { type: 'storeText', params: ({ event }) => event.value } },
        'place.use': '.closed',
        'place.remove': '.closed',
        'place.close': '.closed',
      },
    },
    area: {
      description: 'Where the store delivers to',
      initial: 'unread',
      states: {
        unread: {
          description: 'The delivery area is not needed yet',
          on: { 'place.open': 'reading' },
          always: { guard: 'hasPlace', target: 'reading' },
        },
        reading: { ...states.reading, description: 'The delivery area is being read' },
        ready: { ...states.ready, description: 'The delivery area was read', after: { areaAge: 'old' } },
        old: {
          description: 'The delivery area was read some time ago',
          on: { 'place.open': 'reading' },
        },
        unreachable: {
          ...states.unreachable,
          description: 'The delivery area could not be read',
          on: { ...states.unreachable.on, 'place.open': 'reading' },
        },
      },
    },
  },
})
