import { fileURLToPath } from 'node:url'

/** Milliseconds since the start of the navigation, unless stated otherwise; 0 if it did not happen. */
export interface Noted {
  fcp: number
  lcp: number
  cls: number
  /** Start and duration of each long task. */
  tasks: [start: number, length: number][]
  /** The frame in which the first four products are laid out. */
  products: number
  /** The frame in which the page's heading is laid out. */
  heading: number
  /** From pointerdown on 'Add to Cart' to the frame with the answer. */
  answer: number
  /** From pointerdown on a product's link to the frame with its heading. */
  routed: number
  /** The number of pointerdown events on a card's button. */
  hit: number
}

/** A tap, click or key, as the browser reports it: in steps of 8 ms, and only from 16 ms on. */
export interface Interaction {
  /** Milliseconds since the start of the navigation. */
  start: number
  /** Milliseconds from the first event to the next paint. */
  duration: number
  byKey: boolean
}

interface Probe {
  noted: () => Noted
  /** Milliseconds of the page's script, by keystroke. */
  strokes: () => number[]
  interactions: () => Interaction[]
  /** When hydration was done, by the performance mark `alive`; 0 for pages without the mark. */
  hydratedAt: () => number
  reach: (selector: string) => Promise<Point>
  scriptsBy: (time: number) => number
  session: () => string | null
}

/** A position in the viewport. */
export interface Point {
  x: number
  y: number
}

declare global {
  interface Window {
    /** Set by `probe.js`. */
    bench: Probe
  }
}

/** The path of the script that runs first in measured pages. */
export const probePath = fileURLToPath(new URL('probe.js', import.meta.url))

/** Replaces 0 by Infinity, so that an event that did not happen does not count as fast. */
export const zeroToInfinity = (time: number): number => (time > 0 ? time : Infinity)

/**
 * Total blocking time: the part of each long task beyond 50 ms, after the first contentful paint.
 *
 * @param tasks - start and duration, in milliseconds
 */
export function blockingTime(tasks: Noted['tasks'], fcp: number): number {
  const beyond = tasks.map(([start, length]) => start + length - Math.max(start, fcp) - 50)
  return beyond.filter(time => time > 0).reduce((sum, time) => sum + time, 0)
}

/** The duration that is assumed for an interaction that the browser does not report, in milliseconds. */
export const unreported = 8

/**
 * Interaction to Next Paint of a visit.
 *
 * @param durations - of all interactions, in milliseconds
 * @returns the longest; of 50 interactions or more, one in 50 is ignored
 * @see https://web.dev/articles/inp
 */
export function interactionToNextPaint(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => b - a)
  return sorted[Math.floor(sorted.length / 50)] ?? 0
}
