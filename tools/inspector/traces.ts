import type { AnyActorRef, AnyEventObject, AnyStateMachine, InspectionEvent } from 'xstate'
import { actorPathOf, type ActorPath } from '#machines/journal/entry'
import { isMachine } from '#machines/journal/registry'
import { transitionsOf } from '#machines/parts/transitions'

/** A transition that was taken. */
export interface Took {
  by: ActorPath
  machine: string
  /** As `transitionsOf` names it. */
  id: string
}

/** An event that one actor sent to another because of an entry. */
export interface Passed {
  from: ActorPath
  to: ActorPath
  type: string
}

/** The effects of one entry of a journal. */
export interface Trace {
  took: Took[]
  passed: Passed[]
}

const known = new WeakMap<AnyStateMachine, Map<object, string>>()

/** The ids of a machine's transitions. Memoized. */
export function namesOf(machine: AnyStateMachine): Map<object, string> {
  const names = known.get(machine) ?? transitionsOf(machine)
  known.set(machine, names)
  return names
}

const logicOf = (actor: unknown): unknown => (actor as { logic?: unknown }).logic

/** Observes a replayed system. `taken` returns what happened since its last call. */
export function traceOf(root: AnyActorRef): { taken(): Trace } {
  let trace: Trace = { took: [], passed: [] }
  const onMicrostep = (actor: AnyActorRef, transitions: readonly object[]) => {
    const logic = logicOf(actor)
    if (!isMachine(logic)) return
    for (const one of transitions) {
      const id = namesOf(logic).get(one)
      if (id !== undefined) trace.took.push({ by: actorPathOf(actor), machine: logic.id, id })
    }
  }
  const onEvent = (from: AnyActorRef | undefined, to: AnyActorRef, { type }: AnyEventObject) => {
    // the result of an effect is the entry itself
    if (from && from !== to) trace.passed.push({ from: actorPathOf(from), to: actorPathOf(to), type })
  }
  root.system.inspect((inspection: InspectionEvent) => {
    const actor = inspection.actorRef as AnyActorRef
    if (inspection.type === '@xstate.microstep') onMicrostep(actor, inspection._transitions)
    if (inspection.type === '@xstate.event') {
      onEvent(inspection.sourceRef as AnyActorRef | undefined, actor, inspection.event)
    }
  })
  return {
    taken() {
      const whole = trace
      trace = { took: [], passed: [] }
      return whole
    },
  }
}
