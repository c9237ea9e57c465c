import { fileURLToPath } from 'node:url'

/** Milliseconds from the start of the navigation, where nothing else is said; 0 for what did not happen. */
export interface Noted {
  fcp: number
  lcp: number
  cls: number
  /** Start and length of every long task. */
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

/** A position in the window. */
export interface Place {
  x: number
  y: number
}

declare global {
  interface Window {
    /** What `probe.js` leaves in a measured page. */
    bench: Probe
  }
}

/** Where the script is that measured pages run first. */
export const probePath = fileURLToPath(new URL('probe.js', import.meta.url))

/** What did not happen counts as Infinity, so that no median counts it as fast. */
export const orNever = (time: number): number => (time > 0 ? time : Infinity)

/**
 * Total blocking time: what long tasks take beyond 50 ms, from the first contentful paint on.
 *
 * @param tasks - start and length, in milliseconds
 */
export function blockingTime(tasks: Noted['tasks'], fcp: number): number {
  const beyond = tasks.map(([start, length]) => start + length - Math.max(start, fcp) - 50)
  return beyond.filter(time => time > 0).reduce((sum, time) => sum + time, 0)
}
