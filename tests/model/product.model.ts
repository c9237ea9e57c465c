import type { AnyMachineSnapshot } from 'xstate'
import { effect } from '#machines/parts/effect'
import { productPath } from '#contract/paths'
import type { Location } from '#contract/location'
import { productMachine, type ProductView } from '#machines/product/product'
import { done, withoutParent, type Model } from '#tools/walks/graph'
import { detail, gone, refused } from '../kit/outcomes.ts'

const locationOf = (id: number): Location => ({
  pathname: productPath(id),
  search: '',
  hash: '',
  state: null,
  key: String(id),
})

/** The machine's context. */
export interface ProductContext {
  shown: ProductView | null
  next: ProductView | null
}
const seen = (view: ProductView | null) =>
  view && [view.id, view.product !== null, view.refusal?.message, view.quantity, view.picture]

/** A product is ready, and its page not shown yet. */
export const isWaiting = (state: AnyMachineSnapshot): boolean =>
  !state.hasTag('busy') && (state.context as ProductContext).next !== null

/** A product's page with two products. The lookup has its own model. */
export const productModel: Model = {
  machine: withoutParent(productMachine, ['reportReady']).provide({
    actors: { readProduct: effect('readProduct') },
  } as never),
  cases(state: AnyMachineSnapshot) {
    const { shown, next } = state.context as ProductContext
    return [
      ...[1, 2].map(id => ({ type: 'page.open', location: locationOf(id) })),
      ...(isWaiting(state) ? [{ type: 'page.shown' }] : []),
      // a quantity and a picture belong to a shown product
      ...(shown?.product && next === null
        ? [
            { type: 'product.typedQuantity', quantity: 2 },
            { type: 'product.choosePicture', index: 1 },
          ]
        : []),
      { type: 'product.retry' },
      ...['readProduct', 'rereadProduct'].flatMap(id => [
        done(id, { answer: { ...detail, id: next?.id } }),
        done(id, { refusal: gone }),
        done(id, { refusal: refused }),
      ]),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { shown, next } = state.context as ProductContext
    return JSON.stringify([state.value, seen(shown), seen(next)])
  },
}
