import { and, asc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { AddedLines, NewCartLines, RefusedLine } from '#contract/bulk-add'
import { largestQuantity, type CartLine, type NewCartLine, type RemovedLine } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import { formatAmount, toDollars } from '#contract/money'
import { stockStatus } from '#contract/offer'
import type { LineChoice } from '#contract/substitution'
import { lockCustomer } from '../customers/customers.ts'
import { checkOptionalField } from '../customers/form-rules.ts'
import type { Database } from '../database/database.ts'
import { releaseUnpaid } from '../stock/reservations.ts'
import { clampId, isId, newId } from '../database/ids.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import {
  fullName,
  multiBuyFields,
  productColumns,
  stockStatusOf,
  unitPrice,
  type ProductRow,
} from '../catalogue/products.ts'
import { conflictRefusal, notFound, Refused, softRefusal } from '../requests/refusals.ts'
import { cartLines, carts, products } from '../database/schema.ts'

const columns = {
  ...productColumns,
  lineId: cartLines.id,
  sessionId: cartLines.sessionId,
  quantity: cartLines.quantity,
  substitution: cartLines.substitution,
  note: cartLines.note,
}

/** A cart line with its product. */
export type LineRow = ProductRow &
  Pick<typeof cartLines.$inferSelect, 'sessionId' | 'quantity' | 'substitution' | 'note'> & { lineId: string }

const selectLines = (database: Database) =>
  database.select(columns).from(cartLines).innerJoin(products, eq(products.id, cartLines.productId)).$dynamic()

/**
 * Finds the session of a request.
 *
 * A guest's cart is opened by its session id, a customer's by their token only. A customer who names an unknown
 * session, or none, gets their own cart.
 *
 * @param customerId - of a valid token
 * @returns null if there is no such cart
 */
export async function findSession(
  database: Database,
  named: string | null,
  customerId: string | null,
): Promise<string | null> {
  const [cart] =
    named === null
      ? []
      : await database
          .select()
          .from(carts)
          .where(and(eq(carts.sessionId, named), isOpenTo(customerId)))
  if (cart !== undefined) return cart.sessionId
  return customerId === null ? null : findCustomerSession(database, customerId)
}

/** Returns null if the customer has no cart. */
export async function findCustomerSession(database: Database, customerId: string): Promise<string | null> {
  const [cart] = await database.select().from(carts).where(eq(carts.customerId, customerId))
  return cart?.sessionId ?? null
}

const isOpenTo = (customerId: string | null) =>
  customerId === null ? isNull(carts.customerId) : or(isNull(carts.customerId), eq(carts.customerId, customerId))

/** The lines of a cart in the order they were added, at current prices; empty for an unknown session. */
export async function readCart(
  database: Database,
  pictures: PicturePaths,
  sessionId: string | null,
): Promise<CartLine[]> {
  if (sessionId === null) return []
  const rows = await selectLines(database).where(eq(cartLines.sessionId, sessionId)).orderBy(asc(cartLines.sequence))
  return rows.map(row => toCartLine(row, pictures))
}

/** Reads the lines of a cart and locks their products until the transaction ends. */
export const lockLines = (transaction: Database, sessionId: string): Promise<LineRow[]> =>
  selectLines(transaction)
    .where(eq(cartLines.sessionId, sessionId))
    .orderBy(asc(products.id)) // The same order everywhere, or two orders could deadlock.
    .for('no key update', { of: products })

/**
 * Locks a cart until the transaction ends.
 *
 * @param customerId - null for a guest
 * @returns false if the session is unknown to them
 */
export async function lockCart(transaction: Database, sessionId: string, customerId: string | null): Promise<boolean> {
  const rows = await transaction
    .select()
    .from(carts)
    .where(and(eq(carts.sessionId, sessionId), isOpenTo(customerId)))
    .for('update')
  return rows.length > 0
}

/**
 * Adds a product to a cart, on top of the quantity it has. An unknown session gets a new cart for a guest, and the
 * customer's own cart for a customer.
 */
