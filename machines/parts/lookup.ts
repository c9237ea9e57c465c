import { assign, setup, type ActorLogic, type AnyEventObject, type Snapshot } from 'xstate'
import { isPassing, refusalIn, type Refusal } from '#contract/refusal'
import { longestPause, waits } from '#contract/waits'
import { effect } from './effect.ts'

/** How a lookup ended: with what was asked for, or with why not. */
export type Answer<Out> = { answer: Out } | { refusal: Refusal }

/** A lookup as other charts see it: a question goes in, an answer comes out. */
export type Lookup<Out, In> = ActorLogic<Snapshot<Answer<Out>>, AnyEventObject, In>

/**
 * Asks the gateway for something that section 7 wants retried.
 *
 * - A try that takes longer than 5000 ms is given up.
 * - After a passing failure it is tried again 500 ms later, twice at the most.
 * - A refusal that another try can't mend is reported at once.
 */
export const lookupMachine = setup({
  types: {
    context: {} as { question: object | null; tries: number; answer: object | null; refusal: Refusal | null },
    input: {} as object | null,
    output: {} as Answer<unknown>,
    tags: {} as 'busy',
  },
  actors: { ask: effect<object, object | null>('ask') },
  guards: {
    /** The failure may pass, not all tries are used up, and the gateway does not ask for a longer wait than shoppers have patience for. */
    isWorthAnotherTry: ({ context }, refusal: Refusal) =>
      context.tries <= waits.lookup.retries && isPassing(refusal) && (refusal.retryAfter ?? 0) <= longestPause,
    /** Not all tries are used up. */
    hasTriesLeft: ({ context }) => context.tries <= waits.lookup.retries,
  },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    keepAnswer: assign({ answer: (_, answer: object) => answer, refusal: null }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    explainSilence: assign({ refusal: refusalIn({ code: 'lost' }) }),
  },
  delays: {
    timeout: waits.lookup.timeout,
    pause: ({ context }) => Math.max(waits.lookup.pause, context.refusal?.retryAfter ?? 0),
  },
}).createMachine({
  id: 'lookup',
  description: 'A question to the gateway, with a time-out and two more tries',
  context: ({ input }) => ({ question: input, tries: 0, answer: null, refusal: null }),
  initial: 'asking',
  states: {
    asking: {
      description: 'One try is under way',
      tags: 'busy',
      entry: 'countTry',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => context.question,
        onDone: { target: 'answered', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isWorthAnotherTry', params: ({ event }) => refusalIn(event.error) },
            target: 'pausing',
            actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) },
          },
          { target: 'givenUp', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
        ],
      },
      after: {
        timeout: [
          { guard: 'hasTriesLeft', target: 'pausing', actions: 'explainSilence' },
          { target: 'givenUp', actions: 'explainSilence' },
        ],
      },
    },
    pausing: {
      description: 'A moment before the next try',
      tags: 'busy',
      after: { pause: 'asking' },
    },
    answered: { type: 'final', description: 'The answer is there' },
    givenUp: { type: 'final', description: 'No try brought an answer' },
  },
  output: ({ context }) => (context.refusal === null ? { answer: context.answer } : { refusal: context.refusal }),
})

/** The stub of a lookup, named in a chart's `setup`; `src/effects` provides what it asks. */
export const lookup = <Out, In = null>(_name: string): Lookup<Out, In> => lookupMachine as unknown as Lookup<Out, In>

/** Whether a lookup brought what was asked for. */
export const isAnswer = (output: Answer<unknown>): boolean => 'answer' in output

/** What a lookup brought; only where `isAnswer` held. */
export const answerIn = <Out>(output: Answer<Out>): Out => (output as { answer: Out }).answer

/** Why a lookup brought nothing. */
export const refusalOf = (output: Answer<unknown>): Refusal => ('refusal' in output ? output.refusal : refusalIn(null))
