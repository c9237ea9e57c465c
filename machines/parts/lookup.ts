import { assign, setup, type ActorLogic, type AnyEventObject, type Snapshot } from 'xstate'
import { isTransient, refusalIn, type Refusal } from '#contract/refusal'
import { longestPause, waits } from '#contract/waits'
import { effect } from './effect.ts'

/** The output of a lookup: the answer, or why there is none. */
export type Answer<Out> = { answer: Out } | { refusal: Refusal }

/** A lookup as an actor of other machines. */
export type Lookup<Out, In> = ActorLogic<Snapshot<Answer<Out>>, AnyEventObject, In>

/**
 * Reads something from the gateway with a time-out and retries (section 7).
 *
 * - An attempt times out after 5000 ms.
 * - After a transient failure it is tried again 500 ms later, at most twice.
 * - A refusal that a retry cannot change ends the lookup at once.
 * - It never fails: its output is an answer or a refusal.
 */
export const lookupMachine = setup({
  types: {
    context: {} as { question: object | null; attempts: number; answer: object | null; refusal: Refusal | null },
    input: {} as object | null,
    output: {} as Answer<unknown>,
    tags: {} as 'busy',
  },
  actors: { ask: effect<object, object | null>('ask') },
  guards: {
    /** The failure is transient, attempts are left, and the requested wait (Retry-After) is at most 5 seconds. */
    isWorthAnotherAttempt: ({ context }, refusal: Refusal) =>
      context.attempts <= waits.lookup.retries && isTransient(refusal) && (refusal.retryAfter ?? 0) <= longestPause,
    /** Tries are left. */
    hasAttemptsLeft: ({ context }) => context.attempts <= waits.lookup.retries,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    storeAnswer: assign({ answer: (_, answer: object) => answer, refusal: null }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal }),
    storeTimeout: assign({ refusal: refusalIn({ code: 'lost' }) }),
  },
  delays: {
    timeout: waits.lookup.timeout,
    pause: ({ context }) => Math.max(waits.lookup.pause, context.refusal?.retryAfter ?? 0),
  },
}).createMachine({
  id: 'lookup',
  description: 'A read, with a time-out and two retries',
  context: ({ input }) => ({ question: input, attempts: 0, answer: null, refusal: null }),
  initial: 'asking',
  states: {
    asking: {
      description: 'An attempt is in flight',
      tags: 'busy',
      entry: 'countAttempt',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => context.question,
        onDone: { target: 'answered', actions: { type: 'storeAnswer', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isWorthAnotherAttempt', params: ({ event }) => refusalIn(event.error) },
            target: 'pausing',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
          },
          { target: 'givenUp', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
        ],
      },
      after: {
        timeout: [
          { guard: 'hasAttemptsLeft', target: 'pausing', actions: 'storeTimeout' },
          { target: 'givenUp', actions: 'storeTimeout' },
        ],
      },
    },
    pausing: {
      description: 'Waits before the next try',
      tags: 'busy',
      after: { pause: 'asking' },
    },
    answered: { type: 'final', description: 'The gateway has answered' },
    givenUp: { type: 'final', description: 'No try was answered' },
  },
  output: ({ context }) => (context.refusal === null ? { answer: context.answer } : { refusal: context.refusal }),
})

/** The stub of a lookup for a machine's `setup`; `src/effects` provides its request. */
export const lookup = <Out, In = null>(_name: string): Lookup<Out, In> => lookupMachine as unknown as Lookup<Out, In>

/** Whether a lookup has an answer. */
export const isAnswer = (output: Answer<unknown>): boolean => 'answer' in output

/** The answer of a lookup; only after `isAnswer`. */
export const answerIn = <Out>(output: Answer<Out>): Out => (output as { answer: Out }).answer

/** Why a lookup has no answer. */
export const refusalOf = (output: Answer<unknown>): Refusal => ('refusal' in output ? output.refusal : refusalIn(null))
