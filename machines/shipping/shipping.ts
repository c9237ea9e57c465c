import { assign, setup } from 'xstate'
import type { PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { isAnswer, lookup, type Answer } from '../parts/lookup.ts'
import { lookupStates } from '../parts/resource.ts'
import type { DeliveryTerms } from './delivery-terms.ts'

export interface ShippingContext {
  /** Null before the first answer. */
  terms: DeliveryTerms | null
}

export type ShippingEvent = PageOpening | { type: 'page.shown' } | { type: 'shipping.retry' }

const actors = { readTerms: lookup<DeliveryTerms>('readTerms') }

const states = lookupStates<ShippingContext, typeof actors>()({
  src: 'readTerms',
  store: 'storeTerms',
  retry: 'shipping.retry',
  input: null,
})

/**
 * The page 'Shipping'.
 *
 * - The delivery terms are read each time the page is opened; the previous page stays until they are read.
 * - The page is shown without them if they can't be read; terms that were read before are kept.
 */
export const shippingMachine = setup({
  types: { context: {} as ShippingContext, events: {} as ShippingEvent, tags: {} as 'busy' },
  actors,
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    storeTerms: assign({ terms: (_, terms: DeliveryTerms) => terms }),
    reportReady: tellShop({ type: 'page.ready', page: 'shipping' }),
  },
}).createMachine({
  id: 'shipping',
  description: "The page 'Shipping'",
  context: { terms: null },
  initial: 'unopened',
  on: { 'page.open': { target: '.reading', reenter: true } },
  states: {
    unopened: { description: 'The page was not opened yet' },
    reading: { ...states.reading, description: 'The delivery terms are being read' },
    ready: { ...states.ready, description: 'The delivery terms were read', entry: 'reportReady' },
    unreachable: { ...states.unreachable, description: 'The delivery terms could not be read', entry: 'reportReady' },
  },
})
