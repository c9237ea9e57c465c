import { describe, expect, test } from 'vitest'
import { untakenTransitions } from './all.ts'
import { transitionsOf, divergingSteps } from '#tools/walks/graph'
import { problemsOnRunning } from '#tools/walks/running'
import { pairsOf, walked as walkedOnce } from './walked.ts'

const walked = walkedOnce.map(one => ({ ...one, byPair: pairsOf(one) }))
const machines = [...new Set(walked.map(({ machine }) => machine))]

describe.each(machines)('the machine %s', machine => {
  const ofMachine = walked.filter(one => one.machine === machine)

  // Specification: 2.3.25
  test('takes all of its transitions in the walks of its models', () => {
    const reached = new Set(ofMachine.flatMap(({ byTransition }) => [...byTransition.goals]))
    const missed = [...transitionsOf(ofMachine[0]!.model.machine).values()].filter(name => !reached.has(name))
    expect(missed).toEqual(Object.keys(untakenTransitions[machine] ?? {}))
    expect(
      ofMachine.flatMap(({ byTransition, byPair }) => [...byTransition.left, ...(byPair ? byPair.left : [])]),
    ).toEqual([])
  })

  describe.each(ofMachine)('in the walks of $name', ({ model, graph, byTransition, byPair }) => {
    const paths = [...byTransition.paths, ...(byPair ? byPair.paths : [])]

    test('reaches the states of its graph', () => {
      expect(divergingSteps(model, graph, paths)).toEqual([])
    })
    test('does so as a running actor, refuses what its graph refuses, and replays to the same state', async () => {
      expect(await problemsOnRunning(model, graph, paths)).toEqual([])
    })
  })
})
