import { describe, expect, test } from 'vitest'
import { registrationErrors, type RegistrationContext } from '#machines/registration/registration-setup'
import { explore } from '#tools/walks/graph'
import { registrationModel } from './registration.model.ts'

const graph = explore(registrationModel)

describe('the registration machine', () => {
  test('submits only a form without errors', () => {
    const begun = graph.edges.filter(({ from, to }) => to.startsWith('["submitting"') && !from.startsWith('["sub'))
    expect(begun.length).toBeGreaterThan(0)
    const wrong = begun.filter(({ from }) => {
      const { context } = graph.states.get(from)!
      return Object.keys(registrationErrors(context as RegistrationContext)).length > 0
    })
    expect(wrong).toEqual([])
  })

  // Specification: 4.18
  test('reaches registered only by an answer, and then holds nothing of the form', () => {
    const ways = graph.edges.filter(({ from, to }) => to.startsWith('["registered"') && !from.startsWith('["reg'))
    expect(new Set(ways.map(({ event }) => event.type))).toEqual(new Set(['xstate.done.actor.register']))
    const ended = [...graph.states.values()].filter(state => state.matches('registered'))
    expect(ended.map(({ context }) => (context as RegistrationContext).person.email)).toEqual(ended.map(() => ''))
  })
})
