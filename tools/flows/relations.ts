import type { MachineDescription } from './describe.ts'

/** A relation between two machines. */
export interface Relation {
  from: string
  to: string
  kind: 'starts' | 'tells' | 'reports'
  /** Ids of the started actors, or event types. */
  names: string[]
}

const takes = (machine: MachineDescription, event: string) => machine.transitions.some(one => one.event === event)

/** The child machines of a machine, with the ids of their actors. */
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
 * The relations between all machines: starts, sends, reports. An event counts for the neighbours that handle it.
 *
 * @returns relations in the order of the machines
 */
export function relationsOf(machines: MachineDescription[]): Relation[] {
  const byId = new Map(machines.map(machine => [machine.id, machine]))
  return machines.flatMap(parent =>
    [...childrenOf(parent)].flatMap(([id, names]): Relation[] => {
      const child = byId.get(id)
      if (!child) return []
      const told = parent.sentEvents
        .filter(({ to, name }) => to === 'child' && (name === null || names.some(one => one.split(' ')[0] === name)))
        .flatMap(({ events }) => events.filter(event => takes(child, event)))
      const reported = child.sentEvents
        .filter(({ to }) => to === 'parent')
        .flatMap(({ events }) => events.filter(event => takes(parent, event)))
      const relation = (
        kind: Relation['kind'],
        from: MachineDescription,
        to: MachineDescription,
        list: string[],
      ): Relation[] => (list.length > 0 ? [{ from: from.id, to: to.id, kind, names: [...new Set(list)] }] : [])
      const answers = child.root.states.some(({ type }) => type === 'final') ? ['its answer'] : []
      return [
        ...relation('starts', parent, child, names),
        ...relation('tells', parent, child, told),
        ...relation('reports', child, parent, [...reported, ...answers]),
      ]
    }),
  )
}
