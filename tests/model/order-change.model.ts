import type { AnyMachineSnapshot } from 'xstate'
import type { ChangeableOrder } from '#machines/order-change/change-draft'
import { orderChangeMachine, type OrderChangeContext } from '#machines/order-change/order-change'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost, saturday, sunday, tea, twoLeft } from '../kit/outcomes.ts'
import { ownOrder } from './own-order.model.ts'

/** An order that can be changed, delivered in a slot. */
export const draftedOrder: ChangeableOrder = { ...ownOrder, deliveryMethod: 'pickup', version: 4 }

/** The order with two packs of rice instead of one. */
export const twoPacks: ChangeableOrder = {
  ...draftedOrder,
  quantity: 2,
  lines: draftedOrder.lines.map(line => ({ ...line, quantity: 2, totalPrice: 31.8 })),
  subtotal: 31.8,
  total: 31.8,
}
export const changedOrder: ChangeableOrder = { ...twoPacks, version: 5 }

const conflicting = (about: string, message: string, more: object = {}) => ({
  ...twoLeft,
  message,
  conflicts: [{ about, message, ...more }],
})
export const packing = conflicting('packing', 'We have begun to pack this order.')
export const changedMeanwhile = conflicting('cart', 'This order was changed.')
export const otherTotal = conflicting('total', 'The total has changed.', { was: 31.8, now: 33.8 })
export const slotGone = conflicting('slot', 'This time is full.', { slotId: sunday.slotId, slots: [saturday] })

export const foundTea = {
  products: [{ id: tea.id, name: tea.name, thumbnail: '', price: 11.9, specialPrice: null, stockStatusId: 3 }],
  aisles: [],
  brands: [],
}

/** Opens the draft. */
export const opening = {
  type: 'change.start',
  number: 1001,
  order: draftedOrder,
  keyStart: 'visit/changeOrder/1',
} as const

// the slots are a machine of their own
const machine = withoutParent(orderChangeMachine, [
  'reportSaved',
  'reportDiscarded',
  'reportRefused',
  'reportOutdated',
]).provide({ actions: { askSlots: () => {}, retrySlots: () => {}, renewSlots: () => {} } } as never)

const key = (state: AnyMachineSnapshot) => {
  const { draft, preview, found, text, previewRefusal, saveRefusal, isAsking } = state.context as OrderChangeContext
  return JSON.stringify([state.value, draft, preview?.total, found.length, text, previewRefusal, saveRefusal, isAsking])
}
const pause = after('typingPause', 'orderChange.editing.amounts.pausing')

/** The draft of an order: its quantity is changed, previewed and saved, and both are refused for each reason. */
export const orderChangeModel: Model = {
  machine,
  cases: () => [
    opening,
    { type: 'change.close' },
    { type: 'change.setQuantity', productId: 1, quantity: 2 },
    { type: 'change.setQuantity', productId: 1, quantity: 1 },
    { type: 'change.setQuantity', productId: 1, quantity: 0 },
    { type: 'change.retry' },
    { type: 'change.save' },
    { type: 'change.reload' },
    pause,
    done('readPreview', twoPacks),
    fails('readPreview', lost),
    fails('readPreview', packing),
    fails('readPreview', changedMeanwhile),
    fails('readPreview', slotGone),
    // the next draft is of the same order
    done('changeOrder', draftedOrder),
    fails('changeOrder', lost),
    fails('changeOrder', packing),
    fails('changeOrder', changedMeanwhile),
    fails('changeOrder', otherTotal),
  ],
  key,
}

/** Products are searched for and added. */
export const addProductModel: Model = {
  machine,
  cases(state) {
    // one product is enough: the graph has an end
    if ((state.context as OrderChangeContext).draft.lines.length > 1) return []
    // one pause at a time, as each ends by the clock
    if (state.matches({ editing: { amounts: 'pausing' } })) return [pause]
    return [
      opening,
      { type: 'change.search', text: 'tea' },
      { type: 'change.search', text: '' },
      { type: 'change.add', productId: 2 },
      after('searchPause', 'orderChange.editing.search.waiting'),
      done('readSuggestions', foundTea),
      fails('readSuggestions', lost),
    ]
  },
  key,
}

/** Time, address and choices are changed, and the changes are discarded. */
export const discardModel: Model = {
  machine,
  cases: () => [
    opening,
    { type: 'change.setChoice', productId: 1, substitution: 'call' },
    { type: 'change.chooseSubstitution', substitution: 'leave-out' },
    { type: 'change.chooseSlot', slotId: null },
    { type: 'change.typedAddress', field: 'address1', value: '' },
    { type: 'change.discard' },
    { type: 'change.dismiss' },
    { type: 'change.confirm' },
  ],
  key,
}
