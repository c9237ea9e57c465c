import { sendParent, setup } from 'xstate'
import type { AccountNews, Opening } from './opening.ts'

export type PasswordEvent = Opening | AccountNews | { type: 'page.shown' }

/** Changing the password. */
export const passwordMachine = setup({
  types: { context: {} as object, events: {} as PasswordEvent },
  actions: { tellReady: sendParent({ type: 'page.ready', page: 'password' }) },
}).createMachine({
  id: 'password',
  description: 'Changing the password',
  context: {},
  initial: 'ready',
  on: { 'page.open': { actions: 'tellReady' } },
  states: { ready: { description: 'The page is shown' } },
})
