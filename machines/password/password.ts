import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { clearRefusalUnlessGoingBack, refusalActions, submissionStates, touch } from '../parts/form.ts'
import type { PageOpening } from '../messages/page-opening.ts'
import type { Renewal } from '../account/profile.ts'
import {
  freshSecrets,
  handleOf,
  refusalAfterTyping,
  refusedPassword,
  secretErrors,
  withSecret,
  type Secrets,
  type TypedSecret,
} from './secrets.ts'
import { tellShop } from '../messages/tell-shop.ts'

/** The fields of the form, in display order. */
export const passwordFields = ['currentPassword', 'password', 'confirmPassword'] as const
export type PasswordField = (typeof passwordFields)[number]

export interface PasswordContext {
  /** The state of the new password and its repetition; never the passwords. */
  secrets: Secrets
  /** The error in the current password, which is in the vault; null if there is none. */
  currentError: string | null
  /** Fields that were typed in or lost focus. */
  touched: PasswordField[]
  /** Why the gateway refused the last submission. */
  refusal: Refusal | null
}

export type PasswordEvent =
  | PageOpening
  | { type: 'page.shown' }
  | ({ type: 'password.typed' } & TypedSecret)
  | { type: 'password.typedCurrent'; error: string | null }
  | { type: 'password.blurred'; field: PasswordField }
  | { type: 'password.submit' }

/** The error of an empty current password. */
export const noCurrentPassword = 'Current password is required'

/** The handle of a field's value in the vault. */
export const passwordHandle = ({ secrets }: Pick<PasswordContext, 'secrets'>, field: PasswordField): string =>
  handleOf('password', field, secrets)

/** The errors in the form. */
export const passwordErrors = ({ secrets, currentError }: PasswordContext): Partial<Record<PasswordField, string>> => ({
  ...(currentError !== null && { currentPassword: currentError }),
  ...secretErrors(secrets),
})

/** The passwords that are sent, as handles of the vault. */
export type PasswordHandles = Record<PasswordField, string>

const handlesOf = (context: PasswordContext): PasswordHandles => ({
  currentPassword: passwordHandle(context, 'currentPassword'),
  password: passwordHandle(context, 'password'),
  confirmPassword: passwordHandle(context, 'confirmPassword'),
})

/**
 * Changing the password.
 *
 * - The passwords are in the vault. They are cleared when the page is opened or reloaded, and after a change.
 * - One change is in flight at a time; a refused one leaves the fields as they are.
 * - The claims of the renewed token are reported to the session.
 */
export const passwordMachine = setup({
  types: { context: {} as PasswordContext, events: {} as PasswordEvent, tags: {} as 'busy' },
  actors: { changePassword: effect<Renewal, PasswordHandles>('changePassword') },
  guards: {
    /** None of the three passwords has an error. */
    isPasswordFormValid: ({ context }) => Object.keys(passwordErrors(context)).length === 0,
  },
  actions: {
    clearPasswords: assign({
      secrets: ({ context }) => freshSecrets(context.secrets.round + 1),
      currentError: noCurrentPassword,
      touched: [],
    }),
    storeTypedSecret: assign({
      secrets: ({ context }, typed: TypedSecret) => withSecret(context.secrets, typed),
      refusal: ({ context }) => refusalAfterTyping(context.refusal),
    }),
    /** What was said about the old text no longer holds. */
    storeCurrentError: assign({
      currentError: (_, error: string | null) => error,
      refusal: ({ context: { refusal } }) => (refusedPassword(refusal, 'currentPassword') === null ? refusal : null),
    }),
    touch: touch<PasswordContext, PasswordEvent, PasswordField>(),
    ...refusalActions<PasswordContext, PasswordEvent>(),
    clearRefusalUnlessGoingBack: clearRefusalUnlessGoingBack<PasswordContext, PasswordEvent>(),
    reportRenewal: tellShop((_, renewal: Renewal) => ({ type: 'session.renewed', ...renewal })),
    announceChanged: tellShop({
      type: 'toast.raised',
      toast: { kind: 'success', text: 'Success: Your password has been changed.' },
    }),
    reportReady: tellShop({ type: 'page.ready', page: 'password' }),
  },
}).createMachine({
  id: 'password',
  description: 'Changing the password',
  context: { secrets: freshSecrets(), currentError: noCurrentPassword, touched: [], refusal: null },
  initial: 'form',
  on: {
    // handled in every state: passwords can also be typed while a change is in flight
    'password.typed': {
      actions: [
        { type: 'storeTypedSecret', params: ({ event }) => event },
        { type: 'touch', params: ({ event }) => event.field },
      ],
    },
    'password.typedCurrent': {
      actions: [
        { type: 'storeCurrentError', params: ({ event }) => event.error },
        { type: 'touch', params: 'currentPassword' },
      ],
    },
    'password.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    form: {
      description: 'The shopper fills in the form',
      initial: 'unsubmitted',
      on: {
        'page.open': {
          target: '.unsubmitted',
          actions: [
            'clearPasswords',
            { type: 'clearRefusalUnlessGoingBack', params: ({ event }) => event.move },
            'reportReady',
          ],
        },
        'password.submit': [
          { guard: 'isPasswordFormValid', target: 'saving', actions: 'clearRefusal' },
          { target: '.submitted', actions: 'clearRefusal' },
        ],
      },
      states: submissionStates,
    },
    saving: {
      description: 'The change is being sent',
      tags: 'busy',
      on: { 'page.open': { actions: 'reportReady' } },
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => handlesOf(context),
        onDone: {
          target: 'form',
          actions: [
            'clearPasswords',
            { type: 'reportRenewal', params: ({ event }) => event.output },
            'announceChanged',
          ],
        },
        onError: { target: 'form', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
      },
    },
  },
})
