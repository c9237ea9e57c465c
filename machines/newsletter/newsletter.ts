import { assign, setup } from 'xstate'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../parts/tell-shop.ts'

export type NewsletterEvent = { type: 'newsletter.typed'; value: string } | { type: 'newsletter.submit' }

/**
 * Signing up to the newsletter.
 *
 * - An address is required, its form is not checked.
 * - Success empties the form and says so; a failure is silent and what was typed stays.
 * - Whoever leaves while it is being sent leaves nothing behind, and is not told any more.
 */
export const newsletterMachine = setup({
  types: { context: {} as { email: string }, events: {} as NewsletterEvent, tags: {} as 'busy' },
  actors: { subscribe: effect<null, { email: string }>('subscribe') },
  guards: {
    /** Something is typed, apart from blanks. */
    hasEmail: ({ context }) => context.email.trim() !== '',
  },
  actions: {
    keepEmail: assign({ email: (_, email: string) => email }),
    clear: assign({ email: '' }),
    celebrate: tellShop({
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
      description: 'Waits for an address',
      on: {
        'newsletter.typed': { actions: { type: 'keepEmail', params: ({ event }) => event.value } },
        'newsletter.submit': { guard: 'hasEmail', target: 'submitting' },
      },
    },
    submitting: {
      description: 'The address is being sent',
      tags: 'busy',
      // the field takes nothing meanwhile: it is emptied for whoever comes next
      on: {
        'newsletter.typed': { target: 'ready', actions: { type: 'keepEmail', params: ({ event }) => event.value } },
      },
      invoke: {
        id: 'subscribe',
        src: 'subscribe',
        input: ({ context }) => ({ email: context.email.trim() }),
        onDone: { target: 'ready', actions: ['clear', 'celebrate'] },
        onError: 'ready',
      },
    },
  },
})
