/** Milliseconds from the end of a round to the next. */
const pause = 60_000
/** Milliseconds after which a round that has not ended is no longer waited for. Rounds are safe to run at the same time. */
const roundLimit = 300_000

/** Runs jobs, each on its own: a job that hangs or throws holds up no other. */
export interface Jobs {
  /** Runs a job at once, and a minute after each round has ended. */
  start: (name: string, runRound: () => Promise<void>) => void
  stop: () => void
}

/** @param logStuck - called for a round that does not end; the next one begins anyway */
export function runEveryMinute(logStuck: (name: string) => void): Jobs {
  const timers = new Map<string, NodeJS.Timeout>()
  let isStopped = false
  const begin = (name: string, runRound: () => Promise<void>) => {
    let isOver = false
    const end = () => {
      if (isOver || isStopped) return
      isOver = true
      clearTimeout(timers.get(name))
      timers.set(name, setTimeout(begin, pause, name, runRound).unref())
    }
    const giveUp = () => {
      logStuck(name)
      end()
    }
    timers.set(name, setTimeout(giveUp, roundLimit).unref())
    // as a chained call: a job that throws before its first await fails like any other
    void Promise.resolve().then(runRound).then(end, end)
  }
  return {
    start: begin,
    stop: () => {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
