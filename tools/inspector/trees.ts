import type { ActorPath } from '#machines/journal/entry'
import type { History, Moment } from './history.ts'

/** An actor in the tree, with its state at an entry. */
export interface Branch {
  path: ActorPath
  name: string
  depth: number
  /** Id of its machine; null for an effect. */
  machine: string | null
  stateText: string
  tone: 'plain' | 'busy' | 'done' | 'failed' | 'ended'
}

const toneOf = (status: string, machine: string | null): Branch['tone'] => {
  if (status === 'error') return 'failed'
  if (status === 'done') return 'done'
  return machine === null ? 'busy' : 'plain'
}

const depthOf = (path: ActorPath) => path.split('/').length - 1
const nameOf = (path: ActorPath) => path.slice(path.lastIndexOf('/') + 1)

/** Actors that stopped before a moment; the last lifetime of each. */
function endedAt(history: History, { at, actors }: Moment): Branch[] {
  const ended = new Map<ActorPath, Branch>()
  for (const { path, machine, from, to } of history.lifetimes) {
    if (from > at || to === null || to > at || actors.has(path)) continue
    ended.set(path, {
      path,
      name: nameOf(path),
      depth: depthOf(path),
      machine,
      stateText: 'ended',
      tone: 'ended',
    })
  }
  return [...ended.values()]
}

/** The tree in display order: parents before children, stopped actors last. */
export function branchesAt(history: History, moment: Moment, ended: 'shown' | 'hidden'): Branch[] {
  const running = [...moment.actors.values()].map(({ path, machine, status, stateText }): Branch => ({
    path,
    name: nameOf(path),
    depth: depthOf(path),
    machine,
    stateText,
    tone: toneOf(status, machine),
  }))
  if (ended === 'hidden') return running
  const byParent = new Map<ActorPath, Branch[]>()
  for (const branch of [...running, ...endedAt(history, moment)]) {
    const parent = branch.path.slice(0, Math.max(0, branch.path.lastIndexOf('/')))
    byParent.set(parent, [...(byParent.get(parent) ?? []), branch])
  }
  const below = (parent: ActorPath): Branch[] =>
    (byParent.get(parent) ?? []).flatMap(branch => [branch, ...below(branch.path)])
  return below('')
}

/** The actor some lines below or above in the tree, clamped to its ends. */
export function neighbour(
  moment: Moment,
  history: History,
  ended: 'shown' | 'hidden',
  actor: ActorPath,
  by: number,
): ActorPath {
  const branches = branchesAt(history, moment, ended)
  const at = branches.findIndex(({ path }) => path === actor)
  return branches[Math.min(Math.max(at + by, 0), branches.length - 1)]?.path ?? 'shop'
}
