import { models, pairedMachines } from './all.ts'
import { cover, everyPair, everyTransition, explore } from '#tools/walks/graph'

/** Every model with its graph and the walks that take every transition. */
export const walked = models.map(({ machine, name, model }) => {
  const graph = explore(model)
  return { machine, name, model, graph, byTransition: cover(graph, everyTransition, 40) }
})
export type Walked = (typeof walked)[number]

/** The walks that take every pair of transitions; null if the machine is not one of `pairedMachines`. */
export const pairsOf = ({ machine, graph }: Walked) =>
  pairedMachines.includes(machine) ? cover(graph, everyPair, 60) : null
