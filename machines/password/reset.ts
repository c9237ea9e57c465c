import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { refusalActions, submissionStates, touch } from '../parts/form.ts'
import type { PageOpening } from '../messages/page-opening.ts'
import {
  freshSecrets,
  handleOf,
  refusalAfterTyping,
  secretErrors,
  withSecret,
  type SecretField,
  type Secrets,
  type TypedSecret,
} from './secrets.ts'
import { tellShop } from '../messages/tell-shop.ts'

export interface ResetContext {
  secrets: Secrets
  /** Fields that were typed in or lost focus. */
  touched: SecretField[]
  /** Why the last submission failed. */
  refusal: Refusal | null
}

export type ResetEvent =
  | PageOpening
  | { type: 'page.shown' }
  | ({ type: 'reset.typed' } & TypedSecret)
  | { type: 'reset.blurred'; field: SecretField }
  | { type: 'reset.submit' }

/** The handle of a field's password in the vault. */
export const resetHandle = ({ secrets }: Pick<ResetContext, 'secrets'>, field: SecretField): string =>
  handleOf('reset', field, secrets)

/** The errors in the form. */
export const resetErrors = ({ secrets }: Pick<ResetContext, 'secrets'>): Partial<Record<SecretField, string>> =>
  secretErrors(secrets)

/**
 * Setting a new password with a link from an email.
 *
 * - The link's token is only in the vault, and is looked for each time the page is opened.
 * - Without a token there is no form: the link has to be opened again.
 * - A used or expired link is final. It is shown as soon as the page is opened, before a password is typed.
 * - After any other failure the typed passwords are kept and can be submitted again.
 */
export const resetMachine = setup({
  types: { context: {} as ResetContext, events: {} as ResetEvent, tags: {} as 'busy' },
  actors: {
    findToken: effect<null>('findToken'),
    resetPassword: effect<null, Record<SecretField, string>>('resetPassword'),
  },
  guards: {
    /** Neither password has an error. */
    isResetFormValid: ({ context }) => Object.keys(resetErrors(context)).length === 0,
    /** The link was used already, or is too old. */
    isLinkExpired: (_, refusal: Refusal) => refusal.status === 410,
  },
  actions: {
    clearPasswords: assign({ secrets: ({ context }) => freshSecrets(context.secrets.round + 1), touched: [] }),
    storeTypedSecret: assign({
      secrets: ({ context }, typed: TypedSecret) => withSecret(context.secrets, typed),
      refusal: ({ context }) => refusalAfterTyping(context.refusal),
    }),
    touch: touch<ResetContext, ResetEvent, SecretField>(),
    ...refusalActions<ResetContext, ResetEvent>(),
    reportReady: tellShop({ type: 'page.ready', page: 'reset' }),
  },
}).createMachine({
  id: 'reset',
  description: 'Choosing a new password by a link',
  context: { secrets: freshSecrets(), touched: [], refusal: null },
  initial: 'unopened',
  on: {
    'page.open': { target: '.finding', actions: 'clearPasswords' },
    'reset.typed': {
      actions: [
        { type: 'storeTypedSecret', params: ({ event: { field, error, match } }) => ({ field, error, match }) },
        { type: 'touch', params: ({ event }) => event.field },
      ],
    },
    'reset.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    unopened: { description: 'The page was not requested yet' },
    finding: {
      description: "The link's token is being looked up in the vault, and checked",
      tags: 'busy',
      invoke: {
        id: 'findToken',
        src: 'findToken',
        onDone: { target: 'form', actions: ['clearRefusal', 'reportReady'] },
        onError: [
          {
            guard: { type: 'isLinkExpired', params: ({ event }) => refusalIn(event.error) },
            target: 'linkExpired',
            actions: [{ type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) }, 'reportReady'],
          },
          { target: 'tokenMissing', actions: 'reportReady' },
        ],
      },
    },
    tokenMissing: { description: 'The token is not in the vault: the link has to be opened again' },
    form: {
      description: 'The shopper types the new password',
      initial: 'unsubmitted',
      on: {
        'reset.submit': [
          { guard: 'isResetFormValid', target: 'changing', actions: 'clearRefusal' },
          { target: '.submitted' },
        ],
      },
      states: submissionStates,
    },
    changing: {
      description: 'The new password is being sent',
      tags: 'busy',
      on: { 'page.open': { actions: 'reportReady' } },
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({
          password: resetHandle(context, 'password'),
          confirmPassword: resetHandle(context, 'confirmPassword'),
        }),
        onDone: { target: 'changed', actions: 'clearPasswords' },
        onError: [
          {
            guard: { type: 'isLinkExpired', params: ({ event }) => refusalIn(event.error) },
            target: 'linkExpired',
            actions: ['clearPasswords', { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) }],
          },
          {
            target: 'form.submitted',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
          },
        ],
      },
    },
    linkExpired: { description: 'The link was used, or is too old' },
    changed: { description: 'The password was changed' },
  },
})
