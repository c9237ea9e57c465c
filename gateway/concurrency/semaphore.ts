interface SemaphoreOptions {
  /** How many callers hold a slot at the same time. */
  slots: number
  /** How many callers wait for a slot; one more gets null at once. Default: any number. */
  maxWaiting?: number
  /** Milliseconds that a caller waits before it gets null. Default: any time. */
  timeout?: number
}

/** Gives the slot to the caller that has waited longest. Must be called once. */
export type Release = () => void

/**
 * A counting semaphore. Callers get slots in the order in which they asked for one.
 *
 * @returns waits for a slot; resolves to null if too many wait already, or if no slot became free in time
 */
export function createSemaphore({
  slots,
  maxWaiting = Infinity,
  timeout,
}: SemaphoreOptions): () => Promise<Release | null> {
  let held = 0
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next === undefined) held -= 1
    else next()
  }
  return () => {
    if (held < slots) {
      held += 1
      return Promise.resolve(release)
    }
    if (waiting.length >= maxWaiting) return Promise.resolve(null)
    return new Promise(resolve => {
      const begin = () => {
        clearTimeout(timer)
        resolve(release)
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        resolve(null)
      }
      const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout)
      waiting.push(begin)
    })
  }
}
