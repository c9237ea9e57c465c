import { createActor, fromPromise, type AnyActorLogic, type AnyStateMachine } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { createClock } from '#machines/journal/clock'
import type { Entry } from '#machines/journal/entry'
import { isEffect, isMachine, register } from '#machines/journal/registry'
import { createRecorder } from '#machines/journal/recorder'

/** A pending effect, which the test settles. */
export interface Pending {
  /** Its name, with its lookup's if it has one: `readProducts/ask`, `addLine`. */
  name: string
  input: unknown
  resolve(answer: unknown): void
  reject(refusal: Refusal): void
  signal: AbortSignal
}

/** Called with each effect that starts in a system. */
const listeners = new WeakMap<object, (pending: Pending) => void>()

/** The same machine with effects that the test settles. */
function withDeferredEffects(logic: AnyActorLogic, name = ''): AnyActorLogic {
  if (isMachine(logic)) {
    const actors = Object.entries(logic.implementations.actors as unknown as Record<string, AnyActorLogic>)
    return logic.provide({
      actors: Object.fromEntries(
        actors.map(([src, actor]) => [src, withDeferredEffects(actor, name ? `${name}/${src}` : src)]),
      ),
    } as never)
  }
  if (!isEffect(logic)) return logic
  return fromPromise(
    ({ input, signal, system }) =>
      new Promise((resolve, reject) => {
        listeners.get(system)?.({ name, input, resolve, reject, signal })
      }),
  ) as unknown as AnyActorLogic
}

const deferred = new WeakMap<AnyStateMachine, AnyStateMachine>()

/** Machines are prepared once: an effect finds the system that it started in. */
function deferredOnce(machine: AnyStateMachine, later: readonly AnyStateMachine[]): AnyStateMachine {
  const known = deferred.get(machine)
  if (known) return known
  const logic = withDeferredEffects(machine) as AnyStateMachine
  for (const one of later) register(logic, one.id, withDeferredEffects(one))
  deferred.set(machine, logic)
  return logic
}

/** A fake clock whose timers the test fires. */
export function createTestHost(from = 1_000_000) {
  const timers = new Map<number, { fire: () => void; at: number }>()
  const state = { now: from, count: 0 }
  return {
    now: () => state.now,
    setTimeout(fire: () => void, delay: number) {
      state.count += 1
      timers.set(state.count, { fire, at: state.now + delay })
      return state.count
    },
    clearTimeout: (id: never) => void timers.delete(id),
    /** Advances to the next timer and fires it. Returns false if there is none. */
    fireNext() {
      const next = [...timers].toSorted(([, a], [, b]) => a.at - b.at)[0]
      if (!next) return false
      const [id, { fire, at }] = next
      timers.delete(id)
      state.now = Math.max(state.now, at)
      fire()
      return true
    },
    /** Advances the clock without firing timers. */
    elapse: (milliseconds: number) => void (state.now += milliseconds),
    armed: () => timers.size,
    /** The times of the armed timers, ascending. */
    deadlines: () => [...timers.values()].map(({ at }) => at).toSorted((a, b) => a - b),
  }
}

/** Waits until all settled promises have been handled. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** JSON that is equal for equal data, with any order of keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/**
 * A journaled system with a fake clock and effects that the test settles.
 *
 * @param later - lazy machines; a restored snapshot may include them
 * @param now - the start time of the fake clock
 */
export function runJournaled(
  machine: AnyStateMachine,
  snapshot?: unknown,
  from = 0,
  later: readonly AnyStateMachine[] = [],
  now?: number,
) {
  const pending: Pending[] = []
  const entries: Entry[] = []
  const host = createTestHost(now)
  const clock = createClock(host)
  const recorder = createRecorder(clock, entry => entries.push(JSON.parse(JSON.stringify(entry)) as Entry), from)
  const logic = deferredOnce(machine, later)
  const root = createActor(logic, {
    id: machine.id,
    clock: clock as never,
    inspect: recorder.inspect,
    ...(snapshot ? { snapshot: structuredClone(snapshot) as never } : {}),
  })
  const takeAway = (one: Pending) => {
    const at = pending.indexOf(one)
    // an effect that has settled is stopped again with its state
    if (at >= 0) pending.splice(at, 1)
  }
  listeners.set(root.system, one => {
    pending.push(one)
    one.signal.addEventListener('abort', () => takeAway(one))
  })
  const failures: unknown[] = []
  root.subscribe({ error: error => failures.push(error) })
  return {
    root,
    logic,
    pending,
    entries,
    host,
    clock,
    recorder,
    failures,
    /** Settles a pending effect. */
    async settle(one: Pending, ended: { answer: unknown } | { refusal: Refusal }) {
      takeAway(one)
      if ('answer' in ended) one.resolve(ended.answer)
      else one.reject(ended.refusal)
      await settled()
    },
    persisted: () => canonical(root.getPersistedSnapshot()),
  }
}
