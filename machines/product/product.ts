import { assign, setup } from 'xstate'
import type { TypedQuantity } from '#contract/cart'
import { refusalIn, type Refusal } from '#contract/refusal'
import { idIn, type Location } from '../shop/location.ts'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ShownProduct } from '../catalogue/products.ts'
import { tellShop } from '../parts/tell-shop.ts'

export type ProductEvent =
  | { type: 'page.open'; location: Location }
  | { type: 'page.shown' }
  | { type: 'product.retry' }
  | { type: 'product.typedQuantity'; quantity: TypedQuantity }
  | { type: 'product.choosePicture'; index: number }

/** What the page shows; neither product nor refusal only before the first answer. */
export interface ProductView {
  id: number
  product: ShownProduct | null
  refusal: Refusal | null
  /** 1 at first. */
  quantity: TypedQuantity
  /** Which picture of the gallery is large, from 0. */
  picture: number
}

interface ProductContext {
  shown: ProductView | null
  next: ProductView | null
}

const viewOf = (id: number): ProductView => ({ id, product: null, refusal: null, quantity: 1, picture: 0 })

/**
 * A product's page.
 *
 * - The product is fetched before its page shows, anew each time; the old page stays until then.
 * - A product the gateway does not know is missing, which no other try can mend.
 */
export const productMachine = setup({
  types: { context: {} as ProductContext, events: {} as ProductEvent, tags: {} as 'busy' },
  actors: { readProduct: lookup<ShownProduct, { id: number }>('readProduct') },
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
    /** The gateway answers that there is no such product. */
    isUnknown: (_, output: Answer<unknown>) => !isAnswer(output) && refusalOf(output).status === 404,
  },
  actions: {
    prepare: assign({ next: (_, location: Location) => viewOf(idIn(location.pathname)) }),
    prepareAgain: assign({ next: ({ context }) => context.next ?? context.shown }),
    keepProduct: assign({
      next: ({ context }, product: ShownProduct) => context.next && { ...context.next, product, refusal: null },
    }),
    explain: assign({
      next: ({ context }, refusal: Refusal) => context.next && { ...context.next, product: null, refusal },
    }),
    show: assign({ shown: ({ context }) => context.next ?? context.shown, next: null }),
    keepQuantity: assign({
      shown: ({ context }, quantity: TypedQuantity) => context.shown && { ...context.shown, quantity },
    }),
    keepPicture: assign({
      shown: ({ context }, picture: number) => context.shown && { ...context.shown, picture },
    }),
    tellReady: tellShop({ type: 'page.ready', page: 'product' }),
  },
}).createMachine({
  id: 'product',
  description: "A product's page",
  context: { shown: null, next: null },
  initial: 'unopened',
  on: {
    'page.open': {
      target: '.reading',
      reenter: true,
      actions: { type: 'prepare', params: ({ event }) => event.location },
    },
    'page.shown': { actions: 'show' },
    'product.typedQuantity': { actions: { type: 'keepQuantity', params: ({ event }) => event.quantity } },
    'product.choosePicture': { actions: { type: 'keepPicture', params: ({ event }) => event.index } },
  },
  states: {
    unopened: { description: 'No product was asked for yet' },
    reading: {
      description: 'The product is asked for',
      tags: 'busy',
      invoke: {
        id: 'readProduct',
        src: 'readProduct',
        input: ({ context }) => ({ id: context.next!.id }),
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'keepProduct', params: ({ event }) => answerIn(event.output) },
          },
          {
            guard: { type: 'isUnknown', params: ({ event }) => event.output },
            target: 'missing',
            actions: { type: 'explain', params: ({ event }) => refusalOf(event.output) },
          },
          { target: 'unreachable', actions: { type: 'explain', params: ({ event }) => refusalOf(event.output) } },
        ],
        onError: {
          target: 'unreachable',
          actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    ready: { description: 'The product is here', entry: 'tellReady' },
    missing: { description: 'There is no such product', entry: 'tellReady' },
    unreachable: {
      description: 'The product could not be read',
      entry: 'tellReady',
      on: { 'product.retry': { target: 'rereading', actions: 'prepareAgain' } },
    },
    rereading: {
      description: "The product is asked for again, on the shopper's wish",
      tags: 'busy',
      invoke: {
        id: 'rereadProduct',
        src: 'readProduct',
        input: ({ context }) => ({ id: context.next!.id }),
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'ready',
            actions: [{ type: 'keepProduct', params: ({ event }) => answerIn(event.output) }, 'show'],
          },
          {
            guard: { type: 'isUnknown', params: ({ event }) => event.output },
            target: 'missing',
            actions: [{ type: 'explain', params: ({ event }) => refusalOf(event.output) }, 'show'],
          },
          {
            target: 'unreachable',
            actions: [{ type: 'explain', params: ({ event }) => refusalOf(event.output) }, 'show'],
          },
        ],
        onError: { target: 'unreachable', actions: 'show' },
      },
    },
  },
})
