import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { largestQuantity, type CartLine, type NewCartLine, type RemovedLine } from '#contract/cart'
import { toDollars } from '#contract/money'
import { stockStatus } from '#contract/offer'
import type { Database } from './database.ts'
import { isId, newId } from './ids.ts'
import type { PictureNames } from './pictures.ts'
import { fullName, listed, statusOf, unitPrice, type Listed } from './products.ts'
import { notFound, softly } from './refused.ts'
import { cartLines, carts, products } from './schema.ts'

const columns = { ...listed, lineId: cartLines.id, sessionId: cartLines.sessionId, quantity: cartLines.quantity }

/** A line with its product, as the order needs it too. */
export type LineRow = Listed & Pick<typeof cartLines.$inferSelect, 'sessionId' | 'quantity'> & { lineId: string }

const lineRows = (database: Database) =>
  database.select(columns).from(cartLines).innerJoin(products, eq(products.id, cartLines.productId)).$dynamic()

/** The lines of a cart in the order they were added, at today's prices; none for an unknown session. */
export async function cartOf(database: Database, pictures: PictureNames, sessionId: string): Promise<CartLine[]> {
  const rows = await lineRows(database).where(eq(cartLines.sessionId, sessionId)).orderBy(asc(cartLines.place))
  return rows.map(row => onTheWire(row, pictures))
}

/** The lines of a cart with their products held, so that nobody else sells from them until the transaction ends. */
export const heldLines = (transaction: Database, sessionId: string): Promise<LineRow[]> =>
  lineRows(transaction)
    .where(eq(cartLines.sessionId, sessionId))
    .orderBy(asc(products.id)) // always in the same order, or two orders would wait for one another for ever
    .for('no key update', { of: products })

/**
 * Holds a cart until the transaction ends.
 *
 * @returns whether the session is known
 */
export async function holdCart(transaction: Database, sessionId: string): Promise<boolean> {
  const rows = await transaction.select().from(carts).where(eq(carts.sessionId, sessionId)).for('update')
  return rows.length > 0
}

/** Puts a product into a cart, on top of what the cart has of it; a session that is unknown begins anew. */
export async function addLine(transaction: Database, pictures: PictureNames, asked: NewCartLine): Promise<CartLine> {
  const { productId, quantity, mySessionId } = asked
  const product = await productToSell(transaction, productId)
  const known = mySessionId !== null && (await holdCart(transaction, mySessionId))
  const sessionId = known ? mySessionId : newId()
  if (known) await touch(transaction, sessionId)
  else await transaction.insert(carts).values({ sessionId })
  const [line] = await transaction
    .select()
    .from(cartLines)
    .where(and(eq(cartLines.sessionId, sessionId), eq(cartLines.productId, productId)))
  const wanted = quantity + (line?.quantity ?? 0)
  refuseUnsellable(product, wanted)
  if (line === undefined) await transaction.insert(cartLines).values({ id: newId(), sessionId, productId, quantity })
  else await transaction.update(cartLines).set({ quantity: wanted }).where(eq(cartLines.id, line.id))
  const [row] = await lineRows(transaction).where(
    and(eq(cartLines.sessionId, sessionId), eq(cartLines.productId, productId)),
  )
  return onTheWire(row!, pictures)
}

/**
 * Makes a line hold so many; asking twice changes nothing more.
 *
 * @throws Refused 404 when the line is gone, softly 409 when there is not so much
 */
export async function changeLine(
  transaction: Database,
  pictures: PictureNames,
  id: string,
  quantity: number,
): Promise<CartLine> {
  const row = await heldLine(transaction, id)
  if (quantity > row.quantity) refuseUnsellable(row, quantity)
  await transaction.update(cartLines).set({ quantity }).where(eq(cartLines.id, id))
  await touch(transaction, row.sessionId)
  return onTheWire({ ...row, quantity }, pictures)
}

/** Takes a line out of its cart, and says what that was. */
export async function removeLine(transaction: Database, id: string): Promise<RemovedLine> {
  const row = await heldLine(transaction, id)
  await transaction.delete(cartLines).where(eq(cartLines.id, id))
  return { id, quantity: row.quantity, totalPrice: toDollars(unitPrice(row) * row.quantity) }
}

/** Forgets carts that nobody touched for 30 days. */
export async function forgetCarts(database: Database): Promise<void> {
  await database.delete(carts).where(lt(carts.touchedAt, sql`now() - interval '30 days'`))
}

/**
 * Refuses to sell what is not there.
 *
 * @param wanted - how many of it, all in all
 * @throws Refused softly, with words for the shopper that name the product
 */
export function refuseUnsellable(product: Listed, wanted: number): void {
  const { name, stock } = product
  const status = statusOf(product)
  if (status === stockStatus.outOfStock || stock === 0) throw softly(409, `${name} is out of stock.`)
  if (status !== stockStatus.inStock) throw softly(409, `${name} cannot be ordered yet.`)
  if (wanted > largestQuantity) throw softly(409, `At most ${largestQuantity} of ${name} fit into one order.`)
  if (wanted > stock)
    throw softly(409, stock === 1 ? `Only 1 of ${name} is left.` : `Only ${stock} of ${name} are left.`)
}

async function productToSell(transaction: Database, id: number): Promise<Listed> {
  const [product] = isId(id) ? await transaction.select(listed).from(products).where(eq(products.id, id)) : []
  if (product === undefined) throw notFound('This product does not exist.')
  return product
}

/** The cart is held before the line is read again: an order that is under way empties it first, or waits. */
async function heldLine(transaction: Database, id: string): Promise<LineRow> {
  const [line] = await lineRows(transaction).where(eq(cartLines.id, id))
  const known = line !== undefined && (await holdCart(transaction, line.sessionId))
  const [row] = known ? await lineRows(transaction).where(eq(cartLines.id, id)) : []
  if (row === undefined) throw notFound('This line is no longer in the cart.')
  return row
}

const touch = (transaction: Database, sessionId: string) =>
  transaction
    .update(carts)
    .set({ touchedAt: sql`now()` })
    .where(eq(carts.sessionId, sessionId))

const onTheWire = (row: LineRow, pictures: PictureNames): CartLine => ({
  id: row.lineId,
  productId: row.id,
  productName: fullName(row),
  productImage: pictures.ofProduct(row, 'front'),
  quantity: row.quantity,
  totalPrice: toDollars(unitPrice(row) * row.quantity),
  sessionId: row.sessionId,
  productPrice: toDollars(unitPrice(row)),
})
