import type { AnyMachineSnapshot } from 'xstate'
import { menusMachine } from '#machines/menus/menus'
import type { Model } from '#tools/walks/graph'

/** The menus of the layout. */
export const menusModel: Model = {
  machine: menusMachine,
  cases: () => [
    { type: 'menus.toggle', menu: 'drawer' },
    { type: 'menus.toggle', menu: 'cart' },
    { type: 'menus.toggle', menu: 'account' },
    { type: 'menus.close' },
    { type: 'menus.toggleCategory', id: 1 },
    { type: 'menus.toggleSide' },
  ],
  key: (state: AnyMachineSnapshot) => JSON.stringify([state.value, state.context]),
}
