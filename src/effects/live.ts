import { fromPromise, type PromiseActorLogic } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { lookupMachine, type Lookup } from '#machines/parts/lookup'

/**
 * A real effect. What it answers crosses into charts and journals as JSON; what it throws arrives as a `Refusal`.
 *
 * @param act - must not touch the world before it is called; the signal aborts when the chart goes on without it
 */
export const live = <Out, In>(act: (input: In, signal: AbortSignal) => Promise<Out>): PromiseActorLogic<Out, In> =>
  fromPromise<Out, In>(async ({ input, signal }) => {
    try {
      return await act(input, signal)
    } catch (error) {
      // code that can't be had says so in words for those who write it
      throw refusalIn(error instanceof TypeError ? null : error)
    }
  })

/** A real lookup: the chart that times and retries, with what it asks. */
export const asking = <Out, In>(ask: (question: In, signal: AbortSignal) => Promise<Out>): Lookup<Out, In> =>
  lookupMachine.provide({ actors: { ask: live(ask) as never } }) as unknown as Lookup<Out, In>
