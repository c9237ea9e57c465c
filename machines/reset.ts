import { sendParent, setup } from 'xstate'
import type { AccountNews, Opening } from './opening.ts'

export type ResetEvent = Opening | AccountNews | { type: 'page.shown' }

/** Choosing a new password by a link. */
export const resetMachine = setup({
  types: { context: {} as object, events: {} as ResetEvent },
  actions: { tellReady: sendParent({ type: 'page.ready', page: 'reset' }) },
}).createMachine({
  id: 'reset',
  description: 'Choosing a new password by a link',
  context: {},
  initial: 'ready',
  on: { 'page.open': { actions: 'tellReady' } },
  states: { ready: { description: 'The page is shown' } },
})
