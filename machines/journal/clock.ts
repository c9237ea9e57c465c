/** What the clock needs of the place it runs in. */
export interface TimerHost {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(fire: () => void, delay: number): unknown
  clearTimeout(id: never): void
}

/** The one source of time for charts; it knows whether an event comes from a timer. */
export interface Clock {
  now(): number
  setTimeout(fire: () => void, delay: number): unknown
  clearTimeout(id: unknown): void
  /** Whether the event that is being relayed is the first of a timer; asking takes the mark away. */
  takeFiring(): boolean
}

/** The longest delay that hosts keep: beyond 2^31 - 1 ms they fire at once. */
const longestDelay = 2 ** 31 - 1

/** A clock on a host's timers. */
export function createClock(host: TimerHost): Clock {
  const state = { firing: false }
  return {
    now: () => host.now(),
    setTimeout: (fire, delay) =>
      host.setTimeout(
        () => {
          state.firing = true
          try {
            fire()
          } finally {
            state.firing = false
          }
        },
        Math.min(delay, longestDelay),
      ),
    clearTimeout: id => host.clearTimeout(id as never),
    takeFiring() {
      const { firing } = state
      state.firing = false
      return firing
    },
  }
}
