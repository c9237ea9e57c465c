import { expect, test } from 'vitest'
import { checkoutObstacle } from '#machines/cart/cart-bill'
import { cartMachine } from '#machines/cart/cart'
import { createActor } from 'xstate'
import { riceLine, settings } from '../../kit/outcomes.ts'

const empty = createActor(cartMachine).getSnapshot().context
const filled = { ...empty, lines: [{ ...riceLine, quantity: 2, totalPrice: 31.8 }] }
const minimumOf = (minimumOrderLimit: number) => ({ ...settings, minimumOrderLimit })

test('a cart of the minimum order can be checked out, and so can one whose minimum is unknown', () => {
  expect(checkoutObstacle(filled, minimumOf(31.8))).toBeNull()
  expect(checkoutObstacle(filled, null)).toBeNull()
})

test('a cart below the minimum order cannot be checked out', () => {
  expect(checkoutObstacle(filled, minimumOf(31.81))).toBe('belowMinimum')
})

test('an invalid quantity is named before the minimum order, because its line is not in the amounts', () => {
  const invalid = { ...filled, invalidQuantities: { [riceLine.id]: null } }
  expect(checkoutObstacle(invalid, minimumOf(31.8))).toBe('invalidQuantity')
  expect(checkoutObstacle(invalid, minimumOf(50))).toBe('invalidQuantity')
})
