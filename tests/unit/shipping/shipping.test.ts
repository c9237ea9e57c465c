import { createActor, fromPromise } from 'xstate'
import { describe, expect, test } from 'vitest'
import { deliveryTerms } from '#machines/shipping/delivery-terms'
import { shippingMachine } from '#machines/shipping/shipping'
import type { PageOpening } from '#machines/messages/page-opening'
import { answers, refused, settings } from '../../kit/outcomes.ts'

const methods = [
  { id: 'home', name: 'Home delivery', description: 'To your door', needsAddress: true },
  { id: 'express', name: 'Express', description: 'First', fee: 14.9, needsAddress: true },
  { id: 'pickup', name: 'Pick up', description: 'At the shop', fee: 0, needsAddress: false },
]
const served = (name: string, deliveryFee?: number) => ({
  name,
  postCode: '2122',
  inDeliveryArea: true,
  ...(deliveryFee !== undefined && { deliveryFee }),
})

describe('the delivery terms', () => {
  test('have the fees of the methods, from the lowest to the highest of the suburbs', () => {
    const suburbs = [served('Ryde', 7.9), served('Eastwood', 5.9), { name: 'Bondi', inDeliveryArea: false }]
    const terms = deliveryTerms({ ...settings, minimumOrderLimit: 30 }, methods, suburbs)
    expect(terms.minimum).toBe(3000)
    expect(terms.methods.map(({ id, fee }) => [id, fee])).toEqual([
      ['home', { from: 590, to: 790 }],
      ['express', { from: 1490, to: 1490 }],
      ['pickup', { from: 0, to: 0 }],
    ])
  })

  test('have the suburbs that are delivered to, by fee, the lowest first', () => {
    const suburbs = [
      served('Ryde', 7.9),
      served('Epping'),
      served('Eastwood', 5.9),
      served('Denistone', 5.9),
      { name: 'Bondi', postCode: '2026', inDeliveryArea: false },
    ]
    const { bands } = deliveryTerms(settings, methods, suburbs)
    expect(bands.map(({ fee, suburbs: all }) => [fee, all.map(({ name }) => name)])).toEqual([
      [590, ['Eastwood', 'Denistone']],
      [790, ['Ryde']],
      [null, ['Epping']],
    ])
  })

  test('name no suburb and no fee of an address if the gateway says neither', () => {
    const terms = deliveryTerms(settings, methods, [{ name: 'Eastwood', postCode: '2122' }])
    expect(terms.bands).toEqual([])
    expect(terms.methods[0]!.fee).toBeNull()
  })

  test('have the standard fee if the fee does not depend on the address', () => {
    const terms = deliveryTerms({ ...settings, calculateDeliveryFee: false }, methods, [])
    expect(terms.methods[0]!.fee).toEqual({ from: 950, to: 950 })
  })
})

describe('the page Shipping', () => {
  const opening = { type: 'page.open' } as PageOpening
  /** The page with one answer after another. */
  function opens(...outputs: object[]) {
    const reports: string[] = []
    const machine = shippingMachine.provide({
      actors: { readTerms: fromPromise(async () => outputs.shift()) as never },
      actions: { reportReady: () => void reports.push('page.ready') },
    })
    return { actor: createActor(machine).start(), reports }
  }
  const settles = () => new Promise(resolve => setTimeout(resolve))

  test('is ready once the terms are read, and reads them again each time it is opened', async () => {
    const { actor, reports } = opens({ answer: answers.readTerms }, { refusal: refused })
    actor.send(opening)
    expect(reports).toEqual([])
    await settles()
    expect(actor.getSnapshot().value).toBe('ready')
    expect(reports).toEqual(['page.ready'])
    actor.send(opening)
    await settles()
    expect(actor.getSnapshot().value).toBe('unreachable')
    expect(actor.getSnapshot().context.terms).toEqual(answers.readTerms)
  })

  test('is shown without terms that can’t be read, and reads them again when the shopper asks', async () => {
    const { actor, reports } = opens({ refusal: refused }, { answer: answers.readTerms })
    actor.send(opening)
    await settles()
    expect(reports).toEqual(['page.ready'])
    expect(actor.getSnapshot().context.terms).toBeNull()
    actor.send({ type: 'shipping.retry' })
    await settles()
    expect(actor.getSnapshot().context.terms).toEqual(answers.readTerms)
  })
})
