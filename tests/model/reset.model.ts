import type { AnyMachineSnapshot } from 'xstate'
import { resetMachine, type ResetContext } from '#machines/password/reset'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { openingOf } from '../kit/page-openings.ts'
import { gone, lost } from '../kit/outcomes.ts'
import { secretsKey, turned } from '../kit/password-data.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as ResetContext

/** The link was used or has expired. */
const spent = { ...gone, message: 'This link has expired.', status: 410 }

/** A reset link with and without its token, and a new password twice. */
export const resetModel: Model = {
  machine: withoutParent(resetMachine, ['reportReady']),
  cases: state => [
    openingOf('/reset-password'),
    { type: 'reset.typed', ...turned(contextOf(state).secrets, 'password') },
    { type: 'reset.typed', ...turned(contextOf(state).secrets, 'confirmPassword') },
    { type: 'reset.blurred', field: 'password' },
    { type: 'reset.blurred', field: 'confirmPassword' },
    { type: 'reset.submit' },
    done('findToken', null),
    fails('findToken', { ...gone, status: 0 }),
    fails('findToken', spent),
    done('resetPassword', null),
    fails('resetPassword', lost),
    fails('resetPassword', spent),
  ],
  key(state: AnyMachineSnapshot) {
    const { secrets, touched, refusal } = contextOf(state)
    return JSON.stringify([state.value, secretsKey(secrets), [...touched].toSorted(), refusal?.code ?? null])
  },
}
