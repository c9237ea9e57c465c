import { sendParent, setup } from 'xstate'
import { pageOf, type PageName } from './location.ts'
import type { AccountNews, Opening } from './opening.ts'

export type AddressesEvent = Opening | AccountNews | { type: 'page.shown' }

/** The customer\'s addresses. */
export const addressesMachine = setup({
  types: { context: {} as object, events: {} as AddressesEvent },
  actions: { tellReady: sendParent((_, page: PageName) => ({ type: 'page.ready', page })) },
}).createMachine({
  id: 'addresses',
  description: "The customer's addresses",
  context: {},
  initial: 'ready',
  on: { 'page.open': { actions: { type: 'tellReady', params: ({ event }) => pageOf(event.location.pathname) } } },
  states: { ready: { description: 'The page is shown' } },
})
