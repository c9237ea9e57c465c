import { describe, expect, test } from 'vitest'
import { unsaid } from './all.ts'
import { transitionsOf, unsoundSteps } from '#tools/walks/graph'
import { wrongOnRunning } from '#tools/walks/running'
import { pairsOf, walked as walkedOnce } from './walked.ts'

const walked = walkedOnce.map(one => ({ ...one, byPair: pairsOf(one) }))
const charts = [...new Set(walked.map(({ chart }) => chart))]

describe.each(charts)('the machine %s', chart => {
  const ofChart = walked.filter(one => one.chart === chart)

  // Specification: 2.3.25
  test('takes all of its transitions in the walks of its models', () => {
    const reached = new Set(ofChart.flatMap(({ byTransition }) => [...byTransition.goals]))
    const missed = [...transitionsOf(ofChart[0]!.model.machine).values()].filter(name => !reached.has(name))
    expect(missed).toEqual(Object.keys(unsaid[chart] ?? {}))
    expect(
      ofChart.flatMap(({ byTransition, byPair }) => [...byTransition.left, ...(byPair ? byPair.left : [])]),
    ).toEqual([])
  })

  describe.each(ofChart)('in the walks of $name', ({ model, graph, byTransition, byPair }) => {
    const paths = [...byTransition.paths, ...(byPair ? byPair.paths : [])]

    test('reaches the states of its graph', () => {
      expect(unsoundSteps(model, graph, paths)).toEqual([])
    })
    test('does so as a running actor, refuses what its graph refuses, and replays to the same state', async () => {
      expect(await wrongOnRunning(model, graph, paths)).toEqual([])
    })
  })
})
