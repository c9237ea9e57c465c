import type { AnyMachineSnapshot } from 'xstate'
import { forgottenMachine, type ForgottenContext } from '#machines/password/forgotten'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { openingOf } from '../kit/page-openings.ts'
import { lost, mai } from '../kit/outcomes.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as ForgottenContext

/** Requesting a link, with and without an email. */
export const forgottenModel: Model = {
  machine: withoutParent(forgottenMachine, ['reportReady']),
  cases: state => [
    openingOf('/forget-password'),
    { type: 'forgotten.typed', value: contextOf(state).email === '' ? mai.email : '' },
    { type: 'forgotten.blurred' },
    { type: 'forgotten.submit' },
    done('sendLink', null),
    fails('sendLink', lost),
  ],
  key: state => JSON.stringify([state.value, contextOf(state).email, contextOf(state).refusal !== null]),
}
