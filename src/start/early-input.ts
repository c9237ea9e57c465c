/** Clicks and typing before hydration, recorded by the inline script. */
export interface Early {
  /** Called right before hydration: records fields that the browser filled in without an event, and removes `data-early`. */
  collect(): void
  /** Replays the recorded input in its order and stops recording. Resolves when all of it was replayed. */
  replay(): Promise<void>
}
