import { sendParent, setup } from 'xstate'
import type { AccountNews, Opening } from './opening.ts'

export type RegistrationEvent = Opening | AccountNews | { type: 'page.shown' }

/** Registering as a customer. */
export const registrationMachine = setup({
  types: { context: {} as object, events: {} as RegistrationEvent },
  actions: { tellReady: sendParent({ type: 'page.ready', page: 'register' }) },
}).createMachine({
  id: 'registration',
  description: 'Registering as a customer',
  context: {},
  initial: 'ready',
  on: { 'page.open': { actions: 'tellReady' } },
  states: { ready: { description: 'The page is shown' } },
})
