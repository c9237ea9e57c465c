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

/** The shape of an initial context: its property names and the kinds of their values. */
function kindsIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return 'list'
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, kindsIn(one)])
}

/** A hash of a machine's shape: its states, transitions, invocations and context. Child machines have their own. */
export function fingerprintOf(machine: AnyStateMachine): string {
  const { context = {} } = machine.config as { context?: unknown }
  const initial: unknown = typeof context === 'function' ? context({ input: {} }) : context
  return hashOf(JSON.stringify([shapeOf(machine.root as unknown as Node), kindsIn(initial)]))
}
