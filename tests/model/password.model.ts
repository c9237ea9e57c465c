import type { AnyMachineSnapshot } from 'xstate'
import { noCurrentPassword, passwordFields, passwordMachine, type PasswordContext } from '#machines/password/password'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { openingOf } from '../kit/page-openings.ts'
import { answers, lost } from '../kit/outcomes.ts'
import { secretsKey, turned } from '../kit/password-data.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as PasswordContext
const path = '/manage-account/change-password'

/** Changing the password: the current one, and the new one twice. */
export const passwordModel: Model = {
  machine: withoutParent(passwordMachine, ['reportRenewal', 'announceChanged', 'reportReady']),
  cases(state: AnyMachineSnapshot) {
    const { secrets, currentError } = contextOf(state)
    return [
      openingOf(path),
      openingOf(path, null, 'PUSH'),
      { type: 'password.typedCurrent', error: currentError === null ? noCurrentPassword : null },
      { type: 'password.typed', ...turned(secrets, 'password') },
      { type: 'password.typed', ...turned(secrets, 'confirmPassword') },
      ...passwordFields.map(field => ({ type: 'password.blurred', field })),
      { type: 'password.submit' },
      done('changePassword', answers.changePassword),
      fails('changePassword', lost),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { secrets, currentError, touched, refusal } = contextOf(state)
    return JSON.stringify([
      state.value,
      [currentError === null, secretsKey(secrets)],
      [...touched].toSorted(),
      refusal !== null,
    ])
  },
}
