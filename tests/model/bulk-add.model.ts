import type { AnyMachineSnapshot } from 'xstate'
import { bulkAddMachine } from '#machines/bulk-add/bulk-add'
import type { BulkAddContext } from '#machines/bulk-add/bulk-add-setup'
import type { Offer, WantedLine } from '#machines/bulk-add/bulk-lines'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost, refused, rice, tea } from '../kit/outcomes.ts'

/** The rice and the tea of an order. */
export const wantedLines: WantedLine[] = [
  { productId: rice.id, name: rice.name, thumbnail: '', quantity: 1, priceBefore: 15.9 },
  { productId: tea.id, name: tea.name, thumbnail: '', quantity: 2, priceBefore: 11.9 },
]

/** Both as they were ordered. */
export const unchangedOffers: Offer[] = [rice, tea].map(product => ({
  productId: product.id,
  product,
  suggestion: null,
}))

/** The rice costs more, and the tea is sold out. */
export const changedOffers: Offer[] = [
  { productId: rice.id, product: { ...rice, specialPrice: 16.9 }, suggestion: null },
  { productId: tea.id, product: { ...tea, stockStatusId: 2 }, suggestion: null },
]

const opening = {
  type: 'bulk.open',
  visitId: 'visit',
  source: 'order/order-1',
  sessionId: 'session-1',
  isAlwaysShown: false,
  lines: wantedLines,
}

const answer = (added: number[], refusals: { productId: number; message: string; left: number }[] = []) =>
  done('addLines', { sessionId: 'session-1', added, refused: refusals })

const idsIn = ({ command }: BulkAddContext) => command?.lines.map(({ productId }) => productId) ?? []

/** An order that is bought again, unchanged or changed. */
export const bulkAddModel: Model = {
  machine: withoutParent(bulkAddMachine, ['reportAdded', 'reportAbandoned']),
  cases(state: AnyMachineSnapshot) {
    const ids = idsIn(state.context as BulkAddContext)
    return [
      opening,
      done('readOffers', unchangedOffers),
      done('readOffers', changedOffers),
      fails('readOffers', lost),
      { type: 'bulk.choose', productId: rice.id, isChosen: false },
      { type: 'bulk.choose', productId: rice.id, isChosen: true },
      { type: 'bulk.setQuantity', productId: rice.id, quantity: 3 },
      { type: 'bulk.confirm', sessionId: 'session-1' },
      { type: 'bulk.close' },
      { type: 'bulk.leave' },
      { type: 'bulk.retry' },
      answer(ids),
      answer(ids.slice(1), [{ productId: rice.id, message: 'Only 3 are left.', left: 3 }]),
      answer([], [{ productId: rice.id, message: 'Sold out.', left: 0 }]),
      fails('addLines', lost),
      fails('addLines', refused),
      after('retryPause', 'bulkAdd.sending.pausing'),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { lines, command, retries, refusal } = state.context as BulkAddContext
    const shown = lines.map(({ productId, isChosen, typed, refusal: reason }) => [productId, isChosen, typed, reason])
    return JSON.stringify([
      state.value,
      shown,
      idsIn(state.context as BulkAddContext),
      command !== null,
      retries,
      refusal?.code,
    ])
  },
}
