import { describe, expect, test } from 'vitest'
import { linesModel } from './cart.model.ts'
import { explore } from '#tools/walks/graph'

const graph = explore(linesModel)

describe('in every state that a cart can reach', () => {
  interface Seen {
    context: {
      lines: { productId: number; quantity: number; totalPrice: number }[]
      pendingCommands: { kind: string; productId?: number; requestId?: string; lineId?: string }[]
    }
  }
  const states = [...graph.states.values()].map(state => (state as unknown as Seen).context)

  // Specification: 4.4
  test('a product has one line', () => {
    const doubled = states.filter(({ lines: held }) => new Set(held.map(line => line.productId)).size !== held.length)
    expect(doubled).toEqual([])
  })
  test('quantities are whole and at least 1', () => {
    const wrong = states.filter(({ lines: held }) =>
      held.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1),
    )
    expect(wrong).toEqual([])
  })
  test('pending commands have different idempotency keys, and a product is added by one of them at most', () => {
    const wrong = states.filter(({ pendingCommands }) => {
      const additions = pendingCommands.filter(command => command.kind === 'add')
      return (
        new Set(additions.map(command => command.requestId)).size !== additions.length ||
        new Set(additions.map(command => command.productId)).size !== additions.length
      )
    })
    expect(wrong).toEqual([])
  })
})
