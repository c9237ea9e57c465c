import { sendParent, setup } from 'xstate'
import type { AccountNews, Opening } from './opening.ts'

export type ForgottenEvent = Opening | AccountNews | { type: 'page.shown' }

/** Asking for a link to a new password. */
export const forgottenMachine = setup({
  types: { context: {} as object, events: {} as ForgottenEvent },
  actions: { tellReady: sendParent({ type: 'page.ready', page: 'forgotten' }) },
}).createMachine({
  id: 'forgotten',
  description: 'Asking for a link to a new password',
  context: {},
  initial: 'ready',
  on: { 'page.open': { actions: 'tellReady' } },
  states: { ready: { description: 'The page is shown' } },
})
