import { describe, expect, test } from 'vitest'
import { couponModel, linesModel } from './cart.model.ts'
import { cover, everyPair, everyTransition, explore, transitionsOf, unsoundSteps, type Model } from './graph.ts'

const walk = (model: Model) => {
  const graph = explore(model)
  return { graph, byTransition: cover(graph, everyTransition, 40), byPair: cover(graph, everyPair, 60) }
}
const lines = walk(linesModel)
const coupon = walk(couponModel)

describe('the cart chart', () => {
  test('takes every one of its transitions in the walks of its two models', () => {
    const walked = new Set([...lines.byTransition.goals, ...coupon.byTransition.goals])
    expect([...transitionsOf(linesModel.machine).values()].filter(name => !walked.has(name))).toEqual([])
    expect([...lines.byTransition.left, ...coupon.byTransition.left]).toEqual([])
  })

  test.each([
    ['its lines', linesModel, lines],
    ['its coupon', couponModel, coupon],
  ])('leads where the graph of %s says, for every transition and every pair', (_name, model, { graph, ...walks }) => {
    expect(walks.byPair.left.size).toBe(0)
    expect(unsoundSteps(model, graph, [...walks.byTransition.paths, ...walks.byPair.paths])).toEqual([])
  })
})

describe('in every state the walks reach', () => {
  interface Seen {
    context: {
      lines: { productId: number; quantity: number; totalPrice: number }[]
      waiting: { kind: string; productId?: number; requestId?: string; lineId?: string }[]
    }
  }
  const states = [...lines.graph.states.values()].map(state => (state as unknown as Seen).context)

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
  test('no two wishes share a key, and no product is being added twice', () => {
    const wrong = states.filter(({ waiting }) => {
      const additions = waiting.filter(wish => wish.kind === 'add')
      return (
        new Set(additions.map(wish => wish.requestId)).size !== additions.length ||
        new Set(additions.map(wish => wish.productId)).size !== additions.length
      )
    })
    expect(wrong).toEqual([])
  })
})
