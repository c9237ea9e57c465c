import { leadsOf } from '../walks/leads.ts'
import { walked } from '../../tests/model/walked.ts'
import { sentenceFor } from './sentences.ts'

/** The walks that the model tests take, in words. */

export interface Step {
  what: string
  /** Where it leads, by region; only what changed. */
  leads: string[]
  taken: string[]
}
export interface Walk {
  model: string
  steps: Step[]
}

/** Walks that take every transition of a machine; none where the machine has no model. */
export const walksOf = (machine: string): Walk[] =>
  walked
    .filter(one => one.machine === machine)
    .flatMap(({ name, graph, byTransition }) =>
      byTransition.paths.map(({ steps }) => ({
        model: name,
        steps: steps.map(({ from, to, event, taken }) => ({
          what: sentenceFor(event),
          leads: leadsOf(graph.states.get(from)!, graph.states.get(to)!),
          taken,
        })),
      })),
    )

/** What the models of a machine know of an event. */
export interface Said {
  /** The names of its data. */
  keys: string[]
  /** One of them, in words. */
  example: string
}

/** The events that the models of a machine say, by type. */
export function saidTo(machine: string): Map<string, Said> {
  const said = new Map<string, Said>()
  for (const { graph } of walked.filter(one => one.machine === machine)) {
    for (const { event } of graph.edges) {
      const { type, ...data } = event
      const known = said.get(type) ?? { keys: [], example: sentenceFor(event) }
      said.set(type, { ...known, keys: [...new Set([...known.keys, ...Object.keys(data)])] })
    }
  }
  return said
}
