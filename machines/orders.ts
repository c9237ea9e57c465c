import { sendParent, setup } from 'xstate'
import { pageOf, type PageName } from './location.ts'
import type { AccountNews, Opening } from './opening.ts'

export type OrdersEvent = Opening | AccountNews | { type: 'page.shown' }

/** The customer\'s orders. */
export const ordersMachine = setup({
  types: { context: {} as object, events: {} as OrdersEvent },
  actions: { tellReady: sendParent((_, page: PageName) => ({ type: 'page.ready', page })) },
}).createMachine({
  id: 'orders',
  description: "The customer's orders",
  context: {},
  initial: 'ready',
  on: { 'page.open': { actions: { type: 'tellReady', params: ({ event }) => pageOf(event.location.pathname) } } },
  states: { ready: { description: 'The page is shown' } },
})