export async function addLine(
  transaction: Database,
  pictures: PicturePaths,
  request: NewCartLine,
  customerId: string | null,
): Promise<CartLine> {
  const { productId, quantity, mySessionId } = request
  const sessionId = await lockOrCreateCart(transaction, mySessionId, customerId)
  await releaseUnpaid(transaction, [sessionId])
  await addToCart(transaction, sessionId, productId, quantity)
  const [row] = await selectLines(transaction).where(isLineOf(sessionId, productId))
  return toCartLine(row!, pictures)
}

const isLineOf = (sessionId: string, productId: number) =>
  and(eq(cartLines.sessionId, sessionId), eq(cartLines.productId, clampId(productId)))

/**
 * Adds a quantity of a product to a locked cart.
 *
 * @throws Refused before anything was written
 */
async function addToCart(transaction: Database, sessionId: string, productId: number, quantity: number): Promise<void> {
  const product = await readProductForSale(transaction, productId)
  const [line] = await transaction.select().from(cartLines).where(isLineOf(sessionId, productId))
  const wanted = quantity + (line?.quantity ?? 0)
  refuseUnavailable(product, wanted)
  await refuseTooLarge(transaction, sessionId, product, wanted)
  if (line === undefined) await transaction.insert(cartLines).values({ id: newId(), sessionId, productId, quantity })
  else await transaction.update(cartLines).set({ quantity: wanted }).where(eq(cartLines.id, line.id))
}

/**
 * Adds several products to a cart, as `addLine` adds one. Those that are refused do not prevent the others. If all are refused nothing is
 * changed: there is no new cart, and a payment of the cart goes on.
 *
 * @returns for each refused product why, and how many of it can still be added
 */
export async function addLines(
  transaction: Database,
  request: NewCartLines,
  customerId: string | null,
): Promise<AddedLines> {
  try {
    return await transaction.transaction(nested => addSome(nested, request, customerId))
  } catch (error) {
    if (!(error instanceof NothingAdded)) throw error
    const sessionId = await findSession(transaction, request.mySessionId, customerId)
    return { sessionId, added: [], refused: error.refused }
  }
}

/** Rolls back what was done for products that were all refused. */
class NothingAdded extends Error {
  constructor(readonly refused: RefusedLine[]) {
    super('Every product was refused')
  }
}

/** @throws NothingAdded if all products are refused */
async function addSome(
  transaction: Database,
  { lines, mySessionId }: NewCartLines,
  customerId: string | null,
): Promise<AddedLines> {
  const sessionId = await lockOrCreateCart(transaction, mySessionId, customerId)
  await releaseUnpaid(transaction, [sessionId])
  const added: number[] = []
  const refused: RefusedLine[] = []
  for (const { productId, quantity } of lines) {
    try {
      await addToCart(transaction, sessionId, productId, quantity)
      added.push(productId)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const [line] = await transaction.select().from(cartLines).where(isLineOf(sessionId, productId))
      const inStock = error.conflicts.find(({ about }) => about === 'stock')?.left ?? 0
      const left = Math.max(inStock - (line?.quantity ?? 0), 0)
      refused.push({ productId, message: error.message, left })
    }
  }
  if (added.length === 0) throw new NothingAdded(refused)
  return { sessionId, added, refused }
}

/** A change of a line: what is absent stays as it is. */
interface LineChange extends LineChoice {
  id: string
  quantity: number
}

/**
 * Sets the quantity of a line, and what the shopper wants if it has run out.
 *
 * @throws Refused 404 if the line is gone, softly 409 if the stock is too low, 400 for a note that is not plain text
 */
export async function changeLine(
  transaction: Database,
  pictures: PicturePaths,
  { id, quantity, substitution, note }: LineChange,
  customerId: string | null,
): Promise<CartLine> {
  const before = await lockLine(transaction, id, customerId)
  await touchCart(transaction, before.sessionId)
  const row = { ...before, ...(await storeChoice(transaction, id, { substitution, note })) }
  if (quantity === row.quantity) return toCartLine(row, pictures)
  await releaseUnpaid(transaction, [row.sessionId])
  if (quantity > row.quantity) {
    refuseUnavailable(await readProductForSale(transaction, row.id), quantity)
    await refuseTooLarge(transaction, row.sessionId, row, quantity)
  }
  await transaction.update(cartLines).set({ quantity }).where(eq(cartLines.id, id))
  return toCartLine({ ...row, quantity }, pictures)
}

