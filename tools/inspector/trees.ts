import type { ActorPath } from '#machines/journal/entry'
import type { History, Moment } from './history.ts'

/** An actor in the tree, with its state at an entry. */
export interface Branch {
  address: ActorPath
  name: string
  depth: number
  /** Id of its machine; null for an effect. */
  machine: string | null
  says: string
  tone: 'plain' | 'busy' | 'done' | 'failed' | 'ended'
}

const toneOf = (status: string, machine: string | null): Branch['tone'] => {
  if (status === 'error') return 'failed'
  if (status === 'done') return 'done'
  return machine === null ? 'busy' : 'plain'
}

const depthOf = (address: ActorPath) => address.split('/').length - 1
const nameOf = (address: ActorPath) => address.slice(address.lastIndexOf('/') + 1)

/** Actors that stopped before a moment; the last lifetime of each. */
function endedAt(history: History, { at, actors }: Moment): Branch[] {
  const ended = new Map<ActorPath, Branch>()
  for (const { address, machine, from, to } of history.lives) {
    if (from > at || to === null || to > at || actors.has(address)) continue
    ended.set(address, {
      address,
      name: nameOf(address),
      depth: depthOf(address),
      machine,
      says: 'ended',
      tone: 'ended',
    })
  }
  return [...ended.values()]
}

/** The tree in display order: parents before children, stopped actors last. */
export function branchesAt(history: History, moment: Moment, ended: 'shown' | 'hidden'): Branch[] {
  const living = [...moment.actors.values()].map(({ address, machine, status, says }): Branch => ({
    address,
    name: nameOf(address),
    depth: depthOf(address),
    machine,
    says,
    tone: toneOf(status, machine),
  }))
  if (ended === 'hidden') return living
  const byParent = new Map<ActorPath, Branch[]>()
  for (const branch of [...living, ...endedAt(history, moment)]) {
    const parent = branch.address.slice(0, Math.max(0, branch.address.lastIndexOf('/')))
    byParent.set(parent, [...(byParent.get(parent) ?? []), branch])
  }
  const below = (parent: ActorPath): Branch[] =>
    (byParent.get(parent) ?? []).flatMap(branch => [branch, ...below(branch.address)])
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
  const at = branches.findIndex(({ address }) => address === actor)
  return branches[Math.min(Math.max(at + by, 0), branches.length - 1)]?.address ?? 'shop'
}
