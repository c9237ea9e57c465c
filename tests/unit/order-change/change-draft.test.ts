import { describe, expect, test } from 'vitest'
import type { Conflict } from '#contract/conflict'
import {
  draftAfter,
  draftOf,
  isChangeable,
  isUnchanged,
  slotQuestionOf,
  wantedOrder,
  withProduct,
} from '#machines/order-change/change-draft'
import { offeredProducts } from '#machines/order-change/selectors'
import { conflictTexts, unansweredText } from '#src/order-change/change-text.ts'
import { limited, lost, saturday } from '../../kit/outcomes.ts'
import { draftedOrder, foundTea } from '../../model/order-change.model.ts'
import { ownOrder } from '../../model/own-order.model.ts'

const untouched = draftOf(draftedOrder)
const [tea] = foundTea.products

describe('the draft of an order', () => {
  test('can be opened if the order has a version, and can still be cancelled', () => {
    expect(isChangeable(draftedOrder)).toBe(true)
    expect(isChangeable(ownOrder)).toBe(false)
    expect(isChangeable({ ...draftedOrder, cancellation: null })).toBe(false)
    expect(isChangeable({ ...draftedOrder, cancellation: { until: null, refusal: 'packing' } })).toBe(false)
  })

  test('sends the whole order, without what is not changed and can stay', () => {
    expect(wantedOrder(draftedOrder, untouched, 15.9)).toEqual({
      version: 4,
      lines: [{ productId: 1, quantity: 1, substitution: null, note: null }],
      total: 15.9,
    })
  })

  test('sends null for any time', () => {
    expect(untouched.slotId).toBe(saturday.slotId)
    const draft = draftAfter(untouched, { type: 'change.chooseSlot', slotId: null })
    expect(wantedOrder(draftedOrder, draft, 0)).toHaveProperty('slotId', null)
  })

  test.each([
    [{ type: 'change.setQuantity', productId: 1, quantity: 2 }],
    [{ type: 'change.setChoice', productId: 1, substitution: 'call' }],
    [{ type: 'change.setChoice', productId: 1, note: 'Ripe, please' }],
    [{ type: 'change.chooseSubstitution', substitution: 'similar' }],
    [{ type: 'change.chooseSlot', slotId: null }],
    [{ type: 'change.typedAddress', field: 'city', value: 'Ryde' }],
  ] as const)('is changed by %j', edit => {
    expect(isUnchanged(draftedOrder, untouched)).toBe(true)
    expect(isUnchanged(draftedOrder, draftAfter(untouched, edit))).toBe(false)
  })

  test.each([
    [{ type: 'change.setChoice', productId: 1, note: '  ' }],
    [{ type: 'change.setChoice', productId: 99, substitution: 'call' }],
    [{ type: 'change.typedAddress', field: 'address1', value: `${untouched.address!.address1} ` }],
  ] as const)('is not changed by %j', edit => {
    expect(isUnchanged(draftedOrder, draftAfter(untouched, edit))).toBe(true)
  })

  test('limits a note to the characters that the gateway accepts', () => {
    const long = draftAfter(untouched, { type: 'change.setChoice', productId: 1, note: 'x'.repeat(500) })
    expect(long.lines[0]!.note).toHaveLength(200)
  })

  test('has one line for a product that is added twice', () => {
    const draft = withProduct(withProduct(untouched, tea!), tea!)
    expect(draft.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  test('asks for the slots of the typed post code, and of none while it has an error', () => {
    const methodId = draftedOrder.deliveryMethod
    const postCode = (value: string) =>
      slotQuestionOf(draftedOrder, draftAfter(untouched, { type: 'change.typedAddress', field: 'postCode', value }))
    expect(postCode('２１１２')).toEqual({ methodId, postCode: '2112' })
    expect(postCode('')).toEqual({ methodId, postCode: '' })
    const collected = { ...draftedOrder, deliveryAddress: null }
    expect(slotQuestionOf(collected, draftOf(collected))).toEqual({ methodId, postCode: '' })
  })

  test('offers products that are in stock', () => {
    expect(offeredProducts({ found: [tea!, { ...tea!, id: 3, stockStatusId: 2 }] })).toEqual([tea])
  })
})

describe('a conflict', () => {
  const conflicts: Conflict[] = [
    { about: 'stock', message: 'Only 2 left', productId: 1, left: 2 },
    { about: 'stock', message: 'Gone', productId: 7, left: 0 },
    { about: 'slot', message: 'Full', slotId: 'x' },
    { about: 'area', message: 'Too far' },
    { about: 'total', message: 'Changed' },
    { about: 'minimum', message: 'Too little' },
  ]

  test('is named in the place that it is about; one of a product without a line is named at the amounts', () => {
    expect(conflictTexts(conflicts, [1], 'line', 1)).toEqual(['Only 2 left'])
    expect(conflictTexts(conflicts, [1, 2], 'line', 2)).toEqual([])
    expect(conflictTexts(conflicts, [1], 'slot')).toEqual(['Full'])
    expect(conflictTexts(conflicts, [1], 'address')).toEqual(['Too far'])
    expect(conflictTexts(conflicts, [1], 'amounts')).toEqual(['Gone', 'Changed', 'Too little'])
  })

  test('is not a lost answer: only after one the order may be changed already', () => {
    expect(unansweredText(lost).next).toContain('may already be changed')
    expect(unansweredText(limited).next).toBe('Wait a moment, then try again.')
  })
})