/** The note stays as it was typed: its field shows it again while it is being typed. */
async function storeChoice(transaction: Database, id: string, { substitution, note }: LineChoice) {
  const changed = {
    ...(substitution !== undefined && { substitution }),
    ...(note !== undefined && { note: checkOptionalField('note', note) === null ? null : note }),
  }
  if (Object.keys(changed).length > 0) await transaction.update(cartLines).set(changed).where(eq(cartLines.id, id))
  return changed
}

/** Removes a line from its cart and returns it. */
export async function removeLine(transaction: Database, id: string, customerId: string | null): Promise<RemovedLine> {
  const row = await lockLine(transaction, id, customerId)
  await releaseUnpaid(transaction, [row.sessionId])
  await transaction.delete(cartLines).where(eq(cartLines.id, id))
  return { id, quantity: row.quantity, totalPrice: toDollars(unitPrice(row) * row.quantity) }
}

/**
 * Makes a guest's cart the customer's. If the customer has a cart, the guest's lines move into it and replace lines of
 * the same products: they are the most recent choice.
 *
 * @param sessionId - of the guest; null, unknown or another customer's session is ignored
 * @returns the session of the customer's cart; null if there is none
 */
export async function adoptCart(
  transaction: Database,
  customerId: string,
  sessionId: string | null,
): Promise<string | null> {
  await lockCustomer(transaction, customerId)
  const isGuestCart = sessionId !== null && (await lockCart(transaction, sessionId, null))
  const own = await lockCustomerCart(transaction, customerId)
  if (!isGuestCart) return own
  if (own === null) {
    await transaction.update(carts).set({ customerId }).where(eq(carts.sessionId, sessionId))
    await touchCart(transaction, sessionId)
    return sessionId
  }
  await moveLines(transaction, own, sessionId)
  return own
}

/** Lines of the same product are replaced; the others keep their position, and moved lines keep their id. */
async function moveLines(transaction: Database, own: string, guestSessionId: string): Promise<void> {
  await releaseUnpaid(transaction, [own, guestSessionId])
  const brought = transaction
    .select({ productId: cartLines.productId })
    .from(cartLines)
    .where(eq(cartLines.sessionId, guestSessionId))
  await transaction.delete(cartLines).where(and(eq(cartLines.sessionId, own), inArray(cartLines.productId, brought)))
  await transaction.update(cartLines).set({ sessionId: own }).where(eq(cartLines.sessionId, guestSessionId))
  await transaction.delete(carts).where(eq(carts.sessionId, guestSessionId))
  await touchCart(transaction, own)
}

/** Deletes guests' carts not used for 30 days. Customers' carts stay. */
export async function deleteUnusedCarts(database: Database): Promise<void> {
  await database
    .delete(carts)
    .where(and(isNull(carts.customerId), lt(carts.lastUsedAt, sql`now() - interval '30 days'`)))
}

/**
 * @param wanted - the total quantity in the cart
 * @throws Refused softly, with a message that names the product
 */
function refuseUnavailable(product: ProductRow, wanted: number): void {
  const conflict = findStockConflict(product, wanted)
  if (conflict !== null) throw conflictRefusal([conflict])
}

/** The largest subtotal of an order, in cents: with the fee it fits the columns of amounts. */
export const largestSubtotal = 2_000_000_000

export const tooLarge = `One order can be at most ${formatAmount(largestSubtotal)}. Please choose less.`

