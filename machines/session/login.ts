import { accountEmailError, meant } from '#contract/fields'
import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { ErrorsByField } from '../parts/field-errors.ts'
import { touch } from '../parts/form.ts'
import type { PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'

export interface LoginContext {
  email: string
  /** The error in the password, which is in the vault; null if there is none. */
  passwordError: string | null
  /** Part of the vault handle. It increases when the password is cleared. */
  round: number
  /** Fields that were typed in or lost focus. */
  touched: LoginField[]
  /** Why the gateway refused the last login. */
  refusal: Refusal | null
  /** The query of the URL: it names the page to go to after the login. */
  search: string
}
export type LoginField = 'email' | 'password'

export type LoginEvent =
  | PageOpening
  | { type: 'page.shown' }
  | { type: 'login.typed'; value: string }
  | { type: 'login.typedPassword'; error: string | null }
  | { type: 'login.blurred'; field: LoginField }
  | { type: 'login.submit' }
  | { type: 'login.refused'; refusal: Refusal }

const noPassword = 'Password is required'

/** The handle of the password in the vault. */
export const loginHandle = ({ round }: Pick<LoginContext, 'round'>): string => `login/password/${round}`

/** The errors in the form. */
export function loginErrors({ email, passwordError }: LoginContext): ErrorsByField {
  const emailError = accountEmailError(email)
  return {
    ...(emailError !== null && { email: emailError }),
    ...(passwordError !== null && { password: passwordError }),
  }
}

/**
 * The login form. The session's machine logs in.
 *
 * - A refusal keeps the email, also one typed in the meantime, and clears the password.
 * - The password is in the vault. It is cleared when the page is opened or reloaded.
 */
export const loginMachine = setup({
  types: { context: {} as LoginContext, events: {} as LoginEvent, tags: {} as 'busy' },
  guards: {
    /** Neither the email nor the password has an error. */
    isLoginFormValid: ({ context }) => Object.keys(loginErrors(context)).length === 0,
  },
  actions: {
    openForm: assign({
      search: (_, { location }: PageOpening) => location.search,
      passwordError: noPassword,
      round: ({ context }) => context.round + 1,
      touched: [],
      refusal: null,
    }),
    storeEmail: assign({ email: (_, email: string) => email }),
    storePasswordError: assign({ passwordError: (_, error: string | null) => error }),
    touch: touch<LoginContext, LoginEvent, LoginField>(),
    touchAll: assign({ touched: ['email', 'password'] }),
    storeRefusalAndClearPassword: assign({
      refusal: (_, refusal: Refusal) => refusal,
      passwordError: noPassword,
      round: ({ context }) => context.round + 1,
      touched: [],
    }),
    requestLogIn: tellShop(({ context }) => ({
      type: 'session.logIn',
      email: meant('email', context.email),
      password: loginHandle(context),
    })),
    reportReady: tellShop({ type: 'page.ready', page: 'login' }),
  },
}).createMachine({
  id: 'login',
  description: 'The login form',
  context: { email: '', passwordError: noPassword, round: 0, touched: [], refusal: null, search: '' },
  initial: 'ready',
  on: {
    'page.open': { target: '.ready', actions: [{ type: 'openForm', params: ({ event }) => event }, 'reportReady'] },
    'login.refused': {
      target: '.ready',
      actions: { type: 'storeRefusalAndClearPassword', params: ({ event }) => refusalIn(event.refusal) },
    },
    // handled in every state: the login may be refused
    'login.typed': {
      actions: [
        { type: 'storeEmail', params: ({ event }) => event.value },
        { type: 'touch', params: 'email' },
      ],
    },
    'login.typedPassword': {
      actions: [
        { type: 'storePasswordError', params: ({ event }) => event.error },
        { type: 'touch', params: 'password' },
      ],
    },
    'login.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    ready: {
      description: 'The shopper types email and password',
      on: {
        'login.submit': [
          { guard: 'isLoginFormValid', target: 'submitted', actions: 'requestLogIn' },
          { actions: 'touchAll' },
        ],
      },
    },
    submitted: { description: 'The session is logging in; the page changes if that succeeds', tags: 'busy' },
  },
})
