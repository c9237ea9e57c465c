import { routes } from '#contract/routes'
import { effectWords } from './answers.ts'
import type { MachineDescription, Transition } from './describe.ts'
import type { Tie } from './neighbours.ts'
import type { Said } from './paths.ts'
import { code, codes, lean, link, pathIn } from './table.ts'

/** Who sends an event: the machines that tell or report it; the page where none does. */
export function sendersOf(event: string, machine: MachineDescription, ties: Tie[]): string[] {
  return ties
    .filter(({ to, kind, names }) => to === machine.id && kind !== 'starts' && names.includes(event))
    .map(({ from }) => from)
}

/** The types of the events that a machine takes. */
export const eventsOf = ({ transitions }: MachineDescription): string[] => [
  ...new Set(transitions.filter(({ kind }) => kind === 'event').map(({ event }) => event)),
]

/** What may be said to a machine: who says it, with what data, and one example in words. */
export function eventsTable(machine: MachineDescription, ties: Tie[], said: Map<string, Said>): string[] {
  const rows = eventsOf(machine).map(event => {
    const senders = sendersOf(event, machine, ties)
    const { keys = [], example = '' } = said.get(event) ?? {}
    return [code(event), senders.length > 0 ? senders.map(link).join(', ') : 'the page', codes(keys), example]
  })
  return rows.length > 0 ? ['## Events', '', ...lean(['Event', 'Sent by', 'With', 'For example'], rows), ''] : []
}

/** The calls behind an effect, as the contract has them: `GET /cart/{sessionId}`. */
export const callsOf = (effect: string): string[] =>
  (effectWords[effect]?.calls ?? []).map(name => `${routes[name].method} ${routes[name].path}`)

/** What follows one end of an effect: conditions, actions, and the states that it leads to. */
export const afterwards = (machine: MachineDescription, effect: string, outcome: Transition['kind']): string[] =>
  machine.transitions
    .filter(({ event }) => event === `xstate.${outcome}.actor.${effect}`)
    .map(({ guard, isOtherwise, actions, to, from }) => {
      const condition = guard ?? (isOtherwise ? 'otherwise' : null)
      const goes = to.filter(id => id !== from).map(id => pathIn(id, machine))
      const does = [...actions, ...goes.map(name => `→ ${name}`)].join(', ') || 'nothing'
      return condition ? `[${condition}] ${does}` : does
    })

/** The effects and questions of a machine that come to an end: the call behind each, and what follows. */
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
    ? ['## Effects', '', ...lean(['Effect', 'Who does what', 'Call', 'Done', 'Error'], rows), '']
    : []
}
