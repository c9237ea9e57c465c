import { routes } from '#contract/routes'
import { effectWords } from './answers.ts'
import type { MachineDescription, Transition } from './describe.ts'
import type { Relation } from './relations.ts'
import type { EventExample } from './paths.ts'
import { code, codes, withoutEmptyColumns, link, pathIn } from './table.ts'

/** The senders of an event: machines, or the page if no machine sends it. */
export function sendersOf(event: string, machine: MachineDescription, relations: Relation[]): string[] {
  return relations
    .filter(({ to, kind, names }) => to === machine.id && kind !== 'starts' && names.includes(event))
    .map(({ from }) => from)
}

/** The event types that a machine handles. */
export const eventsOf = ({ transitions }: MachineDescription): string[] => [
  ...new Set(transitions.filter(({ kind }) => kind === 'event').map(({ event }) => event)),
]

/** A table of the events that a machine handles: senders, data, and an example. */
export function eventsTable(
  machine: MachineDescription,
  relations: Relation[],
  examples: Map<string, EventExample>,
): string[] {
  const rows = eventsOf(machine).map(event => {
    const senders = sendersOf(event, machine, relations)
    const { keys = [], example = '' } = examples.get(event) ?? {}
    return [code(event), senders.length > 0 ? senders.map(link).join(', ') : 'the page', codes(keys), example]
  })
  return rows.length > 0
    ? ['## Events', '', ...withoutEmptyColumns(['Event', 'Sent by', 'With', 'For example'], rows), '']
    : []
}

/** The API calls of an effect: `GET /cart/{sessionId}`. */
export const callsOf = (effect: string): string[] =>
  (effectWords[effect]?.calls ?? []).map(name => `${routes[name].method} ${routes[name].path}`)

/** The guards, actions and targets that follow an outcome of an effect. */
export const afterwards = (machine: MachineDescription, effect: string, outcome: Transition['kind']): string[] =>
  machine.transitions
    .filter(({ event }) => event === `xstate.${outcome}.actor.${effect}`)
    .map(({ guard, isOtherwise, actions, to, from }) => {
      const condition = guard ?? (isOtherwise ? 'otherwise' : null)
      const goes = to.filter(id => id !== from).map(id => pathIn(id, machine))
      const does = [...actions, ...goes.map(name => `→ ${name}`)].join(', ') || 'nothing'
      return condition ? `[${condition}] ${does}` : does
    })

/** A table of a machine's effects: their API calls, and what follows each outcome. */
export function effectsTable(machine: MachineDescription): string[] {
  const effects = [...new Set(machine.states.flatMap(({ effects }) => effects.map(({ id }) => id)))]
  const rows = effects
    .filter(id => effectWords[id])
    .map(id => {
      const ends = (outcome: Transition['kind']) => afterwards(machine, id, outcome).join('; ')
      const { who, does } = effectWords[id]!
      return [code(id), `${who}: ${does}`, codes(callsOf(id)), ends('done'), ends('error')]
    })
  return rows.length > 0
    ? ['## Effects', '', ...withoutEmptyColumns(['Effect', 'Who does what', 'Call', 'Done', 'Error'], rows), '']
    : []
}
