/** Milliseconds after a failure in which a second one is not repaired by itself. Repeated in `src/release/renew-page.ts`. */
export const repairPause = 60_000

/**
 * Whether a part of the page that has failed is rendered again, or its error shown. A part that fails twice within a minute would
 * fail again and again.
 *
 * @param last - when it failed before, in milliseconds since the epoch; null if it has not
 */
export const isRenderedAgain = (last: number | null, now: number): boolean =>
  // the device's clock may have been set back
  last === null || Math.abs(now - last) >= repairPause
