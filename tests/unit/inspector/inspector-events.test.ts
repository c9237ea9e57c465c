import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { machines } from '#machines/whole-shop'
import { readMachines } from '#tools/flows/read-machines'
import { publicEvents, refusalOf } from '#tools/inspector/events'
import { eventOf, fieldsOf, startOf } from '#tools/inspector/form'
import { saturday } from '../../kit/outcomes.ts'

const eventsOf = (machine: AnyStateMachine) => machine.events.filter(type => !type.startsWith('xstate.'))

/** Events between machines, and of the page itself: the inspector does not offer them. */
const said = new Set([
  ...readMachines().flatMap(({ sentEvents }) => sentEvents.flatMap(({ events }) => events)),
  'visit.started',
  'machine.start',
  'checkout.recover',
  'favourites.open',
  'favourites.changed',
  'lists.open',
  'lists.changed',
  'location.changed',
  'page.open',
  'page.shown',
  'page.ready',
  'session.customerChanged',
  'order.resumed',
  'payment.resumed',
  // by the page: with code that is loaded, and what the device keeps
  'suggestions.open',
  'rows.open',
  'problem.close',
  'lock.request',
  'lock.lost',
  'lock.takeOver',
  'lock.taken',
])

describe('the events that an inspector sends', () => {
  test('are known to their machines', () => {
    const unknown = Object.entries(publicEvents).flatMap(([id, events]) =>
      Object.keys(events).filter(type => !eventsOf(machines[id]!).includes(type)),
    )
    expect(unknown).toEqual([])
  })

  test('are all events that people and the environment send', () => {
    const missing = Object.values(machines).flatMap(machine =>
      eventsOf(machine).filter(type => !said.has(type) && !(type in (publicEvents[machine.id] ?? {}))),
    )
    expect(missing).toEqual([])
  })

  test('are refused with the reason if they are invalid', () => {
    expect(refusalOf('cart', { type: 'xstate.done.actor.addLine' })).toBe('Events of XState itself are not sent.')
    expect(refusalOf('cart', { type: 'cart.changed' })).toBe('cart takes no cart.changed from people.')
    expect(refusalOf('unknown', { type: 'cart.reload' })).toBe('unknown takes no cart.reload from people.')
    expect(refusalOf('cart', { type: 'cart.remove', lineId: 5 })).toMatch(/^lineId: Expected a string/)
    expect(refusalOf('cart', { type: 'cart.remove', lineId: 'a', extra: 1 })).toMatch(
      /^extra: Expected a value of type `never`/,
    )
    expect(refusalOf('checkout', { type: 'checkout.typed', form: 'person', field: 'city', value: '' })).toBe(
      'person has no city',
    )
    expect(refusalOf('cart', { type: 'cart.remove', lineId: 'a' })).toBeNull()
  })

  test('contain no password: it is in the vault', () => {
    const fields = Object.values(publicEvents).flatMap(events => Object.values(events).flatMap(fieldsOf))
    expect(fields.map(({ name }) => name).filter(name => /password|secret|token/i.test(name))).toEqual([])
  })
})

describe('the form of an event', () => {
  test('has a field for each part of its struct', () => {
    expect(fieldsOf(publicEvents.checkout!['checkout.chooseCountry']!)).toEqual([
      { name: 'form', kind: 'choice', choices: ['billing', 'delivery'], isNullable: false, isOptional: false },
      { name: 'id', kind: 'number', choices: [], isNullable: true, isOptional: false },
      { name: 'name', kind: 'text', choices: [], isNullable: false, isOptional: false },
    ])
  })

  test('returns the event that was filled in', () => {
    const fields = fieldsOf(publicEvents.checkout!['checkout.chooseCountry']!)
    expect(eventOf('checkout.chooseCountry', fields, { id: '14', name: 'Australia' })).toEqual({
      type: 'checkout.chooseCountry',
      form: 'billing',
      id: 14,
      name: 'Australia',
    })
    expect(eventOf('checkout.chooseCountry', fields, { form: 'delivery' })).toMatchObject({
      form: 'delivery',
      id: null,
    })
    const place = fieldsOf(publicEvents.payment!['payment.placeChosen']!)
    const typed = { place: '{"city":"Eastwood","state":"NSW","postCode":"2122"}' }
    expect(refusalOf('payment', eventOf('payment.placeChosen', place, typed))).toBeNull()
    expect(refusalOf('payment', eventOf('payment.placeChosen', place, { place: '{' }))).toMatch(/^place: /)
  })

  test('omits empty optional fields', () => {
    const fields = fieldsOf(publicEvents.shop!['location.go']!)
    expect(eventOf('location.go', fields, { to: '/cart' })).toEqual({ type: 'location.go', to: '/cart' })
    expect(eventOf('location.go', fields, { to: '/cart', replace: 'true' })).toMatchObject({ replace: true })
  })

  test('can be filled in for every event', () => {
    const samples = { text: 'a', number: '1', choice: '', json: '{"city":"a","state":"b","postCode":"c"}' }
    const named: Record<string, string> = {
      slot: JSON.stringify(saturday),
      choice: '{"substitution":"similar","note":null}',
    }
    const refused = Object.entries(publicEvents).flatMap(([id, events]) =>
      Object.entries(events).flatMap(([type, struct]) => {
        const fields = fieldsOf(struct)
        const typed = Object.fromEntries(
          fields.map(field => [field.name, named[field.name] ?? (samples[field.kind] || startOf(field))]),
        )
        return refusalOf(id, eventOf(type, fields, typed)) ?? []
      }),
    )
    expect(refused).toEqual([])
  })
})
