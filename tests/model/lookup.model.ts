import type { AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { lookupMachine } from '#machines/parts/lookup'
import { after, done, fails, type Model } from '#tools/walks/graph'
import { gone, lost } from '../kit/outcomes.ts'

/** A transient refusal whose Retry-After is longer than the lookup's limit. */
const crowded: Refusal = { code: 'refused', message: 'Too many questions.', status: 429, retryAfter: 60_000 }

/** A lookup with its three attempts. */
export const lookupModel: Model = {
  machine: lookupMachine,
  input: null,
  cases: () => [
    done('ask', []),
    ...[lost, gone, crowded].map(refusal => fails('ask', refusal)),
    after('timeout', 'lookup.asking'),
    after('pause', 'lookup.pausing'),
  ],
  key(state: AnyMachineSnapshot) {
    const { attempts, answer, refusal } = state.context as {
      attempts: number
      answer: object | null
      refusal: Refusal | null
    }
    return JSON.stringify([state.value, attempts, answer !== null, refusal?.message])
  },
}
