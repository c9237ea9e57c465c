import type { AnyMachineSnapshot } from 'xstate'
import { effect } from '#machines/parts/effect'
import { productPath } from '#contract/paths'
import type { Location } from '#contract/location'
import { productMachine, type ProductView } from '#machines/product/product'
import type { StockNotice } from '#machines/product/stock-notice'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { accountFor, detail, gone, lost, mai, refused } from '../kit/outcomes.ts'

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
  notice: StockNotice
}
const seen = (view: ProductView | null) =>
  view && [view.id, view.product !== null, view.refusal?.message, view.quantity, view.picture]

/** A product is ready, and its page not shown yet. */
export const isWaiting = (state: AnyMachineSnapshot): boolean =>
  !state.hasTag('busy') && (state.context as ProductContext).next !== null

/** The lookup has its own model. */
const machine = withoutParent(productMachine, ['reportReady']).provide({
  actors: { readProduct: effect('readProduct') },
} as never)

/** A product's page with two products. */
export const productModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const { shown, next } = state.context as ProductContext
    return [
      ...[1, 2].map(id => ({ type: 'page.open', location: locationOf(id), account: null })),
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

/** Asking for a mail on the page of a product that is not in stock, as a guest and as a customer. */
export const stockNoticeModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const { shown, next } = state.context as ProductContext
    if (state.matches('unopened')) return [{ type: 'page.open', location: locationOf(1), account: null }]
    if (isWaiting(state)) return [{ type: 'page.shown' }]
    const changes = [accountFor(mai), null].map(one => ({ type: 'account.changed', account: one }))
    if (shown === null) return [...changes, done('readProduct', { answer: { ...detail, id: next?.id } })]
    return [
      ...changes,
      { type: 'product.typedEmail', value: 'mai@example.com' },
      { type: 'product.typedEmail', value: '' },
      { type: 'product.askNotice', requestId: 'notice-1' },
      done('askNotice', null),
      fails('askNotice', lost),
      fails('askNotice', refused),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { shown, next, notice } = state.context as ProductContext
    const { email, ownEmail, requestId, refusal } = notice
    return JSON.stringify([state.value, seen(shown), seen(next), email, ownEmail, requestId !== null, refusal !== null])
  },
}
