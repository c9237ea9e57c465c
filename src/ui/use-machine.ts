import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  createActor,
  initialTransition,
  type AnyActorRef,
  type AnyStateMachine,
  type EventFromLogic,
  type SnapshotFrom,
} from 'xstate'

/**
 * Runs a widget's machine while its component is mounted. Does the same as `useMachine` of @xstate/react, which is too large
 * for the first load.
 *
 * @param onDone - called when the machine reaches its final state
 */
export function useMachine<M extends AnyStateMachine>(
  machine: M,
  onDone?: () => void,
): [SnapshotFrom<M>, (event: EventFromLogic<M>) => void] {
  const [snapshot, setSnapshot] = useState(() => initialTransition(machine as AnyStateMachine, undefined)[0])
  const actor = useRef<AnyActorRef>(null)
  const complete = useEffectEvent(() => onDone?.())
  // before the effects of children, which may send
  useLayoutEffect(() => {
    const running = createActor(machine as AnyStateMachine).start()
    running.subscribe({ next: setSnapshot, complete })
    actor.current = running
    return () => void running.stop()
  }, [machine])
  const send = useCallback((event: EventFromLogic<M>) => actor.current?.send(event), [])
  return [snapshot as SnapshotFrom<M>, send]
}
