import { assign, setup } from 'xstate'
import { accountEmailError, meant } from '#contract/fields'
import type { LoginStep, OfficeSession, RecoveryCodes, SecondFactor } from '#contract/office'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'

export interface OfficeLoginContext {
  email: string
  /** Whether the password of the form is empty; it is in the vault. */
  isPasswordEmpty: boolean
  /** Part of the vault handles. It increases when a password is cleared. */
  round: number
  code: string
  /** Whether the form was submitted: then its errors are visible. */
  isSubmitted: boolean
  /** Why the gateway refused the last submission. */
  refusal: Refusal | null
  session: OfficeSession | null
  /** Until the second factor is set up. */
  secondFactor: SecondFactor | null
  /** Shown once, after the second factor was set up. */
  recoveryCodes: readonly string[]
}

export type OfficeLoginEvent =
  | { type: 'login.typedEmail'; value: string }
  | { type: 'login.typedPassword'; isEmpty: boolean }
  | { type: 'login.typedCode'; value: string }
  | { type: 'login.submit' }
  | { type: 'login.continue' }
  | { type: 'login.retry' }

/** The handle of the password of a form in the vault. */
export const passwordHandle = ({ round }: Pick<OfficeLoginContext, 'round'>): string => `office/password/${round}`

const emptyFields = (context: OfficeLoginContext) => ({
  isPasswordEmpty: true,
  code: '',
  round: context.round + 1,
  isSubmitted: false,
})

/** Types, effects, guards and actions of the login to the office. */
export const officeLoginSetup = setup({
  types: {
    context: {} as OfficeLoginContext,
    events: {} as OfficeLoginEvent,
    /** How far the login is already; null or absent for one that has not begun. */
    input: {} as { session: OfficeSession | null } | undefined,
    output: {} as OfficeSession,
    tags: {} as 'busy',
  },
  actors: {
    logIn: effect<OfficeSession, { email: string; password: string }>('logIn'),
    replacePassword: effect<OfficeSession, { password: string }>('replacePassword'),
    readSecondFactor: effect<SecondFactor>('readSecondFactor'),
    confirmSecondFactor: effect<RecoveryCodes, { code: string }>('confirmSecondFactor'),
    enterCode: effect<OfficeSession, { code: string }>('enterCode'),
  },
  guards: {
    /** Email and password are filled in. */
    isLoginComplete: ({ context }) => accountEmailError(context.email) === null && !context.isPasswordEmpty,
    /** The new password is filled in. */
    hasPassword: ({ context }) => !context.isPasswordEmpty,
    /** The code is filled in. */
    hasCode: ({ context }) => context.code.trim() !== '',
    /** The login is at a step. */
    isAtStep: ({ context }, step: LoginStep) => context.session?.step === step,
    /** The login has ended in the meantime. */
    isLoggedOut: (_, refusal: Refusal) =>
      refusal.code === 'refused' && (refusal.status === 401 || refusal.status === 403),
  },
  actions: {
    storeEmail: assign({ email: (_, email: string) => email, refusal: null }),
    storePassword: assign({ isPasswordEmpty: (_, isEmpty: boolean) => isEmpty, refusal: null }),
    storeCode: assign({ code: (_, code: string) => code, refusal: null }),
    showErrors: assign({ isSubmitted: true, refusal: null }),
    storeSession: assign(({ context }, session: OfficeSession) => ({
      ...emptyFields(context),
      session: { step: session.step, name: session.name, role: session.role },
      refusal: null,
    })),
    storeSecondFactor: assign({ secondFactor: (_, secondFactor: SecondFactor) => secondFactor }),
    storeRecoveryCodes: assign({
      recoveryCodes: (_, { recoveryCodes }: RecoveryCodes) => recoveryCodes,
      secondFactor: null,
    }),
    storeRefusal: assign(({ context }, refusal: Refusal) => ({ ...emptyFields(context), refusal })),
    startAgain: assign(({ context }, refusal: Refusal) => ({
      ...emptyFields(context),
      refusal,
      session: null,
      secondFactor: null,
    })),
  },
})

/** The email of the form as it is sent. */
export const sentEmail = ({ email }: OfficeLoginContext): string => meant('email', email)

/** The error of a field of the form, once it was submitted; null without one. */
export function officeLoginError(context: OfficeLoginContext, field: 'email' | 'password' | 'code'): string | null {
  const { email, isPasswordEmpty, code, isSubmitted, refusal } = context
  if (refusal?.field === field) return refusal.message
  if (!isSubmitted) return null
  if (field === 'email') return accountEmailError(email)
  if (field === 'password') return isPasswordEmpty ? 'Password is required' : null
  return code.trim() === '' ? 'Code is required' : null
}

/** Why the form was refused, if it is not about one of its fields. */
export const officeLoginRefusal = ({ refusal }: OfficeLoginContext): Refusal | null =>
  refusal?.field === undefined ? refusal : null

export const refusalOf = ({ event }: { event: { error: unknown } }): Refusal => refusalIn(event.error)
