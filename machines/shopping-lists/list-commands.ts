import type { ListLine, ShoppingList } from '#contract/shopping-lists'
import type { ListedProduct } from '../catalogue/products.ts'

/** Where the lists are kept: on the device for guests, and for customers of a gateway without shopping lists. */
export type KeptOn = 'device' | 'gateway'

/** The ids of lists on the device are above this one; those of the gateway are below. */
export const deviceListIds = 900_000_000

/** A list that is not confirmed has an id above this one; commands that name it get the list's own id once that is known. */
export const provisionalListIds = 990_000_000

/** A change that is not confirmed; `productName` is for messages. `join`: the lists that were made as a guest become the customer's. */
export type ListChange =
  | { kind: 'create'; requestId: string; list: ShoppingList }
  | { kind: 'rename'; listId: number; name: string }
  | { kind: 'delete'; listId: number }
  | ({ kind: 'setLine'; listId: number; productName: string } & ListLine)
  | { kind: 'removeLine'; listId: number; productId: number; productName: string }
  | { kind: 'join'; requestId: string; lists: ShoppingList[] }

export type ListCommand = ListChange | { kind: 'read' }

/** The products that the shop has of those with these ids. */
export interface ReadListProducts {
  productIds: number[]
  products: ListedProduct[]
}

/** The lists with the changes that are not confirmed. */
export interface KnownLists {
  /** The confirmed lists, the oldest first. */
  lists: ShoppingList[]
  /** In order; the first is the one in flight, if one is. */
  pendingCommands: ListCommand[]
}

/** The lists that a change creates; none if it creates no list. */
export const createdBy = (change: ListCommand): ShoppingList[] =>
  change.kind === 'create' ? [change.list] : change.kind === 'join' ? change.lists : []

/** A list with the products of another one that it does not have: one that is created joins the one with its name, as at the gateway. */
export const joined = (list: ShoppingList, other: Pick<ShoppingList, 'lines'>): ShoppingList => ({
  ...list,
  lines: [
    ...list.lines,
    ...other.lines.filter(line => !list.lines.some(({ productId }) => productId === line.productId)),
  ],
})

/** The lines with one that is new, or has another quantity. */
export const withLine = (lines: readonly ListLine[], { productId, quantity }: ListLine): ListLine[] =>
  lines.some(line => line.productId === productId)
    ? lines.map(line => (line.productId === productId ? { productId, quantity } : line))
    : [...lines, { productId, quantity }]

/** The lines without a product. */
export const withoutLine = (lines: readonly ListLine[], productId: number): ListLine[] =>
  lines.filter(line => line.productId !== productId)

/** The lists with those that are created. */
function withCreated(lists: ShoppingList[], created: readonly ShoppingList[]): ShoppingList[] {
  const isNew = ({ name }: ShoppingList) => !lists.some(list => list.name === name)
  const same = (list: ShoppingList) => created.find(({ name }) => name === list.name)
  return [...lists.map(list => joined(list, same(list) ?? list)), ...created.filter(isNew)]
}

/** The lists after a command. */
export function afterCommand(lists: ShoppingList[], command: ListCommand): ShoppingList[] {
  const changed = (listId: number, change: (list: ShoppingList) => ShoppingList) =>
    lists.map(list => (list.id === listId ? change(list) : list))
  switch (command.kind) {
    case 'rename':
      return changed(command.listId, list => ({ ...list, name: command.name }))
    case 'delete':
      return lists.filter(({ id }) => id !== command.listId)
    case 'setLine':
      return changed(command.listId, list => ({ ...list, lines: withLine(list.lines, command) }))
    case 'removeLine':
      return changed(command.listId, list => ({
        ...list,
        lines: withoutLine(list.lines, command.productId),
      }))
    default:
      return withCreated(lists, createdBy(command))
  }
}

/** The lists with some of them as they are confirmed now. */
export const withConfirmed = (lists: readonly ShoppingList[], confirmed: readonly ShoppingList[]): ShoppingList[] => [
  ...lists.map(list => confirmed.find(({ id }) => id === list.id) ?? list),
  ...confirmed.filter(
    ({ id }, at) => !lists.some(list => list.id === id) && confirmed.findIndex(one => one.id === id) === at,
  ),
]

/**
 * Queues a command. It replaces an earlier one about the same thing that is not in flight, so that the last one wins; a list that is
 * deleted needs no other change.
 */
export function withCommand(pendingCommands: readonly ListCommand[], command: ListCommand): ListCommand[] {
  const isReplaced = (one: ListCommand): boolean => {
    if (!('listId' in one) || !('listId' in command) || one.listId !== command.listId) return false
    if (command.kind === 'delete') return true
    if (one.kind === 'rename' || command.kind === 'rename') return one.kind === command.kind
    return 'productId' in one && 'productId' in command && one.productId === command.productId
  }
  return [...pendingCommands.filter((one, index) => index === 0 || !isReplaced(one)), command]
}

/**
 * The commands after the first one, which was confirmed.
 *
 * @param ids - the id of each list that it has created, by the id that the list had before
 */
export const afterConfirmation = (pendingCommands: readonly ListCommand[], ids: ReadonlyMap<number, number>) =>
  pendingCommands
    .slice(1)
    .map(command => ('listId' in command ? { ...command, listId: ids.get(command.listId) ?? command.listId } : command))

/** The commands after the first one, which was refused: without those about a list that it would have created. */
export const afterRefusal = ([first, ...others]: readonly ListCommand[]): ListCommand[] => {
  const missing = first?.kind === 'create' ? first.list.id : null
  return others.filter(command => !('listId' in command) || command.listId !== missing)
}
