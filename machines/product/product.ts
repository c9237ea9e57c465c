import { assign, setup } from 'xstate'
import type { TypedQuantity } from '#contract/cart'
import type { Refusal } from '#contract/refusal'
import { idIn } from '#contract/paths'
import type { Location } from '#contract/location'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ListedProduct, ShownProduct } from '../catalogue/products.ts'
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
  /** What the product that was shown before has of this one, if they are related. */
  listed: ListedProduct | null
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

/** The view of a product before it is read. One that is shown already stays until then. */
const viewOf = (id: number, before: ProductView | null): ProductView => ({
  id,
  listed: before?.product?.productRelated.find(one => one.id === id) ?? null,
  product: before?.id === id ? before.product : null,
  refusal: null,
  quantity: 1,
  picture: 0,
})

/** The product that was requested last. */
const requested = ({ shown, next }: ProductContext): ProductView | null => next ?? shown

/** The context with what was read of the requested product. Its page may be shown already. */
const readInto = (context: ProductContext, read: Partial<ProductView>): Partial<ProductContext> => ({
  [context.next ? 'next' : 'shown']: { ...requested(context)!, ...read },
})

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
    prepare: assign({
      next: ({ context }, { pathname }: Location) => viewOf(idIn(pathname), context.shown),
    }),
    storeProduct: assign(({ context }, product: ShownProduct) =>
      readInto(context, { product, listed: null, refusal: null }),
    ),
    storeRefusal: assign(({ context }, refusal: Refusal) => readInto(context, { product: null, refusal })),
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

/**
 * A product's page.
 *
 * - The page is shown at once, without the product until it is read. It is read again each time its page is opened.
 * - The requested product is held in `next` until its page is shown, so that the previous page stays unchanged.
 * - A product that the gateway does not know is missing; reading it again is not offered.
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
      actions: [{ type: 'prepare', params: ({ event }) => event.location }, 'reportReady'],
    },
    'page.shown': { actions: 'showNext' },
    'product.typedQuantity': { actions: { type: 'storeQuantity', params: ({ event }) => event.quantity } },
    'product.choosePicture': { actions: { type: 'storePicture', params: ({ event }) => event.index } },
  },
  states: {
    unopened: { description: 'No product was requested yet' },
    reading: {
      description: 'The product is being read',
      tags: 'busy',
      invoke: {
        id: 'readProduct',
        src: 'readProduct',
        input: ({ context }) => ({ id: requested(context)!.id }),
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'storeProduct', params: ({ event }) => answerIn(event.output) },
          },
          {
            guard: { type: 'isProductMissing', params: ({ event }) => event.output },
            target: 'missing',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalOf(event.output) },
          },
          { target: 'unreachable', actions: { type: 'storeRefusal', params: ({ event }) => refusalOf(event.output) } },
        ],
      },
    },
    ready: { description: 'The product is loaded' },
    missing: { description: 'There is no such product' },
    unreachable: { description: 'The product could not be read', on: { 'product.retry': 'reading' } },
  },
})
