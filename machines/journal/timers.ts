import type { AnyActorRef, AnyEventObject } from 'xstate'
import { actorPathOf, type Timer } from './entry.ts'
import { actorAt } from './actor-at.ts'

/** A delayed event in XState's internal form. */
export interface Scheduled {
  source: AnyActorRef
  target: AnyActorRef
  event: AnyEventObject
  id: string
  delay: number
  startedAt: number
}

interface System {
  getSnapshot(): { _scheduledEvents: Record<string, Scheduled> }
  scheduler: { schedule(from: AnyActorRef, to: AnyActorRef, event: AnyEventObject, delay: number, id: string): void }
}
const systemOf = (root: AnyActorRef): System => root.system as unknown as System

/** The scheduled events of a system, by XState's own key, in the order of scheduling. */
export const scheduledIn = (root: AnyActorRef): Record<string, Scheduled> =>
  systemOf(root).getSnapshot()._scheduledEvents

/**
 * The scheduled timers of a system. XState's persisted snapshots do not contain them.
 *
 * @param dueAt - milliseconds since the epoch; by default computed from XState's start time
 */
export const timersIn = (
  root: AnyActorRef,
  dueAt = (_key: string, { startedAt, delay }: Scheduled) => startedAt + delay,
): Timer[] =>
  Object.entries(scheduledIn(root)).map(([key, scheduled]) => ({
    from: actorPathOf(scheduled.source),
    to: actorPathOf(scheduled.target),
    event: scheduled.event,
    id: scheduled.id,
    delay: scheduled.delay,
    dueAt: dueAt(key, scheduled),
  }))

/** Milliseconds until a timer fires, 0…delay, even if the system clock has been set back. */
export const timeLeft = ({ dueAt, delay }: Timer, now: number): number => Math.min(delay, Math.max(0, dueAt - now))

/**
 * Schedules timers again in a restored system. Timers of actors that no longer exist are left out.
 *
 * @param delayOf - milliseconds from now
 */
export function restoreTimers(root: AnyActorRef, timers: readonly Timer[], delayOf: (timer: Timer) => number): void {
  for (const timer of timers) {
    const from = actorAt(root, timer.from)
    const to = actorAt(root, timer.to)
    if (from && to) systemOf(root).scheduler.schedule(from, to, timer.event, delayOf(timer), timer.id)
  }
}
