import type { AnyStateMachine } from 'xstate'

interface Node {
  key: string
  type: string
  transitions: Map<string, { eventType: string; target?: { id: string }[] }[]>
  invoke: { id: string; src: unknown }[]
  states: Record<string, Node>
}

/** FNV-1a over UTF-16 code units, 32 bits, as 8 hexadecimal digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, '0')
}

const shapeOf = (node: Node): unknown => [
  node.key,
  node.type,
  [...node.transitions.values()].flat().map(({ eventType, target }) => [eventType, target?.map(one => one.id) ?? null]),
  node.invoke.map(({ id, src }) => [id, src]),
  Object.values(node.states).map(shapeOf),
]

/** The shape of a chart alone: its states, transitions and invocations; charts it starts have their own. */
export const fingerprintOf = (machine: AnyStateMachine): string =>
  hashOf(JSON.stringify(shapeOf(machine.root as unknown as Node)))
