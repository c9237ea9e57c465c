import { createActor, fromPromise, type AnyActorLogic, type AnyStateMachine } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { createClock } from '#machines/journal/clock'
import type { Entry } from '#machines/journal/entry'
import { isEffect, isMachine, register } from '#machines/journal/registry'
import { createRecorder } from '#machines/journal/recorder'

/** An effect that has begun and waits for the test to end it. */
export interface Pending {
  /** The names it is known by from the chart down: `readProducts/ask`, `addLine`. */
  name: string
  input: unknown
  resolve(answer: unknown): void
  reject(refusal: Refusal): void
  signal: AbortSignal
}

/** Who is told of the effects that begin in a system. */
const listeners = new WeakMap<object, (pending: Pending) => void>()

/** The same chart with every effect in the test's hands. */
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

/** A chart is made ready for tests once: its effects find the system that they began in. */
function deferredOnce(machine: AnyStateMachine, later: readonly AnyStateMachine[]): AnyStateMachine {
  const known = deferred.get(machine)
  if (known) return known
  const logic = withDeferredEffects(machine) as AnyStateMachine
  for (const one of later) register(logic, one.id, withDeferredEffects(one))
  deferred.set(machine, logic)
  return logic
}

/** Timers that fire when the test says so, on a clock that begins at a moment. */
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
    /** Lets time pass until the next timer, and fires it; false when none is armed. */
    fireNext() {
      const next = [...timers].toSorted(([, a], [, b]) => a.at - b.at)[0]
      if (!next) return false
      const [id, { fire, at }] = next
      timers.delete(id)
      state.now = Math.max(state.now, at)
      fire()
      return true
    },
    /** Time passes, and nothing fires. */
    elapse: (milliseconds: number) => void (state.now += milliseconds),
    armed: () => timers.size,
    /** When what is armed fires, the soonest first. */
    deadlines: () => [...timers.values()].map(({ at }) => at).toSorted((a, b) => a - b),
  }
}

/** Lets everything that waits in promises happen. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** JSON that is equal where the data is, whatever the order of keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/**
 * A system that runs with deferred effects and a test's clock, and is journaled.
 *
 * @param later - charts whose code comes later; what is restored may hold them already
 * @param now - when it begins, by the test's clock
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
    // one that has ended is stopped once more with its state
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
    /** Ends a pending effect. */
    async settle(one: Pending, ended: { answer: unknown } | { refusal: Refusal }) {
      takeAway(one)
      if ('answer' in ended) one.resolve(ended.answer)
      else one.reject(ended.refusal)
      await settled()
    },
    persisted: () => canonical(JSON.parse(JSON.stringify(root.getPersistedSnapshot()))),
  }
}
