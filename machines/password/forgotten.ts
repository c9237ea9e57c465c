import { accountEmailError, meant } from '#contract/fields'
import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { ErrorsByField } from '../parts/field-errors.ts'
import { effect } from '../parts/effect.ts'
import { refusalActions } from '../parts/form.ts'
import type { PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'

export interface ForgottenContext {
  email: string
  /** Why the last submission failed; never that the email has no account. */
  refusal: Refusal | null
}

export type ForgottenEvent =
  | PageOpening
  | { type: 'page.shown' }
  | { type: 'forgotten.typed'; value: string }
  | { type: 'forgotten.blurred' }
  | { type: 'forgotten.submit' }

/** The errors in the form. */
export function forgottenErrors({ email }: Pick<ForgottenContext, 'email'>): ErrorsByField {
  const error = accountEmailError(email)
  return error === null ? {} : { email: error }
}

/**
 * Requesting a link to set a new password.
 *
 * - The page never reveals whether the email has an account: the result looks the same.
 * - After a failure the email is kept and can be submitted again.
 * - One request is in flight at a time.
 */
export const forgottenMachine = setup({
  types: { context: {} as ForgottenContext, events: {} as ForgottenEvent, tags: {} as 'busy' },
  actors: { sendLink: effect<null, { email: string }>('sendLink') },
  guards: {
    /** The email has no error. */
    isEmailValid: ({ context }) => Object.keys(forgottenErrors(context)).length === 0,
  },
  actions: {
    storeEmail: assign({ email: (_, email: string) => email }),
    ...refusalActions<ForgottenContext, ForgottenEvent>(),
    reportReady: tellShop({ type: 'page.ready', page: 'forgotten' }),
  },
}).createMachine({
  id: 'forgotten',
  description: 'Requesting a link to set a new password',
  context: { email: '', refusal: null },
  initial: 'form',
  on: {
    'page.open': { target: '.form', actions: 'reportReady' },
    'forgotten.typed': { actions: { type: 'storeEmail', params: ({ event }) => event.value } },
  },
  states: {
    form: {
      description: 'The shopper types the email',
      initial: 'untouched',
      on: {
        'forgotten.typed': {
          target: '.touched',
          actions: { type: 'storeEmail', params: ({ event }) => event.value },
        },
        'forgotten.submit': [
          { guard: 'isEmailValid', target: 'sending', actions: 'clearRefusal' },
          { target: '.submitted' },
        ],
      },
      states: {
        untouched: { description: 'No error is visible yet', on: { 'forgotten.blurred': 'touched' } },
        touched: { description: 'An error is visible under the field' },
        submitted: {
          description: 'Submission was tried: the error is also shown at the top',
          on: { 'forgotten.typed': { actions: { type: 'storeEmail', params: ({ event }) => event.value } } },
        },
      },
    },
    sending: {
      description: 'The request for a link is being sent',
      tags: 'busy',
      on: { 'page.open': { actions: 'reportReady' } },
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => ({ email: meant('email', context.email) }),
        onDone: 'sent',
        onError: {
          target: 'form.submitted',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    sent: { description: 'If the email has an account, the gateway sends a link' },
  },
})
