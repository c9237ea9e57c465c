import type { AnyMachineSnapshot } from 'xstate'
import { loginMachine, loginErrors, type LoginContext } from '#machines/session/login'
import { withoutParent, type Model } from '#tools/walks/graph'
import { openingOf } from '../kit/page-openings.ts'
import { mai, refused } from '../kit/outcomes.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as LoginContext

/** The login form: both fields are filled in, cleared and blurred, and the form is submitted. */
export const loginModel: Model = {
  machine: withoutParent(loginMachine, ['requestLogIn', 'reportReady']),
  cases(state: AnyMachineSnapshot) {
    const { email, passwordError } = contextOf(state)
    return [
      openingOf('/auth/login'),
      { type: 'login.typed', value: email === '' ? mai.email : '' },
      { type: 'login.typedPassword', error: passwordError === null ? 'Password is required' : null },
      { type: 'login.blurred', field: 'email' },
      { type: 'login.blurred', field: 'password' },
      { type: 'login.submit' },
      { type: 'login.refused', refusal: refused },
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { touched, refusal } = contextOf(state)
    return JSON.stringify([
      state.value,
      Object.keys(loginErrors(contextOf(state))),
      [...touched].toSorted(),
      refusal !== null,
    ])
  },
}
