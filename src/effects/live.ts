import { fromPromise, type PromiseActorLogic } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { unanswered } from './unanswered.ts'
import { afterMissingFile } from '../release/missing-files.ts'
import { lookupMachine, type Lookup } from '#machines/parts/lookup'

/**
 * An effect that calls the network or the browser. Its result must be JSON, for the journal; errors arrive as a `Refusal`.
 *
 * @param act - has no side effects until it is called; the signal aborts when the machine leaves the invoking state
 */
export const liveEffect = <Out, In>(
  act: (input: In, signal: AbortSignal) => Promise<Out>,
): PromiseActorLogic<Out, In> =>
  fromPromise<Out, In>(async ({ input, signal }) => {
    try {
      return await act(input, signal)
    } catch (error) {
      await afterMissingFile(error)
      // a failed `import()` is a TypeError whose message is for developers
      throw error instanceof TypeError ? unanswered() : refusalIn(error)
    }
  })

/** A lookup that calls the network: the machine with time-out and retries, around one request. */
export const liveLookup = <Out, In>(ask: (question: In, signal: AbortSignal) => Promise<Out>): Lookup<Out, In> =>
  lookupMachine.provide({ actors: { ask: liveEffect(ask) as never } }) as unknown as Lookup<Out, In>
