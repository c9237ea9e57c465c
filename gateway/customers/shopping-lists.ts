import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import {
  listNameError,
  mostListLines,
  mostLists,
  plainListName,
  tooManyListLines,
  tooManyLists,
  type ListLine,
  type NewList,
  type ShoppingList,
} from '#contract/shopping-lists'
import type { Database } from '../database/database.ts'
import { products, shoppingListLines, shoppingLists } from '../database/schema.ts'
import { fieldRefusal, notFound, softRefusal } from '../requests/refusals.ts'
import { lockCustomer } from './customers.ts'

/** The shopping lists of a customer with their lines, the oldest first. */
export async function listShoppingLists(database: Database, customerId: string): Promise<ShoppingList[]> {
  const lists = await database
    .select({
      id: shoppingLists.id,
      name: shoppingLists.name,
      isShared: sql<boolean>`${shoppingLists.linkHash} is not null`,
    })
    .from(shoppingLists)
    .where(eq(shoppingLists.customerId, customerId))
    .orderBy(asc(shoppingLists.id))
  const lines = await database
    .select({
      listId: shoppingListLines.listId,
      productId: shoppingListLines.productId,
      quantity: shoppingListLines.quantity,
    })
    .from(shoppingListLines)
    .innerJoin(shoppingLists, eq(shoppingLists.id, shoppingListLines.listId))
    .where(eq(shoppingLists.customerId, customerId))
    .orderBy(asc(shoppingListLines.sequence))
  return lists.map(list => ({
    ...list,
    lines: lines.flatMap(({ listId, ...line }) => (listId === list.id ? [line] : [])),
  }))
}

/**
 * Creates lists, all or none. One whose name the customer has gets the products that it does not have. Products that the shop does not
 * have are left out.
 *
 * @returns the requested lists in their order, with all their lines
 * @throws Refused softly 409 if there would be too many lists or products, 422 for a name without text
 */
export async function createShoppingLists(
  transaction: Database,
  customerId: string,
  wanted: readonly NewList[],
): Promise<{ lists: ShoppingList[] }> {
  await lockCustomer(transaction, customerId)
  const ids: number[] = []
  for (const { name, lines } of wanted) {
    const id = await findOrCreate(transaction, customerId, requireName(name))
    await addLines(transaction, id, lines)
    ids.push(id)
  }
  const lists = await listShoppingLists(transaction, customerId)
  return { lists: ids.map(id => lists.find(list => list.id === id)!) }
}

/** @returns the id of the list */
async function findOrCreate(transaction: Database, customerId: string, name: string): Promise<number> {
  const isNamed = and(eq(shoppingLists.customerId, customerId), eq(shoppingLists.name, name))
  const [known] = await transaction.select({ id: shoppingLists.id }).from(shoppingLists).where(isNamed)
  if (known) return known.id
  if ((await transaction.$count(shoppingLists, eq(shoppingLists.customerId, customerId))) >= mostLists)
    throw softRefusal(409, tooManyLists)
  const [created] = await transaction
    .insert(shoppingLists)
    .values({ customerId, name })
    .returning({ id: shoppingLists.id })
  return created!.id
}

/** Adds the products that the shop has and that are not on the list. */
async function addLines(transaction: Database, listId: number, lines: readonly ListLine[]): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ productId }) => productId)
  const sold = await transaction.select({ id: products.id }).from(products).where(inArray(products.id, ids))
  const present = await transaction
    .select({ id: shoppingListLines.productId })
    .from(shoppingListLines)
    .where(eq(shoppingListLines.listId, listId))
  const [isSold, isPresent] = [new Set(sold.map(({ id }) => id)), new Set(present.map(({ id }) => id))]
  const added = [...new Map(lines.map(({ productId, quantity }) => [productId, quantity]))].filter(
    ([id]) => isSold.has(id) && !isPresent.has(id),
  )
  if (present.length + added.length > mostListLines) throw softRefusal(409, tooManyListLines)
  // the identity column numbers them in this order
  for (const [productId, quantity] of added)
    await transaction.insert(shoppingListLines).values({ listId, productId, quantity })
}

/** @throws Refused 404 if the customer has no such list, softly 409 if another one has the name, 422 for a name without text */
export async function renameShoppingList(
  transaction: Database,
  customerId: string,
  listId: number,
  typed: string,
): Promise<void> {
  await lockCustomer(transaction, customerId)
  await requireList(transaction, customerId, listId)
  const name = requireName(typed)
  const isOther = and(
    eq(shoppingLists.customerId, customerId),
    eq(shoppingLists.name, name),
    ne(shoppingLists.id, listId),
  )
  if ((await transaction.$count(shoppingLists, isOther)) > 0)
    throw Object.assign(softRefusal(409, listNameError(name, [name])!), { field: 'name' })
  await transaction.update(shoppingLists).set({ name }).where(eq(shoppingLists.id, listId))
}

/** Deletes a list. One that the customer does not have counts as deleted. */
export async function deleteShoppingList(database: Database, customerId: string, listId: number): Promise<void> {
  await database.delete(shoppingLists).where(isOwn(customerId, listId))
}

/**
 * Puts a product on a list, or sets its quantity.
 *
 * @throws Refused 404 if the customer has no such list or the shop no such product, softly 409 if the list is full
 */
export async function setListLine(
  transaction: Database,
  customerId: string,
  listId: number,
  { productId, quantity }: ListLine,
): Promise<void> {
  await lockCustomer(transaction, customerId)
  await requireList(transaction, customerId, listId)
  if ((await transaction.$count(products, eq(products.id, productId))) === 0)
    throw notFound('This product does not exist.')
  const isLine = and(eq(shoppingListLines.listId, listId), eq(shoppingListLines.productId, productId))
  const changed = await transaction
    .update(shoppingListLines)
    .set({ quantity })
    .where(isLine)
    .returning({ listId: shoppingListLines.listId })
  if (changed.length > 0) return
  if ((await transaction.$count(shoppingListLines, eq(shoppingListLines.listId, listId))) >= mostListLines)
    throw softRefusal(409, tooManyListLines)
  await transaction.insert(shoppingListLines).values({ listId, productId, quantity })
}

/** Removes a product from a list. One that is not on it counts as removed. */
export async function removeListLine(
  database: Database,
  customerId: string,
  listId: number,
  productId: number,
): Promise<void> {
  const own = database.select({ id: shoppingLists.id }).from(shoppingLists).where(isOwn(customerId, listId))
  await database
    .delete(shoppingListLines)
    .where(and(inArray(shoppingListLines.listId, own), eq(shoppingListLines.productId, productId)))
}

const isOwn = (customerId: string, listId: number) =>
  and(eq(shoppingLists.id, listId), eq(shoppingLists.customerId, customerId))

/** @throws Refused 404 */
export async function requireList(transaction: Database, customerId: string, listId: number): Promise<void> {
  if ((await transaction.$count(shoppingLists, isOwn(customerId, listId))) === 0)
    throw notFound('This list does not exist.')
}

/** The name as it is stored. @throws Refused softly 422 if it has no text */
function requireName(typed: string): string {
  const error = listNameError(typed, [])
  if (error !== null) throw fieldRefusal('name', error)
  return plainListName(typed)
}
