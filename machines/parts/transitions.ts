import type { AnyStateMachine } from 'xstate'

interface Transition {
  source: { id: string }
  eventType: string
  target?: { id: string }[]
}
interface Node {
  transitions: Map<string, Transition[]>
  always?: Transition[]
  states: Record<string, Node>
}

const nameOf = ({ source, eventType, target }: Transition) =>
  `${source.id} | ${eventType || 'always'} | ${target?.map(one => one.id).join('+') ?? '(stays)'}`

/** The stable name of every transition of a machine, such as `cart.lines.idle | cart.add | cart.lines.adding`. */
export function transitionsOf(machine: AnyStateMachine): Map<object, string> {
  const names = new Map<object, string>()
  const walk = (node: Node) => {
    for (const list of [...node.transitions.values(), node.always ?? []]) {
      list.forEach((one, index) => names.set(one, list.length > 1 ? `${nameOf(one)} #${index}` : nameOf(one)))
    }
    Object.values(node.states).forEach(walk)
  }
  walk(machine.root as unknown as Node)
  return names
}
