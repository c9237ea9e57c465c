import { describe, expect, test } from 'vitest'
import { readCharts } from '#tools/flows/charts'
import type { Chart } from '#tools/flows/describe'

const charts = readCharts()
const chartOf = (id: string) => charts.find(chart => chart.id === id)!
const effectsOf = (chart: Chart) => chart.states.flatMap(({ effects }) => effects)
const childrenOf = (chart: Chart) => effectsOf(chart).flatMap(({ id, chart: child }) => (child ? [{ id, child }] : []))
const parentsOf = ({ id }: Chart) => charts.filter(chart => childrenOf(chart).some(({ child }) => child === id))
const handles = (id: string, event: string) => chartOf(id).transitions.some(one => one.event === event)

describe.each(charts.map(chart => [chart.id, chart] as const))('the messages of the machine %s', (_id, chart) => {
  test('are known by name', () => {
    expect(chart.says.filter(({ events }) => events.length === 0)).toEqual([])
  })

  test('to a parent are handled by each parent', () => {
    const lost = chart.says
      .filter(({ to }) => to === 'parent')
      .flatMap(({ action, events }) => events.map(event => ({ action, event })))
      .flatMap(({ action, event }) =>
        parentsOf(chart)
          .filter(({ id }) => !handles(id, event))
          .map(({ id }) => `${action}: ${event} to ${id}`),
      )
    expect(lost).toEqual([])
    expect(chart.says.some(({ to }) => to === 'parent') && parentsOf(chart).length === 0).toBe(false)
  })

  test('to a child are handled by that child, or by some child if none is named', () => {
    const lost = chart.says
      .filter(({ to }) => to === 'child')
      .flatMap(({ action, name, events }) => events.map(event => ({ action, name, event })))
      .filter(
        ({ name, event }) =>
          !childrenOf(chart).some(({ id, child }) => (name === null || id === name) && handles(child, event)),
      )
    expect(lost).toEqual([])
  })
})
