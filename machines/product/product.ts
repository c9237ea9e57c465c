import { assign, setup } from 'xstate'
import type { TypedQuantity } from '#contract/cart'
import { fieldError, meant } from '#contract/fields'
import { refusalIn, type Refusal } from '#contract/refusal'
import { idIn } from '#contract/paths'
import type { Location } from '#contract/location'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ShownProduct } from '../catalogue/products.ts'
import type { Account } from '../messages/customer.ts'
import type { AccountChange } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'
import { emptyNotice, withAccount, withRefusal, type StockNotice } from './stock-notice.ts'

export type ProductEvent =
  | { type: 'page.open'; location: Location; account: Account | null }
  | AccountChange
  | { type: 'page.shown' }
  | { type: 'product.retry' }
  | { type: 'product.typedQuantity'; quantity: TypedQuantity }
  | { type: 'product.choosePicture'; index: number }
  | { type: 'product.typedEmail'; value: string }
  /** `requestId` is used unless an earlier request with the same email has got no answer. */
  | { type: 'product.askNotice'; requestId: string }

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
  notice: StockNotice
}

/** A request for a mail when a product is in stock again. */
export interface NoticeRequest {
  productId: number
  email: string
  requestId: string
}

const viewOf = (id: number): ProductView => ({ id, product: null, refusal: null, quantity: 1, picture: 0 })

const productSetup = setup({
  types: { context: {} as ProductContext, events: {} as ProductEvent, tags: {} as 'busy' },
  actors: {
    readProduct: lookup<ShownProduct, { id: number }>('readProduct'),
    askNotice: effect<null, NoticeRequest>('askNotice'),
  },
  guards: {
    /** A product is shown, and the email is one that a mail can be sent to. */
    isEmail: ({ context }) => context.shown !== null && fieldError('email', context.notice.email) === null,
    /** A customer has logged out. */
    isLoggedOut: ({ context }, account: Account | null) => account === null && context.notice.ownEmail !== null,
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
    storeAccount: assign({ notice: ({ context }, account: Account | null) => withAccount(context.notice, account) }),
    clearNotice: assign({ notice: emptyNotice }),
    storeEmail: assign({
      notice: ({ context }, email: string) => ({ ...context.notice, email, requestId: null }),
    }),
    storeRequestId: assign({
      notice: ({ context: { notice } }, requestId: string) => ({
        ...notice,
        requestId: notice.requestId ?? requestId,
        refusal: null,
      }),
    }),
    storeNoticeRefusal: assign({ notice: ({ context }, refusal: Refusal) => withRefusal(context.notice, refusal) }),
    forgetRequestId: assign({ notice: ({ context }) => ({ ...context.notice, requestId: null }) }),
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
 * - A mail is asked for with a valid email only, once while the answer is awaited. A request whose answer was lost is sent again with its key.
 * - A customer's own email is filled in if none is typed. A logout clears the email and ends a request in flight.
 */
export const productMachine = productSetup.createMachine({
  id: 'product',
  description: "A product's page",
  context: { shown: null, next: null, notice: emptyNotice },
  initial: 'unopened',
  on: {
    'page.open': {
      target: '.reading',
      reenter: true,
      actions: [
        { type: 'prepare', params: ({ event }) => event.location },
        'forgetRequestId',
        { type: 'storeAccount', params: ({ event }) => event.account },
      ],
    },
    'page.shown': { actions: 'showNext' },
    'account.changed': [
      { guard: { type: 'isLoggedOut', params: ({ event }) => event.account }, actions: 'clearNotice' },
      { actions: { type: 'storeAccount', params: ({ event }) => event.account } },
    ],
    'product.typedQuantity': { actions: { type: 'storeQuantity', params: ({ event }) => event.quantity } },
    'product.choosePicture': { actions: { type: 'storePicture', params: ({ event }) => event.index } },
  },
  states: {
    unopened: { description: 'No product was requested yet' },
    reading: { description: 'The product is being read', ...readProduct('readProduct', []) },
    ready: {
      description: 'The product is loaded',
      entry: 'reportReady',
      on: {
        'account.changed': [
          {
            guard: { type: 'isLoggedOut', params: ({ event }) => event.account },
            target: '.form',
            actions: 'clearNotice',
          },
          { actions: { type: 'storeAccount', params: ({ event }) => event.account } },
        ],
      },
      initial: 'form',
      states: {
        form: {
          description: 'A mail can be asked for',
          on: {
            'product.typedEmail': { actions: { type: 'storeEmail', params: ({ event }) => event.value } },
            'product.askNotice': [
              {
                guard: 'isEmail',
                target: 'asking',
                actions: { type: 'storeRequestId', params: ({ event }) => event.requestId },
              },
              { target: '.invalid' },
            ],
          },
          initial: 'untouched',
          states: {
            untouched: { description: 'No mail was asked for' },
            invalid: { description: 'The email can not be used' },
            refused: { description: 'The request failed' },
          },
        },
        asking: {
          description: 'A mail is being asked for',
          tags: 'busy',
          invoke: {
            id: 'askNotice',
            src: 'askNotice',
            input: ({ context: { shown, notice } }) => ({
              productId: shown!.id,
              email: meant('email', notice.email),
              requestId: notice.requestId!,
            }),
            onDone: { target: 'asked' },
            onError: {
              target: 'form.refused',
              actions: { type: 'storeNoticeRefusal', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        asked: { description: 'A mail was asked for' },
      },
    },
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
