import type { MachineDescription } from './describe.ts'

/** How one machine has to do with another. */
export interface Tie {
  from: string
  to: string
  kind: 'starts' | 'tells' | 'reports'
  /** Names of actors that are started, or of events. */
  names: string[]
}

const takes = (machine: MachineDescription, event: string) => machine.transitions.some(one => one.event === event)

/** The machines that a machine starts, with the names it has for them. */
const childrenOf = (machine: MachineDescription): Map<string, string[]> => {
  const children = new Map<string, string[]>()
  for (const { effects } of machine.states)
    for (const { id, machine: child, isLater } of effects) {
      if (child === null) continue
      children.set(child, [...(children.get(child) ?? []), isLater ? `${id} (with its page)` : id])
    }
  return children
}

/**
 * Who starts, tells and reports to whom. An action names what it sends; it reaches those neighbours that take it.
 *
 * @returns ties in the order of the machines
 */
export function tiesOf(machines: MachineDescription[]): Tie[] {
  const byId = new Map(machines.map(machine => [machine.id, machine]))
  return machines.flatMap(parent =>
    [...childrenOf(parent)].flatMap(([id, names]): Tie[] => {
      const child = byId.get(id)
      if (!child) return []
      const told = parent.says
        .filter(({ to, name }) => to === 'child' && (name === null || names.some(one => one.split(' ')[0] === name)))
        .flatMap(({ events }) => events.filter(event => takes(child, event)))
      const reported = child.says
        .filter(({ to }) => to === 'parent')
        .flatMap(({ events }) => events.filter(event => takes(parent, event)))
      const tie = (kind: Tie['kind'], from: MachineDescription, to: MachineDescription, list: string[]): Tie[] =>
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
