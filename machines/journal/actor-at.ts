import type { AnyActorRef } from 'xstate'
import type { ActorPath } from './entry.ts'

/** The actor at a path below a root; undefined if there is none. */
export function actorAt(root: AnyActorRef, path: ActorPath): AnyActorRef | undefined {
  const [, ...ids] = path.split('/')
  let actor: AnyActorRef | undefined = root
  for (const id of ids) actor = actor?.getSnapshot()?.children?.[id]
  return actor
}
