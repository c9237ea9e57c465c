import { array, integer, is, max, min, size, string, type, type Infer } from 'superstruct'
import {
  listLine,
  longestListName,
  mostListLines,
  mostLists,
  plainListName,
  tooManyListLines,
  tooManyLists,
  type ListLine,
  type NewList,
  type ShoppingList,
} from '#contract/shopping-lists'
import type { Refusal } from '#contract/refusal'
import { deviceListIds, joined, provisionalListIds, withLine } from '#machines/shopping-lists/list-commands'
import { ownKeyPrefix } from './order-keys.ts'

/** The key in `localStorage` of the shopping lists of a guest. */
export const listsKey = `${ownKeyPrefix}lists`

/** The longest stored text, in characters. */
const longestText = 100_000

const deviceList = type({
  id: max(min(integer(), deviceListIds + 1), provisionalListIds),
  name: size(string(), 1, longestListName),
  lines: size(array(listLine), 0, mostListLines),
})
/** `lastId`: ids of deleted lists are not used again. */
const stored = type({
  lastId: max(min(integer(), deviceListIds), provisionalListIds - 1),
  lists: size(array(deviceList), 0, mostLists),
})
type Stored = Infer<typeof stored>

/** The shopping lists on this device, the oldest first. */
export interface DeviceLists {
  list(): ShoppingList[]
  /** Creates a list; one whose name exists gets the products that it does not have. @throws Refusal beyond a limit */
  create(list: NewList): ShoppingList
  rename(listId: number, name: string): void
  remove(listIds: readonly number[]): void
  /** @throws Refusal if the list has as many products as it may */
  setLine(listId: number, line: ListLine): void
  removeLine(listId: number, productId: number): void
}

const full = (message: string): Refusal => ({ code: 'refused', status: 409, message })

/**
 * The shopping lists in a `Storage`; in memory until the next page load if the browser refuses. Each change begins with what is stored,
 * since other tabs change it too.
 *
 * @param storage - may throw, as browsers do if storage is blocked
 */
export function createDeviceLists(storage: () => Storage): DeviceLists {
  let memory: Stored = { lastId: deviceListIds, lists: [] }
  const read = (): Stored => {
    try {
      const text = storage().getItem(listsKey)
      const held: unknown = text !== null && text.length <= longestText ? JSON.parse(text) : null
      return is(held, stored) ? held : memory
    } catch {
      return memory
    }
  }
  const write = (held: Stored) => {
    const empty = { lastId: deviceListIds, lists: [] }
    try {
      if (held.lists.length > 0) storage().setItem(listsKey, JSON.stringify(held))
      else storage().removeItem(listsKey)
      memory = { ...empty, lastId: held.lastId }
    } catch {
      memory = held
    }
  }
  /** @throws Refusal if a list has too many products then */
  const change = (listId: number, changed: (list: ShoppingList) => ShoppingList): ShoppingList | null => {
    const { lastId, lists } = read()
    const before = lists.find(({ id }) => id === listId)
    if (!before) return null
    const after = changed(before)
    if (after.lines.length > mostListLines) throw full(tooManyListLines)
    write({ lastId, lists: lists.map(list => (list.id === listId ? after : list)) })
    return after
  }
  return {
    list: () => read().lists,
    create({ name: typed, lines }) {
      const name = plainListName(typed)
      const { lastId, lists } = read()
      const known = lists.find(list => list.name === name)
      if (known) return change(known.id, list => joined(list, { lines }))!
      if (lists.length >= mostLists) throw full(tooManyLists)
      const list = { id: Math.max(lastId, memory.lastId) + 1, name, lines: [...lines] }
      write({ lastId: list.id, lists: [...lists, list] })
      return list
    },
    rename: (listId, name) => void change(listId, list => ({ ...list, name: plainListName(name) })),
    remove(listIds) {
      const { lastId, lists } = read()
      write({ lastId, lists: lists.filter(({ id }) => !listIds.includes(id)) })
    },
    setLine: (listId, line) => void change(listId, list => ({ ...list, lines: withLine(list.lines, line) })),
    removeLine: (listId, productId) =>
      void change(listId, list => ({ ...list, lines: list.lines.filter(line => line.productId !== productId) })),
  }
}
