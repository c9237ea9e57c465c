import type { Graph } from './graph.ts'

/**
 * A graph in a page: how many states it has, and how many of them take each transition. Graphs are explored again from the
 * machines, so they agree with whatever a machine does; beside a written outline, what a machine does otherwise is seen.
 */
export function outlineOf({ states, edges }: Graph): string {
  const counts = new Map<string, number>()
  for (const { taken } of edges) {
    const name = taken.join('\n        ') || 'nothing'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const rows = [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${String(count).padStart(6)}  ${name}`)
  return [`${states.size} states, ${edges.length} steps`, '', ...rows, ''].join('\n')
}
