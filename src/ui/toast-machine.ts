import { setup } from 'xstate'

/**
 * How long one toast is shown.
 *
 * - It leaves after 5000 ms, or 1000 ms after the pointer or the focus has left it.
 * - It stays while it is under the pointer or has the focus.
 * - Leaving takes 300 ms and can't be stopped.
 *
 * The figures are section 9's. sonner's own timer pauses all toasts under the pointer, resumes what was left of its
 * time and does not take the focus into account, so it is disabled.
 */
export const toastMachine = setup({
  types: { events: {} as { type: 'toast.hold' } | { type: 'toast.release' } | { type: 'toast.dismiss' } },
  delays: { display: 5_000, extension: 1_000, exit: 300 },
}).createMachine({
  id: 'toast',
  initial: 'shown',
  states: {
    shown: {
      description: 'Can be read, and used',
      initial: 'fresh',
      on: { 'toast.hold': '.held', 'toast.dismiss': 'leaving' },
      states: {
        fresh: { description: 'Not pointed at yet', after: { display: '#toast.leaving' } },
        held: { description: 'Pointed at, or holds the focus', on: { 'toast.release': 'extended' } },
        extended: { description: 'The pointer or the focus has left it', after: { extension: '#toast.leaving' } },
      },
    },
    leaving: { description: 'Fades out', after: { exit: 'gone' } },
    gone: { description: 'Can be removed', type: 'final' },
  },
})
