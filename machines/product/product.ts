import { assign, setup } from 'xstate'
import type { TypedQuantity } from '#contract/cart'
import type { Refusal } from '#contract/refusal'
import { idIn } from '#contract/paths'
import type { Location } from '#contract/location'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ShownProduct } from '../catalogue/products.ts'
import { tellShop } from '../messages/tell-shop.ts'

export type ProductEvent =
  | { type: 'page.open'; location: Location }
  | { type: 'page.shown' }
  | { type: 'product.retry' }
  | { type: 'product.typedQuantity'; quantity: TypedQuantity }
  | { type: 'product.choosePicture'; index: number }

/** A product's page. `product` and `refusal` are both null only before the first answer. */
export interface ProductView {
  id: number
  product: ShownProduct | null
  refusal: Refusal | null
  /** 1 at first. */
  quantity: TypedQuantity
  /** Index of the enlarged picture in the gallery, from 0. */
  picture: number
}

interface ProductContext {
  shown: ProductView | null
  next: ProductView | null
}

const viewOf = (id: number): ProductView => ({ id, product: null, refusal: null, quantity: 1, picture: 0 })

const productSetup = setup({
  types: { context: {} as ProductContext, events: {} as ProductEvent, tags: {} as 'busy' },
  actors: { readProduct: lookup<ShownProduct, { id: number }>('readProduct') },
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
    /** The gateway answers that there is no such product. */
    isProductMissing: (_, output: Answer<unknown>) => !isAnswer(output) && refusalOf(output).status === 404,
  },
  actions: {
    prepare: assign({ next: (_, location: Location) => viewOf(idIn(location.pathname)) }),
    prepareAgain: assign({ next: ({ context }) => context.next ?? context.shown }),
    storeProduct: assign({
      next: ({ context }, product: ShownProduct) => context.next && { ...context.next, product, refusal: null },
    }),
    storeNextRefusal: assign({
      next: ({ context }, refusal: Refusal) => context.next && { ...context.next, product: null, refusal },
    }),
    showNext: assign({ shown: ({ context }) => context.next ?? context.shown, next: null }),
    storeQuantity: assign({
      shown: ({ context }, quantity: TypedQuantity) => context.shown && { ...context.shown, quantity },
    }),
    storePicture: assign({
      shown: ({ context }, picture: number) => context.shown && { ...context.shown, picture },
    }),
    reportReady: tellShop({ type: 'page.ready', page: 'product' }),
  },
})

/** The state that reads the product. `afterwards` shows it without waiting for `page.shown`. */
const readProduct = (id: 'readProduct' | 'rereadProduct', afterwards: 'showNext'[]) =>
  productSetup.createStateConfig({
    tags: 'busy',
    invoke: {
      id,
      src: 'readProduct',
      input: ({ context }) => ({ id: context.next!.id }),
      onDone: [
        {
          guard: { type: 'isAnswer', params: ({ event }) => event.output },
          target: 'ready',
          actions: [{ type: 'storeProduct', params: ({ event }) => answerIn(event.output) }, ...afterwards],
        },
        {
          guard: { type: 'isProductMissing', params: ({ event }) => event.output },
          target: 'missing',
          actions: [{ type: 'storeNextRefusal', params: ({ event }) => refusalOf(event.output) }, ...afterwards],
        },
        {
          target: 'unreachable',
          actions: [{ type: 'storeNextRefusal', params: ({ event }) => refusalOf(event.output) }, ...afterwards],
        },
      ],
    },
  })

/**
 * A product's page.
 *
 * - The product is read again each time its page is opened; the previous page stays until it is loaded.
 * - A product that does not exist at the gateway is missing; reading it again is not offered.
 */
export const productMachine = productSetup.createMachine({
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
    'page.shown': { actions: 'showNext' },
    'product.typedQuantity': { actions: { type: 'storeQuantity', params: ({ event }) => event.quantity } },
    'product.choosePicture': { actions: { type: 'storePicture', params: ({ event }) => event.index } },
  },
  states: {
    unopened: { description: 'No product was requested yet' },
    reading: { description: 'The product is being read', ...readProduct('readProduct', []) },
    ready: { description: 'The product is loaded', entry: 'reportReady' },
    missing: { description: 'There is no such product', entry: 'reportReady' },
    unreachable: {
      description: 'The product could not be read',
      entry: 'reportReady',
      on: { 'product.retry': { target: 'rereading', actions: 'prepareAgain' } },
    },
    rereading: {
      description: 'The product is being read again because the shopper retried',
      ...readProduct('rereadProduct', ['showNext']),
    },
  },
})
