import { array, boolean, optional, size, string, type, type Infer } from 'superstruct'
import { largestBulk } from './bulk-add.ts'
import { quantity } from './cart.ts'
import { requestId, wholeId } from './ids.ts'
import { listOf, nothing, one, read, remove, write } from './route.ts'
import { isBlank } from './visible-text.ts'

/** The most shopping lists that a shopper can have. */
export const mostLists = 20

/** The most products on a shopping list: as many as are added to the cart at once. */
export const mostListLines = largestBulk

/** Why a list can't be created. */
export const tooManyLists = `You can have up to ${mostLists} lists. Please delete one of them first.`

/** Why a product can't be put on a list. */
export const tooManyListLines = `A list can have up to ${mostListLines} products.`

/** The longest name of a shopping list, in UTF-16 code units. */
export const longestListName = 40

/** A product on a shopping list. */
export const listLine = type({ productId: wholeId, quantity })
export type ListLine = Infer<typeof listLine>

/**
 * A shopping list. Its lines are in the order in which they were added. `isShared`: whether a link to it works; absent in the answer of a
 * gateway whose lists can't be shared.
 */
export const shoppingList = type({ id: wholeId, name: string(), lines: array(listLine), isShared: optional(boolean()) })
export type ShoppingList = Infer<typeof shoppingList>

/** The name of a list. */
export const listName = size(string(), 1, longestListName)

/** The products of a new list. */
export const newListLines = size(array(listLine), 0, mostListLines)

/** A list to create. */
export const newList = type({ name: listName, lines: newListLines })
export type NewList = Infer<typeof newList>

/** The lists to create: one that the shopper has named, or those that a guest had before the login. */
export const newLists = size(array(newList), 1, mostLists)

/** The body of POST /lists. */
export const newShoppingLists = type({ lists: newLists, requestId: optional(requestId) })
export type NewShoppingLists = Infer<typeof newShoppingLists>

/** The body of PUT /lists/{listId}. */
export const listRenaming = type({ name: listName })
export type ListRenaming = Infer<typeof listRenaming>

/** The body of PUT /lists/{listId}/lines/{productId}. */
export const listLineChange = type({ quantity })
export type ListLineChange = Infer<typeof listLineChange>

/** The requested lists, in their order. */
export const createdLists = type({ lists: array(shoppingList) })

/** The name of a list as it is stored: without spaces around it, and single ones in it. */
export const plainListName = (typed: string): string => typed.replace(/\s+/gu, ' ').trim()

/** Why a name can't be that of a list; null if it can. @param names - of the shopper's other lists */
export function listNameError(typed: string, names: readonly string[]): string | null {
  const name = plainListName(typed)
  if (isBlank(name)) return 'Enter a name for the list.'
  if (name.length > longestListName) return `Enter a name of up to ${longestListName} characters.`
  return names.includes(name) ? 'You already have a list with this name.' : null
}

/** The API calls of shopping lists. They are not in the specification: a gateway without them answers 404. */
export const shoppingListRoutes = {
  shoppingLists: read('/lists', listOf(shoppingList)),
  createLists: write('POST', '/lists', newShoppingLists, one(createdLists)),
  renameList: write('PUT', '/lists/{listId}', listRenaming, nothing),
  deleteList: remove('/lists/{listId}', nothing),
  setListLine: write('PUT', '/lists/{listId}/lines/{productId}', listLineChange, nothing),
  removeListLine: remove('/lists/{listId}/lines/{productId}', nothing),
} as const
