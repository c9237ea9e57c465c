import type { AnyActorLogic, AnyStateMachine } from 'xstate'

interface Startable {
  start: unknown
  transition: (state: object, event: { type: string }, scope: unknown) => object
}
type Registry = Record<string, AnyActorLogic>

/** Whether actor logic is a state machine. */
export const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && '__xstatenode' in logic

/** Whether actor logic is an effect: it can be started and is not a machine. */
export const isEffect = (logic: unknown): logic is AnyActorLogic & Startable =>
  typeof logic === 'object' && logic !== null && !isMachine(logic) && typeof (logic as Startable).start === 'function'

/** The actor logic that a machine can start, by name. */
export const registryOf = (machine: AnyStateMachine) => machine.implementations.actors as unknown as Registry

/** A variant of actor logic, and the function that makes this kind of variant. */
interface Variant {
  logic: AnyActorLogic
  make(logic: AnyActorLogic): AnyActorLogic
}

/** The variant made of each actor logic, so that a machine registered later is also registered with the variant. */
export const variants = new WeakMap<object, Variant>()

/** Adds the logic of a lazily loaded actor to the machine that starts it by name, and to the machine's variant. */
export function register(machine: AnyStateMachine, name: string, logic: AnyActorLogic): void {
  registryOf(machine)[name] = logic
  const variant = variants.get(machine)
  if (variant && isMachine(variant.logic)) registryOf(variant.logic)[name] = variant.make(logic)
}

/** The actor logic that a machine has under a name. */
export const registered = (machine: AnyStateMachine, name: string): AnyActorLogic | undefined =>
  registryOf(machine)[name]
