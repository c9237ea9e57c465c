import { describe, expect, test } from 'vitest'
import { couponModel, linesModel } from './cart.model.ts'
import { choicesModel, feeModel, orderModel, stepsModel, tabModel } from './checkout.model.ts'
import { explore, type Model } from './graph.ts'
import { menusModel } from './menus.model.ts'
import { buttonModel, flowModel } from './payment.model.ts'
import { registrationModel } from './registration.model.ts'
import { wrongAfterReload } from './reloading.ts'

const models: [string, Model][] = [
  ['the cart, its lines', linesModel],
  ['the cart, its coupon', couponModel],
  ['the checkout, its steps', stepsModel],
  ['the checkout, its choices', choicesModel],
  ['the checkout, its order', orderModel],
  ['the checkout, its tab', tabModel],
  ['the checkout, its fee', feeModel],
  ['the menus', menusModel],
  ['the payment, its button', buttonModel],
  ['the payment, its flow', flowModel],
  ['the registration', registrationModel],
]

const explored = models.map(([name, model]) => ({ name, model, graph: explore(model) }))

describe('a reload in every state', () => {
  test.each(explored.map(one => ({ ...one, states: one.graph.states.size })))(
    'of $name ($states of them) goes on from there',
    async ({ model, graph, states }) => {
      const { wrong, reloaded } = await wrongAfterReload(model, graph)
      expect(wrong).toEqual([])
      expect(reloaded).toBe(states)
    },
  )
})
