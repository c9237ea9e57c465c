import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { isMachine } from '#machines/journal/registry'
import type { ActorPath } from '#machines/journal/entry'

/** The visible data of an actor at a moment. */
export interface ActorView {
  path: ActorPath
  /** Id of its machine; null for an effect. */
  machine: string | null
  status: 'active' | 'done' | 'error' | 'stopped'
  /** Ids of its active states, in the machine's order; empty for an effect. */
  nodes: string[]
  /** Its state as text: `idle · applied`, `running`. */
  stateText: string
  /** The context of a machine; the input and outcome of an effect. */
  context: unknown
}

interface Running extends AnyActorRef {
  logic: unknown
}

const words: Record<ActorView['status'], string> = {
  active: 'running',
  done: 'done',
  error: 'failed',
  stopped: 'stopped',
}

/** The innermost states of a state value: `{ lines: 'idle', coupon: { open: 'typing' } }` is `idle · open.typing`. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return value
  const parts = Object.entries((value ?? {}) as Record<string, unknown>)
  const inner = parts.map(([name, one]) => {
    if (typeof one === 'string') return parts.length > 1 ? one : `${name}.${one}`
    const rest = valueWords(one)
    return rest === '' ? name : parts.length > 1 ? rest : `${name}.${rest}`
  })
  return inner.join(' · ')
}

/**
 * The states of an actor, one per line: the regions of a parallel state with their names, otherwise one state without a
 * name. Empty for an effect or a machine without states.
 */
export function placesIn(view: ActorView | undefined): [region: string, state: string][] {
  if (!view || view.nodes.length < 2) return []
  const [root = '', ...inner] = view.nodes
  const leaves = inner.filter(id => !inner.some(other => other.startsWith(`${id}.`)))
  const paths = leaves.map(id => id.slice(root.length + 1).split('.'))
  return paths.length === 1
    ? [['', paths[0]!.join('.')]]
    : paths.map(([region = '', ...rest]) => [region, rest.join('.')])
}

function viewOf(actor: Running, path: ActorPath): ActorView {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot & Record<string, unknown>
  const { status } = snapshot as { status: ActorView['status'] }
  if (isMachine(actor.logic)) {
    const nodes = snapshot._nodes.toSorted((a, b) => a.order - b.order).map(node => node.id)
    // a machine without states has an empty value
    const stateText = status === 'active' ? valueWords(snapshot.value) || words.active : words[status]
    return { path, machine: actor.logic.id, status, nodes, stateText, context: snapshot.context as unknown }
  }
  const { input, output, error } = snapshot as { input?: unknown; output?: unknown; error?: unknown }
  return { path, machine: null, status, nodes: [], stateText: words[status], context: { input, output, error } }
}

/** Every actor of a system, parents before their children. */
export function viewsOf(root: AnyActorRef): Map<ActorPath, ActorView> {
  const views = new Map<ActorPath, ActorView>()
  const walk = (actor: Running, path: ActorPath) => {
    views.set(path, viewOf(actor, path))
    const { children = {} } = actor.getSnapshot() as { children?: Record<string, Running | undefined> }
    for (const child of Object.values(children)) if (child) walk(child, `${path}/${child.id}`)
  }
  walk(root as Running, root.id)
  return views
}
