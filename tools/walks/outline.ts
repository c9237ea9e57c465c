import type { Graph } from './graph.ts'

/**
 * A summary of a graph: its number of states, and how many steps take each transition. A graph is always explored from the
 * current machine; comparing it with the stored outline shows how the machine has changed.
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
