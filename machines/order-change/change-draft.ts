import type { OrderChange, VersionedOrder } from '#contract/order-change'
import { largestQuantity } from '#contract/cart'
import { meant } from '#contract/fields'
import { slotOf } from '#contract/slot-text'
import { longestNote, type Substitution } from '#contract/substitution'
import { substitutionIn } from '#contract/substitution-text'
import type { SuggestedProduct } from '#contract/suggestions'
import { addressErrors, addressIn, formOf, type AddressForm, type TypedAddressField } from '../address/address-form.ts'
import { hasSameFields } from '../parts/same-fields.ts'
import type { SlotQuestion } from '../slots/slots.ts'

/** A line of the draft. With a quantity of 0 it is removed, and stays in the draft so that it can be put back. */
export interface DraftLine {
  productId: number
  productName: string
  productImage: string
  quantity: number
  substitution: Substitution | null
  /** As it was typed. */
  note: string
}

/** A placed order as the shopper wants it. */
export interface ChangeDraft {
  lines: DraftLine[]
  substitution: Substitution | null
  /** Null for any time. */
  slotId: string | null
  /** Null for an order that is collected. */
  address: AddressForm | null
}

/** An order that can be changed: it has a version. */
export type ChangeableOrder = VersionedOrder & { version: number }

/** The order can be changed. An older gateway sends no version. */
export const isChangeable = (order: VersionedOrder): order is ChangeableOrder =>
  typeof order.version === 'number' && Boolean(order.cancellation) && order.cancellation!.refusal === null

/** The draft with nothing changed. */
export const draftOf = (order: VersionedOrder): ChangeDraft => ({
  lines: order.lines.map(line => ({
    productId: line.productId,
    productName: line.productName,
    productImage: line.productImage,
    quantity: line.quantity,
    substitution: substitutionIn(line),
    note: line.note ?? '',
  })),
  substitution: substitutionIn(order),
  slotId: slotOf(order)?.slotId ?? null,
  address: order.deliveryAddress && formOf(order.deliveryAddress),
})

/** An edit of the draft. */
export type DraftEdit =
  | { type: 'change.setQuantity'; productId: number; quantity: number }
  /** A choice that is absent stays. */
  | { type: 'change.setChoice'; productId: number; substitution?: Substitution | null; note?: string }
  | { type: 'change.chooseSubstitution'; substitution: Substitution | null }
  | { type: 'change.chooseSlot'; slotId: string | null }
  | { type: 'change.typedAddress'; field: TypedAddressField; value: string }

const isCount = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 0 && quantity <= largestQuantity

/** The lines with another one in the place of a product's. */
const withLine = (draft: ChangeDraft, productId: number, change: Partial<DraftLine>): ChangeDraft => ({
  ...draft,
  lines: draft.lines.map(line => (line.productId === productId ? { ...line, ...change } : line)),
})

/** The draft after an edit. */
export function draftAfter(draft: ChangeDraft, edit: DraftEdit): ChangeDraft {
  switch (edit.type) {
    case 'change.setQuantity':
      return isCount(edit.quantity) ? withLine(draft, edit.productId, { quantity: edit.quantity }) : draft
    case 'change.setChoice': {
      const { productId, substitution, note } = edit
      return withLine(draft, productId, {
        ...(substitution !== undefined && { substitution }),
        ...(note !== undefined && { note: note.slice(0, longestNote) }),
      })
    }
    case 'change.chooseSubstitution':
      return { ...draft, substitution: edit.substitution }
    case 'change.chooseSlot':
      return { ...draft, slotId: edit.slotId }
    case 'change.typedAddress':
      return { ...draft, address: draft.address && { ...draft.address, [edit.field]: edit.value } }
  }
}

/** The draft with one more of a product, which may be among its lines already. */
export function withProduct(draft: ChangeDraft, { id, name, thumbnail }: SuggestedProduct): ChangeDraft {
  const line = draft.lines.find(({ productId }) => productId === id)
  if (line) return withLine(draft, id, { quantity: Math.min(line.quantity + 1, largestQuantity) })
  const added: DraftLine = {
    productId: id,
    productName: name,
    productImage: thumbnail,
    quantity: 1,
    substitution: null,
    note: '',
  }
  return { ...draft, lines: [...draft.lines, added] }
}

/** The errors of the address, by field. */
export const draftErrors = ({ address }: ChangeDraft): ReturnType<typeof addressErrors> =>
  address === null ? {} : addressErrors(address)

/** Every product is removed. */
export const isEmptied = ({ lines }: ChangeDraft): boolean => lines.every(({ quantity }) => quantity === 0)

/** The draft can be sent: it has a product, and its address has no error. */
export const isComplete = (draft: ChangeDraft): boolean =>
  !isEmptied(draft) && Object.keys(draftErrors(draft)).length === 0

/** Which slots the draft can choose from. */
export const slotQuestionOf = ({ deliveryMethod }: VersionedOrder, { address }: ChangeDraft): SlotQuestion => ({
  methodId: deliveryMethod,
  postCode: address === null || 'postCode' in addressErrors(address) ? '' : meant('postCode', address.postCode),
})

/** What the gateway is sent: the whole order as it is wanted. What can stay and is not changed is left out. */
export type WantedOrder = Omit<OrderChange, 'requestId' | 'key'>

/** @param total - what the shopper saw, in dollars */
export function wantedOrder(order: ChangeableOrder, draft: ChangeDraft, total: number): WantedOrder {
  const before = draftOf(order)
  const isMoved =
    draft.address !== null && !hasSameFields(addressIn(draft.address), before.address && addressIn(before.address))
  return {
    version: order.version,
    lines: draft.lines.flatMap(({ productId, quantity, substitution, note }) =>
      quantity === 0 ? [] : [{ productId, quantity, substitution, note: meant('note', note) || null }],
    ),
    ...(draft.slotId !== before.slotId && { slotId: draft.slotId }),
    ...(isMoved && { deliveryAddress: addressIn(draft.address!) }),
    ...(draft.substitution !== before.substitution && { substitution: draft.substitution }),
    total,
  }
}

/** Nothing is changed: what would be sent is the order as it is. */
export const isUnchanged = (order: ChangeableOrder, draft: ChangeDraft): boolean =>
  JSON.stringify(wantedOrder(order, draft, 0)) === JSON.stringify(wantedOrder(order, draftOf(order), 0))
