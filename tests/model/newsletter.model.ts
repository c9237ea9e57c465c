import type { AnyMachineSnapshot } from 'xstate'
import { newsletterMachine } from '#machines/newsletter/newsletter'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost } from '../kit/outcomes.ts'

/** The newsletter form, with and without an email. */
export const newsletterModel: Model = {
  machine: withoutParent(newsletterMachine, ['announceSubscribed']),
  cases: () => [
    { type: 'newsletter.typed', value: 'mai@example.com' },
    { type: 'newsletter.typed', value: '' },
    { type: 'newsletter.submit' },
    done('subscribe', null),
    fails('subscribe', lost),
  ],
  key: (state: AnyMachineSnapshot) => JSON.stringify([state.value, state.context]),
}
