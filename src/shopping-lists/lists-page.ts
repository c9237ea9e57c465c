import type { Environment } from '../effects/environment.ts'
import { shoppingListsWith } from '../effects/shopping-lists.ts'
import { listPicker } from './list-picker.ts'
import { ListPicker } from './ListPicker.tsx'

export { ShoppingListsScreen as Screen } from './ShoppingListsScreen.tsx'

/** The page's machine with its effects. From now on the choice of lists can be shown. */
export const machine = (environment: Environment) => {
  listPicker.Picker = ListPicker
  return shoppingListsWith(environment)
}

/** Starts the machine for the button of another page, and has it read the lists. */
export async function prefetch(
  environment: Environment,
  _pathname: string,
  load: (page: 'lists') => Promise<unknown>,
): Promise<void> {
  const shop = environment.shop!()
  await load('lists')
  const { visitId, account } = shop.getSnapshot().context
  shop.send({ type: 'machine.start', machine: 'shoppingLists', event: { type: 'lists.open', visitId, account } })
}