/** @throws Refused softly if the cart with this quantity of a product could not be ordered; multi-buys are left out, they only lower what it costs */
async function refuseTooLarge(transaction: Database, sessionId: string, product: ProductRow, wanted: number) {
  const [others] = await transaction
    .select({
      cents: sql<string>`coalesce(sum(coalesce(${products.specialPrice}, ${products.price})::bigint * ${cartLines.quantity}), 0)`,
    })
    .from(cartLines)
    .innerJoin(products, eq(products.id, cartLines.productId))
    .where(and(eq(cartLines.sessionId, sessionId), ne(cartLines.productId, product.id)))
  if (Number(others!.cents) + unitPrice(product) * wanted > largestSubtotal) throw softRefusal(409, tooLarge)
}

/** The conflict if a quantity of a product cannot be sold; null if it can. */
export function findStockConflict(product: ProductRow, wanted: number): Conflict | null {
  const { id: productId, name, stock } = product
  const status = stockStatusOf(product)
  const left = status === stockStatus.inStock ? Math.min(stock, largestQuantity) : 0
  if (wanted <= left) return null
  return { about: 'stock', productId, left, message: describeStock(name, stock, status, wanted) }
}

function describeStock(name: string, stock: number, status: number, wanted: number): string {
  if (status === stockStatus.outOfStock || stock === 0) return `${name} is out of stock.`
  if (status !== stockStatus.inStock) return `${name} cannot be ordered yet.`
  if (wanted > largestQuantity) return `The most you can order is ${largestQuantity}: ${name}`
  return `Only ${stock} left: ${name}`
}

async function readProductForSale(transaction: Database, id: number): Promise<ProductRow> {
  const [product] = isId(id) ? await transaction.select(productColumns).from(products).where(eq(products.id, id)) : []
  if (product === undefined) throw notFound('This product does not exist.')
  return product
}

/** Locks the cart that a product is added to until the transaction ends; creates it if needed. */
async function lockOrCreateCart(
  transaction: Database,
  named: string | null,
  customerId: string | null,
): Promise<string> {
  const isKnown = named !== null && (await lockCart(transaction, named, customerId))
  if (!isKnown && customerId !== null) await lockCustomer(transaction, customerId)
  const own = isKnown || customerId === null ? null : await lockCustomerCart(transaction, customerId)
  const known = isKnown ? named : own
  if (known !== null) {
    await touchCart(transaction, known)
    return known
  }
  const sessionId = newId()
  await transaction.insert(carts).values({ sessionId, customerId })
  return sessionId
}

/** The customer is locked already. A concurrent order may have deleted the cart in the meantime. */
async function lockCustomerCart(transaction: Database, customerId: string): Promise<string | null> {
  const own = await findCustomerSession(transaction, customerId)
  return own !== null && (await lockCart(transaction, own, customerId)) ? own : null
}

/**
 * Locks the cart, then reads the line again: a concurrent order deletes it first, or waits. Another customer's line is
 * not found.
 */
async function lockLine(transaction: Database, id: string, customerId: string | null): Promise<LineRow> {
  const [line] = await selectLines(transaction).where(eq(cartLines.id, id))
  const known = line !== undefined && (await lockCart(transaction, line.sessionId, customerId))
  const [row] = known ? await selectLines(transaction).where(eq(cartLines.id, id)) : []
  if (row === undefined) throw notFound('This item is no longer in your cart.')
  return row
}

const touchCart = (transaction: Database, sessionId: string) =>
  transaction
    .update(carts)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(carts.sessionId, sessionId))

const toCartLine = (row: LineRow, pictures: PicturePaths): CartLine => ({
  id: row.lineId,
  productId: row.id,
  productName: fullName(row),
  productImage: pictures.ofProduct(row, 'front'),
  quantity: row.quantity,
  totalPrice: toDollars(unitPrice(row) * row.quantity),
  sessionId: row.sessionId,
  productPrice: toDollars(unitPrice(row)),
  ...(unitPrice(row) < row.price ? { regularPrice: toDollars(row.price) } : {}),
  ...(row.weighed !== null && { weighed: row.weighed }),
  ...multiBuyFields({ ...row, price: unitPrice(row) }),
  // also without a choice: the shop offers one where it is present
  substitution: row.substitution,
  ...(row.note !== null && { note: row.note }),
})
