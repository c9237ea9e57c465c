import { plainEmail } from '#contract/typed-text'
import { assign, setup } from 'xstate'
import { isBlank } from '#contract/visible-text'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../messages/tell-shop.ts'

export type NewsletterEvent = { type: 'newsletter.typed'; value: string } | { type: 'newsletter.submit' }

/**
 * Subscribing to the newsletter.
 *
 * - An email is required; its format is not checked.
 * - A success clears the form and is announced. A failure is silent and keeps the email.
 * - A logout clears the form and cancels a submission in flight.
 */
export const newsletterMachine = setup({
  types: { context: {} as { email: string }, events: {} as NewsletterEvent, tags: {} as 'busy' },
  actors: { subscribe: effect<null, { email: string }>('subscribe') },
  guards: {
    /** The email is not blank. */
    hasEmail: ({ context }) => !isBlank(context.email),
  },
  actions: {
    storeEmail: assign({ email: (_, email: string) => email }),
    clearEmail: assign({ email: '' }),
    announceSubscribed: tellShop({
      type: 'toast.raised',
      toast: { kind: 'success', text: 'You have successfully subscribe to our newsletter.' },
    }),
  },
}).createMachine({
  id: 'newsletter',
  description: 'The newsletter sign-up',
  context: { email: '' },
  initial: 'ready',
  states: {
    ready: {
      description: 'The shopper types an email',
      on: {
        'newsletter.typed': { actions: { type: 'storeEmail', params: ({ event }) => event.value } },
        'newsletter.submit': { guard: 'hasEmail', target: 'submitting' },
      },
    },
    submitting: {
      description: 'The email is being sent',
      tags: 'busy',
      // the field is read-only meanwhile: only a logout changes it
      on: {
        'newsletter.typed': { target: 'ready', actions: { type: 'storeEmail', params: ({ event }) => event.value } },
      },
      invoke: {
        id: 'subscribe',
        src: 'subscribe',
        input: ({ context }) => ({ email: plainEmail(context.email) }),
        onDone: { target: 'ready', actions: ['clearEmail', 'announceSubscribed'] },
        onError: 'ready',
      },
    },
  },
})
