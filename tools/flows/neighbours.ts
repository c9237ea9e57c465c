import type { Chart } from './describe.ts'

/** How one chart has to do with another. */
export interface Tie {
  from: string
  to: string
  kind: 'starts' | 'tells' | 'reports'
  /** Names of actors that are started, or of events. */
  names: string[]
}

const takes = (chart: Chart, event: string) => chart.transitions.some(one => one.event === event)

/** The charts that a chart starts, with the names it has for them. */
const childrenOf = (chart: Chart): Map<string, string[]> => {
  const children = new Map<string, string[]>()
  for (const { effects } of chart.states)
    for (const { id, chart: child, isLater } of effects) {
      if (child === null) continue
      children.set(child, [...(children.get(child) ?? []), isLater ? `${id} (with its page)` : id])
    }
  return children
}

/**
 * Who starts, tells and reports to whom. An action names what it sends; it reaches those neighbours that take it.
 *
 * @returns ties in the order of the charts
 */
export function tiesOf(charts: Chart[]): Tie[] {
  const byId = new Map(charts.map(chart => [chart.id, chart]))
  return charts.flatMap(parent =>
    [...childrenOf(parent)].flatMap(([id, names]): Tie[] => {
      const child = byId.get(id)
      if (!child) return []
      const told = parent.says
        .filter(({ to, name }) => to === 'child' && (name === null || names.some(one => one.split(' ')[0] === name)))
        .flatMap(({ events }) => events.filter(event => takes(child, event)))
      const reported = child.says
        .filter(({ to }) => to === 'parent')
        .flatMap(({ events }) => events.filter(event => takes(parent, event)))
      const tie = (kind: Tie['kind'], from: Chart, to: Chart, list: string[]): Tie[] =>
        list.length > 0 ? [{ from: from.id, to: to.id, kind, names: [...new Set(list)] }] : []
      const answers = child.root.states.some(({ type }) => type === 'final') ? ['its answer'] : []
      return [
        ...tie('starts', parent, child, names),
        ...tie('tells', parent, child, told),
        ...tie('reports', child, parent, [...reported, ...answers]),
      ]
    }),
  )
}
