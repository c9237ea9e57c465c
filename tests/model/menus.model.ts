import type { AnyMachineSnapshot } from 'xstate'
import { menusMachine } from '#machines/menus/menus'
import type { Model } from '#tools/walks/graph'

/** Everything in the layout that opens and closes. */
export const menusModel: Model = {
  machine: menusMachine,
  cases: () => [
    { type: 'menus.toggle', menu: 'drawer' },
    { type: 'menus.toggle', menu: 'cart' },
    { type: 'menus.toggle', menu: 'account' },
    { type: 'menus.close' },
    { type: 'menus.toggleCategory', id: 1 },
    { type: 'menus.toggleSide' },
    { type: 'page.shown', page: 'list' },
    { type: 'page.shown', page: 'checkout' },
    { type: 'page.shown', page: 'account' },
  ],
  key: (state: AnyMachineSnapshot) => JSON.stringify([state.value, state.context]),
}
