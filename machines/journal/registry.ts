import type { AnyActorLogic, AnyStateMachine } from 'xstate'

interface Startable {
  start: unknown
  transition: (state: object, event: { type: string }, scope: unknown) => object
}
type Registry = Record<string, AnyActorLogic>

/** Whether a logic is a statechart. */
export const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && '__xstatenode' in logic

/** Whether a logic touches the world: it has something to start, and is no chart. */
export const isEffect = (logic: unknown): logic is AnyActorLogic & Startable =>
  typeof logic === 'object' && logic !== null && !isMachine(logic) && typeof (logic as Startable).start === 'function'

/** Names that a machine starts actors under, with their logic. */
export const registryOf = (machine: AnyStateMachine) => machine.implementations.actors as unknown as Registry

/** The same logic in another version, and how that version is made of any logic. */
interface Twin {
  logic: AnyActorLogic
  make(logic: AnyActorLogic): AnyActorLogic
}

/** Versions of logics that were made elsewhere, so that what is registered later reaches them, too. */
export const twins = new WeakMap<object, Twin>()

/** A chart's module has come: the machine that names it learns its logic, and so does the machine's twin. */
export function register(machine: AnyStateMachine, name: string, logic: AnyActorLogic): void {
  registryOf(machine)[name] = logic
  const twin = twins.get(machine)
  if (twin && isMachine(twin.logic)) registryOf(twin.logic)[name] = twin.make(logic)
}

/** The logic that a machine starts under a name. */
export const registered = (machine: AnyStateMachine, name: string): AnyActorLogic | undefined =>
  registryOf(machine)[name]
