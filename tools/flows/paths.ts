import { enteredStates } from '../walks/entered-states.ts'
import { walked } from '../../tests/model/walked.ts'
import { sentenceFor } from './sentences.ts'

/** A step of a model test's walk. */
export interface Step {
  what: string
  /** The states that the step entered. */
  entered: string[]
  taken: string[]
}
export interface Walk {
  model: string
  steps: Step[]
}

/** Walks that take every transition of a machine; empty without a model. */
export const walksOf = (machine: string): Walk[] =>
  walked
    .filter(one => one.machine === machine)
    .flatMap(({ name, graph, byTransition }) =>
      byTransition.paths.map(({ steps }) => ({
        model: name,
        steps: steps.map(({ from, to, event, taken }) => ({
          what: sentenceFor(event),
          entered: enteredStates(graph.states.get(from)!, graph.states.get(to)!),
          taken,
        })),
      })),
    )

/** An event that the models of a machine send. */
export interface EventExample {
  /** The names of its fields. */
  keys: string[]
  /** An example as a sentence. */
  example: string
}

/** The events that the models of a machine send, by type. */
export function eventExamples(machine: string): Map<string, EventExample> {
  const examples = new Map<string, EventExample>()
  for (const { graph } of walked.filter(one => one.machine === machine)) {
    for (const { event } of graph.edges) {
      const { type, ...data } = event
      const known = examples.get(type) ?? { keys: [], example: sentenceFor(event) }
      examples.set(type, { ...known, keys: [...new Set([...known.keys, ...Object.keys(data)])] })
    }
  }
  return examples
}
