import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import { mistakesOf, type Mistakes } from '../address/address-form.ts'
import { effect } from '../parts/effect.ts'
import type { Opening } from '../shop/opening.ts'
import { tellShop } from '../parts/tell-shop.ts'

export interface ForgottenContext {
  email: string
  /** Why the last try failed; never that an e-mail is not known. */
  refusal: Refusal | null
}

export type ForgottenEvent =
  | Opening
  | { type: 'page.shown' }
  | { type: 'forgotten.typed'; value: string }
  | { type: 'forgotten.blurred' }
  | { type: 'forgotten.submit' }

/** What is wrong in the form. */
export const forgottenMistakes = ({ email }: Pick<ForgottenContext, 'email'>): Mistakes => mistakesOf({ email })

/**
 * Asking for a link to a new password.
 *
 * - Whether the e-mail is known is never said: what comes after sending is the same for all.
 * - A failure is said, keeps the e-mail, and it can be sent again.
 * - One request is in flight at a time.
 */
export const forgottenMachine = setup({
  types: { context: {} as ForgottenContext, events: {} as ForgottenEvent, tags: {} as 'busy' },
  actors: { sendLink: effect<null, { email: string }>('sendLink') },
  guards: {
    /** The e-mail address has no mistake. */
    isRight: ({ context }) => Object.keys(forgottenMistakes(context)).length === 0,
  },
  actions: {
    keepEmail: assign({ email: (_, email: string) => email }),
    forgetRefusal: assign({ refusal: null }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    tellReady: tellShop({ type: 'page.ready', page: 'forgotten' }),
  },
}).createMachine({
  id: 'forgotten',
  description: 'Asking for a link to a new password',
  context: { email: '', refusal: null },
  initial: 'asking',
  on: {
    'page.open': { target: '.asking', actions: 'tellReady' },
    'forgotten.typed': { actions: { type: 'keepEmail', params: ({ event }) => event.value } },
  },
  states: {
    asking: {
      description: 'The e-mail is being typed',
      initial: 'untouched',
      on: {
        'forgotten.typed': {
          target: '.touched',
          actions: { type: 'keepEmail', params: ({ event }) => event.value },
        },
        'forgotten.submit': [{ guard: 'isRight', target: 'sending', actions: 'forgetRefusal' }, { target: '.tried' }],
      },
      states: {
        untouched: { description: 'Nothing is said about the e-mail yet', on: { 'forgotten.blurred': 'touched' } },
        touched: { description: 'What is wrong with the e-mail is said under it' },
        tried: {
          description: 'A submit was tried: what is wrong is said at the top, too',
          on: { 'forgotten.typed': { actions: { type: 'keepEmail', params: ({ event }) => event.value } } },
        },
      },
    },
    sending: {
      description: 'The gateway is asked to send the link',
      tags: 'busy',
      on: { 'page.open': { actions: 'tellReady' } },
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => ({ email: context.email.trim() }),
        onDone: 'sent',
        onError: {
          target: 'asking.tried',
          actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    sent: { description: 'If the e-mail has an account, its link is on its way' },
  },
})
