import { assign, setup } from 'xstate'
import type { OfficeProduct, ProductChange } from '#contract/office'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { readProductForm, type ProductEntries, type ProductField } from './product-form.ts'

export interface OfficeProductContext extends ProductEntries {
  productId: string
  product: OfficeProduct | null
  /** What the change that is being stored was made of: it can be typed on in the meantime. */
  sent: ProductEntries
  /** 'Save' was pressed: errors are shown. */
  isSubmitted: boolean
  /** The last change is stored, and nothing was entered since. */
  isSaved: boolean
  /** Why the last change was refused: another person was first, for example. */
  refusal: Refusal | null
}

export type OfficeProductEvent =
  | { type: 'product.type'; field: ProductField; text: string }
  | { type: 'product.setForSale'; isForSale: boolean }
  | { type: 'product.save' }
  | { type: 'product.discard' }
  | { type: 'product.retry' }

const noEntries: ProductEntries = { typed: {}, isForSale: null }

const unsureMessage =
  'The answer was lost, and the product has changed since. Please see in its history whether your change was stored.'

/** What was entered after a change was sent. */
const withoutSent = ({ typed, isForSale }: ProductEntries, sent: ProductEntries): ProductEntries => ({
  typed: Object.fromEntries(
    Object.entries(typed).filter(([field, text]) => text !== sent.typed[field as ProductField]),
  ),
  isForSale: isForSale === sent.isForSale ? null : isForSale,
})

/**
 * A product of the office.
 *
 * - A change is sent with the version that is shown, and only with what differs from it.
 * - After a lost answer the product is read again; a change that may be stored is not sent again.
 * - If another person was first, nothing changes, the page says who it was, and shows the product as it is now. What was entered stays.
 */
export const officeProductMachine = setup({
  types: {
    context: {} as OfficeProductContext,
    events: {} as OfficeProductEvent,
    input: {} as { productId: string } | undefined,
    tags: {} as 'busy',
  },
  actors: {
    readProduct: effect<OfficeProduct, { productId: string }>('readProduct'),
    saveProduct: effect<OfficeProduct, { productId: string; change: ProductChange }>('saveProduct'),
  },
  guards: {
    /** The gateway has no such product. */
    isUnknown: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 404,
    /** A product is shown already. */
    hasProduct: ({ context }) => context.product !== null,
    /** The answer to a change was lost, and the product has changed since: the change may be stored, so it must not be sent again. */
    mayBeStored: ({ context: { product, refusal } }, now: OfficeProduct) =>
      product !== null && refusal !== null && refusal.code !== 'refused' && now.version !== product.version,
    /** Something is entered that differs from the product, without an error. */
    canSave: ({ context }) => {
      const { change, errors } = readProductForm(context, context.product!)
      return Object.keys(errors).length === 0 && Object.keys(change).length > 0
    },
  },
  actions: {
    storeProduct: assign({ product: (_, product: OfficeProduct) => product }),
    storeText: assign({
      typed: ({ context }, { field, text }: { field: ProductField; text: string }) => ({
        ...context.typed,
        [field]: text,
      }),
      isSaved: false,
    }),
    storeForSale: assign({ isForSale: (_, isForSale: boolean) => isForSale, isSaved: false }),
    showErrors: assign({ isSubmitted: true, refusal: null, isSaved: false }),
    clearEntries: assign({ ...noEntries, isSubmitted: false, refusal: null }),
    noteSent: assign({ sent: ({ context: { typed, isForSale } }) => ({ typed, isForSale }) }),
    clearSent: assign(({ context: { typed, isForSale, sent } }) => ({
      ...withoutSent({ typed, isForSale }, sent),
      isSubmitted: false,
      isSaved: true,
    })),
    dropSent: assign(({ context: { typed, isForSale, sent, refusal } }) => ({
      ...withoutSent({ typed, isForSale }, sent),
      isSubmitted: false,
      refusal: refusal && { ...refusal, message: unsureMessage },
    })),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal }),
  },
}).createMachine({
  id: 'officeProduct',
  description: 'A product of the office',
  context: ({ input }) => ({
    productId: input?.productId ?? '',
    product: null,
    ...noEntries,
    sent: noEntries,
    isSubmitted: false,
    isSaved: false,
    refusal: null,
  }),
  initial: 'reading',
  // in every state: an answer can arrive while the person types
  on: {
    'product.type': { actions: { type: 'storeText', params: ({ event }) => event } },
    'product.setForSale': { actions: { type: 'storeForSale', params: ({ event }) => event.isForSale } },
  },
  states: {
    reading: {
      description: 'The product is read',
      tags: 'busy',
      invoke: {
        id: 'readProduct',
        src: 'readProduct',
        input: ({ context }) => ({ productId: context.productId }),
        onDone: [
          {
            guard: { type: 'mayBeStored', params: ({ event }) => event.output },
            target: 'open',
            actions: ['dropSent', { type: 'storeProduct', params: ({ event }) => event.output }],
          },
          { target: 'open', actions: { type: 'storeProduct', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: { type: 'isUnknown', params: ({ event }) => refusalIn(event.error) }, target: 'unknown' },
          { guard: 'hasProduct', target: 'open' },
          { target: 'unreachable' },
        ],
      },
    },
    unknown: { description: 'There is no such product' },
    unreachable: { description: 'The product could not be read', on: { 'product.retry': 'reading' } },
    open: {
      description: 'The product is shown and can be changed',
      on: {
        'product.save': [
          { guard: 'canSave', target: 'saving', actions: ['showErrors', 'noteSent'] },
          { actions: 'showErrors' },
        ],
        'product.discard': { actions: 'clearEntries' },
      },
    },
    saving: {
      description: 'The gateway stores the change',
      tags: 'busy',
      invoke: {
        id: 'saveProduct',
        src: 'saveProduct',
        input: ({ context }) => ({
          productId: context.productId,
          change: {
            version: context.product!.version,
            ...readProductForm(context.sent, context.product!).change,
          },
        }),
        onDone: {
          target: 'open',
          actions: [{ type: 'storeProduct', params: ({ event }) => event.output }, 'clearSent'],
        },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
  },
})
