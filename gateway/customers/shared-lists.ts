import { createHash, randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { SharedList } from '#contract/shared-lists'
import type { ListLine } from '#contract/shopping-lists'
import type { Database } from '../database/database.ts'
import { shoppingListLines, shoppingLists } from '../database/schema.ts'
import { softRefusal } from '../requests/refusals.ts'
import { lockCustomer } from './customers.ts'
import { removeListLine, requireList, setListLine } from './shopping-lists.ts'

/**
 * Makes a link to a customer's list. A link that the list had before ends. Only the hash of the key is stored, so that the key can't be
 * read again.
 *
 * @throws Refused 404 if the customer has no such list
 */
export async function shareList(transaction: Database, customerId: string, listId: number): Promise<{ key: string }> {
  await lockCustomer(transaction, customerId)
  await requireList(transaction, customerId, listId)
  const key = randomBytes(32).toString('base64url')
  await storeLink(transaction, listId, hashKey(key))
  return { key }
}

/** Ends the link to a list. One that has no link counts as not shared. @throws Refused 404 if the customer has no such list */
export async function stopSharingList(transaction: Database, customerId: string, listId: number): Promise<void> {
  await lockCustomer(transaction, customerId)
  await requireList(transaction, customerId, listId)
  await storeLink(transaction, listId, null)
}

const storeLink = (transaction: Database, listId: number, linkHash: string | null) =>
  transaction.update(shoppingLists).set({ linkHash }).where(eq(shoppingLists.id, listId))

/** The list to which a link leads. @throws Refused softly 410 if the link does not work */
export async function readSharedList(database: Database, key: string): Promise<SharedList> {
  const { id, name } = await requireLink(database, key)
  const lines = await database
    .select({ productId: shoppingListLines.productId, quantity: shoppingListLines.quantity })
    .from(shoppingListLines)
    .where(eq(shoppingListLines.listId, id))
    .orderBy(asc(shoppingListLines.sequence))
  return { name, lines }
}

/**
 * Puts a product on a shared list, or sets its quantity; 0 removes it. The last change of a product wins.
 *
 * @returns the list after it, with the changes of others
 * @throws Refused softly 410 if the link does not work, 409 if the list is full, 404 if the shop has no such product
 */
export async function setSharedLine(transaction: Database, key: string, line: ListLine): Promise<SharedList> {
  const { customerId } = await requireLink(transaction, key)
  await lockCustomer(transaction, customerId)
  // the link may have ended before the lock was obtained
  const { id } = await requireLink(transaction, key)
  if (line.quantity === 0) await removeListLine(transaction, customerId, id, line.productId)
  else await setListLine(transaction, customerId, id, line)
  return readSharedList(transaction, key)
}

/** @throws Refused softly 410 */
async function requireLink(database: Database, key: string) {
  const [list] = await database
    .select()
    .from(shoppingLists)
    .where(eq(shoppingLists.linkHash, hashKey(key)))
  if (list === undefined) throw linkEnded()
  return list
}

const linkEnded = () => softRefusal(410, 'This link does not work any more.')

const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url')
