import { assign, setup } from 'xstate'

/** The dropdowns and the drawer; at most one is open. */
export type MenuName = 'drawer' | 'cart' | 'account'

export type MenusEvent =
  | { type: 'menus.toggle'; menu: MenuName }
  | { type: 'menus.close' }
  | { type: 'menus.toggleCategory'; id: number }
  | { type: 'menus.toggleSide' }

/**
 * Everything in the layout that opens and closes.
 *
 * - Opening one dropdown closes the others, and navigation closes all of them.
 * - Expanding a category does not change the others. It closes an open dropdown, but not the drawer that it is in.
 * - The side menu of the account pages is hidden and shown only by the shopper.
 */
export const menusMachine = setup({
  types: { context: {} as { expanded: number[] }, events: {} as MenusEvent, tags: {} as 'busy' },
  guards: {
    /** The menu is the drawer with the side menu. */
    isDrawer: (_, menu: MenuName) => menu === 'drawer',
    /** The menu is the cart's dropdown. */
    isCart: (_, menu: MenuName) => menu === 'cart',
    /** The menu is the account's dropdown. */
    isAccount: (_, menu: MenuName) => menu === 'account',
  },
  actions: {
    toggleCategory: assign({
      expanded: ({ context }, id: number) =>
        context.expanded.includes(id) ? context.expanded.filter(one => one !== id) : [...context.expanded, id],
    }),
  },
}).createMachine({
  id: 'menus',
  description: 'The menus of the layout that open and close',
  context: { expanded: [] },
  type: 'parallel',
  states: {
    dropdown: {
      description: "Cart, account menu and the phone's side menu",
      initial: 'closed',
      on: {
        'menus.toggle': [
          { guard: { type: 'isDrawer', params: ({ event }) => event.menu }, target: '.drawer' },
          { guard: { type: 'isCart', params: ({ event }) => event.menu }, target: '.cart' },
          { guard: { type: 'isAccount', params: ({ event }) => event.menu }, target: '.account' },
        ],
        'menus.close': '.closed',
        'menus.toggleCategory': {
          target: '.closed',
          actions: { type: 'toggleCategory', params: ({ event }) => event.id },
        },
      },
      states: {
        closed: { description: 'Nothing is open' },
        drawer: {
          description: 'The side menu of small screens',
          on: {
            'menus.toggle': {
              guard: { type: 'isDrawer', params: ({ event }) => event.menu },
              target: 'closed',
            },
            'menus.toggleCategory': { actions: { type: 'toggleCategory', params: ({ event }) => event.id } },
          },
        },
        cart: {
          description: 'The cart dropdown',
          on: {
            'menus.toggle': {
              guard: { type: 'isCart', params: ({ event }) => event.menu },
              target: 'closed',
            },
          },
        },
        account: {
          description: 'The account dropdown',
          on: {
            'menus.toggle': {
              guard: { type: 'isAccount', params: ({ event }) => event.menu },
              target: 'closed',
            },
          },
        },
      },
    },
    accountSide: {
      description: "The side menu of the account's pages, on wide screens",
      initial: 'shown',
      states: {
        shown: {
          description: 'The side menu is shown',
          on: { 'menus.toggleSide': 'hidden' },
        },
        hidden: {
          description: 'The side menu is hidden',
          on: { 'menus.toggleSide': 'shown' },
        },
      },
    },
  },
})
