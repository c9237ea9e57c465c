import { describe, expect, test } from 'vitest'
import { deliveryArea, findSuburbs, type AreaSuburb, type DeliveryArea } from '#machines/delivery-place/delivery-area'
import { chosenSuburb, nextSlot } from '#machines/delivery-place/selectors'
import { answers, saturday, settings, sunday } from '../../kit/outcomes.ts'

const methods = [
  { id: 'home', name: 'Home delivery', description: 'To your door', needsAddress: true },
  { id: 'pickup', name: 'Pick up', description: 'At the shop', fee: 0, needsAddress: false },
]

const at = (name: string, postCode: string, isServed = true): AreaSuburb => ({
  name,
  postCode,
  isServed,
  fee: isServed ? 590 : null,
})
const suburbs = [
  at('Denistone', '2114'),
  at('Denistone East', '2112'),
  at('Eastwood', '2122'),
  at('Marsfield', '2122'),
  at('Rhodes', '2138'),
  at('Ryde', '2112'),
  at('Concord West', '2138', false),
  at('Haymarket', '2000', false),
  at('Sydney', '2000', false),
]

describe('the delivery area', () => {
  test('has the fee and whether it is served for each suburb, the minimum order and whether orders can be collected', () => {
    const area = deliveryArea({ ...settings, limitAreaShipping: true, minimumOrderLimit: 30 }, methods, [
      { name: 'Eastwood', postCode: '2122', inDeliveryArea: true, deliveryFee: 5.9 },
      { name: 'Sydney', postCode: '2000', inDeliveryArea: false },
    ])
    expect(area).toMatchObject({ minimum: 3000, deliveries: ['home'], hasPickUp: true })
    expect(area.suburbs).toEqual([
      { name: 'Eastwood', postCode: '2122', isServed: true, fee: 590 },
      { name: 'Sydney', postCode: '2000', isServed: false, fee: null },
    ])
  })

  test('is everywhere if the store does not limit it', () => {
    const area = deliveryArea({ ...settings, limitAreaShipping: false }, methods, [
      { name: 'Sydney', postCode: '2000', inDeliveryArea: false },
    ])
    expect(area.suburbs[0]!.isServed).toBe(true)
  })

  test('has no fee that an older gateway says for an address only', () => {
    const area = deliveryArea({ ...settings, calculateDeliveryFee: true }, methods, [{ name: 'Eastwood' }])
    expect(area.suburbs).toEqual([{ name: 'Eastwood', postCode: '', isServed: true, fee: null }])
  })
})

describe('the suburbs that a text means', () => {
  const found = (text: string) => {
    const { served, outside, clear } = findSuburbs(suburbs, text)
    return { served: served.map(({ name }) => name), outside: outside?.name ?? null, clear: clear?.name ?? null }
  }

  test.each([
    ['Eastwood'],
    ['  eastWOOD '],
    ['Eastwood 2122'],
    ['2122 Eastwood'],
    ['eastwood2122'],
    ['Ｅａｓｔｗｏｏｄ ２１２２'],
  ])('are the one that “%s” names', text => {
    expect(found(text)).toEqual({ served: ['Eastwood'], outside: null, clear: 'Eastwood' })
  })

  test.each([['Eastwod'], ['Estwood'], ['East wood 2122 '], ['Eatswood 2122']])('are a guess for “%s”', text => {
    expect(found(text).served).toEqual(['Eastwood'])
  })

  test('are not chosen without being asked for if they are a guess', () => {
    expect(found('Eastwod').clear).toBeNull()
    expect(found('Denis').clear).toBeNull()
  })

  test('are all that have a post code', () => {
    expect(found('2122')).toEqual({ served: ['Eastwood', 'Marsfield'], outside: null, clear: null })
    expect(found('21 22').served).toEqual(['Eastwood', 'Marsfield'])
  })

  test('are those of a served post code, although another suburb with it is not delivered to', () => {
    expect(found('2138')).toEqual({ served: ['Rhodes'], outside: null, clear: 'Rhodes' })
  })

  test('are those of the post code if the name beside it is another one', () => {
    expect(found('Bondi 2122')).toEqual({ served: ['Eastwood', 'Marsfield'], outside: null, clear: null })
  })

  test('are a guess by the name if the post code is another one', () => {
    expect(found('Eastwood 9999')).toEqual({ served: ['Eastwood'], outside: null, clear: null })
  })

  test('begin with the typed letters', () => {
    expect(found('Denis').served).toEqual(['Denistone', 'Denistone East'])
  })

  test('are outside if no suburb that is named is delivered to', () => {
    expect(found('2000')).toEqual({ served: [], outside: 'Haymarket', clear: null })
    expect(found('concord west 2138').outside).toBe('Concord West')
  })

  test.each([[''], ['   '], ['x'.repeat(5_000)], ['<b>&'], ['\u202Eabc'], ['\uD800'], ['0'], ['李美玲']])(
    'are none for “%s”',
    text => {
      expect(found(text)).toEqual({ served: [], outside: null, clear: null })
    },
  )
})

describe('the chosen place', () => {
  const area = answers.readArea as DeliveryArea

  test('is found in the delivery area in any spelling of its name', () => {
    expect(chosenSuburb({ area, place: { name: 'EASTWOOD', postCode: '21 22' } })?.fee).toBe(590)
    expect(chosenSuburb({ area, place: { name: 'Elsewhere', postCode: '2122' } })).toBeNull()
    expect(chosenSuburb({ area: null, place: { name: 'Eastwood', postCode: '2122' } })).toBeNull()
  })

  test('has the first slot of a delivery that takes more orders', () => {
    const slots = [
      { ...saturday, methodId: 'pickup' },
      { ...saturday, methodId: 'home', left: 0 },
      { ...sunday, methodId: 'home', left: 1 },
    ]
    expect(nextSlot(area, slots)).toBe(slots[2])
    expect(nextSlot(area, slots.slice(0, 2))).toBeNull()
  })
})
