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

interface Probe {
  noted: () => Noted
  keys: () => { strokes: number[]; interactions: number[] }
  reach: (selector: string) => Promise<Place>
  scriptsBy: (time: number) => number
  session: () => string | null
}

/** A position in the viewport. */
export interface Place {
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
