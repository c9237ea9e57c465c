import type { PGlite } from '@electric-sql/pglite'

/** The parts of PGlite's module used here; they are not in its published types. */
interface Engine {
  _PostgresMainLoopOnce: () => void
  _PostgresSendReadyForQueryIfNecessary: () => void
  _pgl_pq_flush: () => void
  stackRestore: (pointer: number) => void
}

/** The embedded database has ended. It recovers when it is opened again. The message is for the operator. */
export class EngineAborted extends Error {}

/**
 * Ends PGlite after its engine has aborted, as PostgreSQL does when its log can't be written because the disk is full. PGlite itself
 * calls the aborted engine again and again, in a loop that never ends and lets nothing else in the process run, not even SIGTERM.
 *
 * @param onAborted - called once; from then on every query fails
 */
export function endAfterAbort(client: PGlite, onAborted: (error: EngineAborted) => void): void {
  const engine = client.Module as unknown as Engine
  const longJump = (client as unknown as { POSTGRES_MAIN_LONGJMP: number }).POSTGRES_MAIN_LONGJMP
  const { _PostgresMainLoopOnce: runOnce, stackRestore } = engine
  let aborted: EngineAborted | null = null
  engine._PostgresMainLoopOnce = () => {
    if (aborted !== null) throw aborted
    try {
      runOnce()
    } catch (error) {
      // a query that has failed ends with a jump, and the next one runs
      if ((error as { status?: unknown }).status === longJump) throw error
      const { message = 'exit', status = '' } = error as { message?: string; status?: unknown }
      const reason = `${message} ${String(status)}`.replace('Build with -sASSERTIONS for more info.', '').trim()
      aborted = new EngineAborted(
        `The database has ended: ${reason}. Its disk may be full. Everything it has confirmed is kept, and is there after a restart.`,
      )
      onAborted(aborted)
      throw aborted
    }
  }
  // PGlite's loop catches what the engine throws; this is called in its handler
  engine.stackRestore = pointer => {
    if (aborted !== null) throw aborted
    stackRestore(pointer)
  }
  for (const name of ['_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'] as const) {
    const call = engine[name]
    engine[name] = () => {
      if (aborted === null) call()
    }
  }
}
