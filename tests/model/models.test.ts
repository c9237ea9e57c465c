import { describe, expect, test } from 'vitest'
import { pairedCharts, models } from './all.ts'
import { cover, everyPair, everyTransition, explore, transitionsOf, unsoundSteps } from './graph.ts'
import { wrongOnRunning } from './running.ts'

const walked = models.map(({ chart, name, model }) => {
  const graph = explore(model)
  const byTransition = cover(graph, everyTransition, 40)
  const byPair = pairedCharts.includes(chart) ? cover(graph, everyPair, 60) : null
  return { chart, name, model, graph, byTransition, byPair }
})
const charts = [...new Set(models.map(({ chart }) => chart))]

/** What is said where the shop never lets anybody say it; the guards are kept for what has been on its way. */
const unsaid: Record<string, string[]> = {
  // the two that do nothing are what a tab says that does not hold the checkout
  checkout: ['place', 'pay'].map(verb => `checkout.step.review | checkout.${verb} | (stays) #0`),
}

describe.each(charts)('the chart %s', chart => {
  const ofChart = walked.filter(one => one.chart === chart)

  test('takes every one of its transitions in the walks of its models', () => {
    const reached = new Set(ofChart.flatMap(({ byTransition }) => [...byTransition.goals]))
    const missed = [...transitionsOf(ofChart[0]!.model.machine).values()].filter(name => !reached.has(name))
    expect(missed).toEqual(unsaid[chart] ?? [])
    expect(
      ofChart.flatMap(({ byTransition, byPair }) => [...byTransition.left, ...(byPair ? byPair.left : [])]),
    ).toEqual([])
  })

  describe.each(ofChart)('in the walks of $name', ({ model, graph, byTransition, byPair }) => {
    const paths = [...byTransition.paths, ...(byPair ? byPair.paths : [])]

    test('leads where its graph says', () => {
      expect(unsoundSteps(model, graph, paths)).toEqual([])
    })
    test('does so running, refuses what its graph refuses, and replays to the same state', async () => {
      expect(await wrongOnRunning(model, graph, paths)).toEqual([])
    })
  })
})
