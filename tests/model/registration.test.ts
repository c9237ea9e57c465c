import { describe, expect, test } from 'vitest'
import { registrationMistakes, type RegistrationContext } from '#machines/registration'
import { cover, everyPair, everyTransition, explore, transitionsOf, unsoundSteps } from './graph.ts'
import { registrationModel } from './registration.model.ts'

const graph = explore(registrationModel)
const walk = cover(graph, everyTransition)
const pairs = cover(graph, everyPair)

describe('the registration chart', () => {
  test('takes every one of its transitions, and leads where the graph says', () => {
    expect([...transitionsOf(registrationModel.machine).values()].filter(name => !walk.goals.has(name))).toEqual([])
    expect([...walk.left, ...pairs.left]).toEqual([])
    expect(unsoundSteps(registrationModel, graph, [...walk.paths, ...pairs.paths])).toEqual([])
  })

  test('submits only a form without mistakes', () => {
    const begun = graph.edges.filter(({ from, to }) => to.startsWith('["submitting"') && !from.startsWith('["sub'))
    expect(begun.length).toBeGreaterThan(0)
    const wrong = begun.filter(({ from }) => {
      const { context } = graph.states.get(from)!
      return Object.keys(registrationMistakes(context as RegistrationContext)).length > 0
    })
    expect(wrong).toEqual([])
  })

  test('is registered only by an answer, and then holds nothing of the form', () => {
    const ways = graph.edges.filter(({ from, to }) => to.startsWith('["registered"') && !from.startsWith('["reg'))
    expect(new Set(ways.map(({ event }) => event.type))).toEqual(new Set(['xstate.done.actor.register']))
    const ended = [...graph.states.values()].filter(state => state.matches('registered'))
    expect(ended.map(({ context }) => (context as RegistrationContext).person.email)).toEqual(ended.map(() => ''))
  })
})
