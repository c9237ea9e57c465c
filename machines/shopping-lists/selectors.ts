import { longestListName, mostLists, listNameError, tooManyLists, type ShoppingList } from '#contract/shopping-lists'
import type { ListedProduct } from '../catalogue/products.ts'
import { afterCommand, type KnownLists } from './list-commands.ts'

/** The lists after the pending commands, the oldest first. */
export const shownLists = ({ lists, pendingCommands }: KnownLists): ShoppingList[] =>
  pendingCommands.reduce(afterCommand, lists)

/** The list with this id, after the pending commands; null if there is none. */
export const listWith = (context: KnownLists, listId: number | null): ShoppingList | null =>
  shownLists(context).find(({ id }) => id === listId) ?? null

/** How many of a product are on a list; 0 if it is not on it. */
export const quantityOn = (list: ShoppingList | null, productId: number): number =>
  list?.lines.find(line => line.productId === productId)?.quantity ?? 0

/** The products of the page's list that were not read. */
export const unreadListProducts = (context: KnownLists & { listId: number | null; readIds: number[] }): number[] =>
  (listWith(context, context.listId)?.lines ?? [])
    .map(({ productId }) => productId)
    .filter(id => !context.readIds.includes(id))

/** A product on the page's list, with its quantity. */
export interface ShownLine {
  product: ListedProduct
  quantity: number
}

/** The lines of the page's list whose product was read. Products that the shop no longer has are left out. */
export const shownLines = (context: KnownLists & { listId: number | null; products: ListedProduct[] }): ShownLine[] =>
  (listWith(context, context.listId)?.lines ?? []).flatMap(({ productId, quantity }) => {
    const product = context.products.find(({ id }) => id === productId)
    return product ? [{ product, quantity }] : []
  })

/** The name of a copy of a list: its own, or with a number if the shopper has a list with that name. */
export function nameOfCopy(context: KnownLists, name: string): string {
  const names = shownLists(context).map(list => list.name)
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` (${number})`
    const copy = name.slice(0, longestListName - ending.length) + ending
    if (!names.includes(copy)) return copy
  }
}

/** Why a list with the typed name can't be created; null if it can. */
export function creationError(context: KnownLists & { typedName: string }): string | null {
  const lists = shownLists(context)
  const error = listNameError(
    context.typedName,
    lists.map(({ name }) => name),
  )
  return error ?? (lists.length >= mostLists ? tooManyLists : null)
}

/** Why the page's list can't have the typed name; null if it can. */
export const renamingError = (context: KnownLists & { typedName: string; listId: number | null }): string | null =>
  listNameError(
    context.typedName,
    shownLists(context).flatMap(({ id, name }) => (id === context.listId ? [] : [name])),
  )
