/** Milliseconds. Process managers kill after about 10 seconds. */
const shutdownTimeout = 9_000

/** Milliseconds. A terminal and npm both pass Ctrl+C on: signals this close together are one. */
const sameSignal = 500

/** Closes on SIGTERM and SIGINT; another signal, later, exits at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing: number | null = null
  const onSignal = () => {
    if (closing !== null) {
      if (Date.now() - closing > sameSignal) process.exit(1)
      return
    }
    closing = Date.now()
    setTimeout(() => process.exit(1), shutdownTimeout).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Prints the error message and exits with code 1. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
