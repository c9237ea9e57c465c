import type { AnyActorRef, AnyEventObject } from 'xstate'
import { actorAt, addressOf, type Timer } from './entry.ts'

/** A delayed event as XState keeps it. */
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

/** What is armed in a system, by XState's own key, in the order it was armed. */
export const scheduledIn = (root: AnyActorRef): Record<string, Scheduled> =>
  systemOf(root).getSnapshot()._scheduledEvents

/**
 * The timers that are armed; XState's persisted snapshots leave them out.
 *
 * @param dueAt - when one fires, in milliseconds since the epoch; by default what the host's clock says
 */
export const timersIn = (
  root: AnyActorRef,
  dueAt = (_key: string, { startedAt, delay }: Scheduled) => startedAt + delay,
): Timer[] =>
  Object.entries(scheduledIn(root)).map(([key, scheduled]) => ({
    from: addressOf(scheduled.source),
    to: addressOf(scheduled.target),
    event: scheduled.event,
    id: scheduled.id,
    delay: scheduled.delay,
    dueAt: dueAt(key, scheduled),
  }))

/** Milliseconds that a timer has left: never more than it began with, though the clock may have been set back since. */
export const timeLeft = ({ dueAt, delay }: Timer, now: number): number => Math.min(delay, Math.max(0, dueAt - now))

/**
 * Arms timers again in a system that was restored; those of actors that are gone are left out.
 *
 * @param delayOf - milliseconds from now
 */
export function rearm(root: AnyActorRef, timers: readonly Timer[], delayOf: (timer: Timer) => number): void {
  for (const timer of timers) {
    const from = actorAt(root, timer.from)
    const to = actorAt(root, timer.to)
    if (from && to) systemOf(root).scheduler.schedule(from, to, timer.event, delayOf(timer), timer.id)
  }
}
