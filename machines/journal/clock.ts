/** The timer functions of the environment: `window`'s, or a test's. */
export interface TimerHost {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(fire: () => void, delay: number): unknown
  clearTimeout(id: never): void
}

/** The clock that the machines run on. It also tells the recorder which events a timer caused. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(fire: () => void, delay: number): unknown
  clearTimeout(id: unknown): void
  /** Whether the event being delivered is the first one of a firing timer. Reading resets the flag. */
  takeFiring(): boolean
}

/** The longest delay that `setTimeout` supports, in milliseconds; a longer one fires at once. */
const longestDelay = 2 ** 31 - 1

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
