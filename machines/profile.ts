import { sendParent, setup } from 'xstate'
import type { AccountNews, Opening } from './opening.ts'

export type ProfileEvent = Opening | AccountNews | { type: 'page.shown' }

/** Editing the customer\'s own data. */
export const profileMachine = setup({
  types: { context: {} as object, events: {} as ProfileEvent },
  actions: { tellReady: sendParent({ type: 'page.ready', page: 'profile' }) },
}).createMachine({
  id: 'profile',
  description: "Editing the customer's own data",
  context: {},
  initial: 'ready',
  on: { 'page.open': { actions: 'tellReady' } },
  states: { ready: { description: 'The page is shown' } },
})
