import { eq, sql } from 'drizzle-orm'
import { discountOf, type Coupon } from '#contract/coupon'
import { pickingNames, priceOfSubstitute, type Picking } from '#contract/picking'
import { stockStatus } from '#contract/offer'
import { recordChange } from '../changes/changes.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import { fullName, productColumns, quantityPrice, stockStatusOf, unitPrice } from '../catalogue/products.ts'
import type { Database } from '../database/database.ts'
import { orderLines, orders, payments, products, type StoredSubstitute } from '../database/schema.ts'
import { badRequest, notFound, softRefusal } from '../requests/refusals.ts'
import { returnStock } from '../stock/reservations.ts'
import { chargedFor, isUnweighed, type OrderLineRow } from './orders.ts'
import { lockOrder } from './lock-order.ts'
import { staleRefusal } from './stale-refusal.ts'

/** What becomes of a line when it is packed. */
export interface LinePicking {
  /** The order's number. */
  number: number
  productId: number
  picking: Picking
  /** Only for a substitute, as is `quantity`. */
  substituteId?: number | undefined
  quantity?: number | undefined
  staffName: string
  /** The version that was shown. */
  version: number
}

/**
 * Decides what becomes of a line, in one transaction with the order's new amounts. A decision can be changed until picking is finished.
 *
 * The stock of a substitute is taken, and put back if another decision follows. That of the line is not put back: the shelf has none.
 *
 * @throws Refused 404 if there is no such order, line or product, softly 409 if another person has changed the order, it is not being picked,
 *   or the stock of the substitute is too low
 */
export const pickLine = (database: Database, pictures: PicturePaths, choice: LinePicking): Promise<void> =>
  database.transaction(async transaction => {
    const { number, productId, picking, staffName, version } = choice
    const { order, lines } = await lockOrder(transaction, number)
    const line = lines.find(one => one.productId === productId)
    if (line === undefined) throw notFound(`Order ${number} has no line of this product.`)
    if (order.version !== version)
      throw await staleRefusal(
        transaction,
        number,
        `${line.productName} is ‘${describe(line)}’ now; you chose ‘${pickingNames[picking]}’.`,
      )
    refuseUnlessPicking(order)
    if (line.substitute !== null) await returnStock(transaction, line.substitute)
    const next = { ...line, picking, ...(await replacementOf(transaction, pictures, line, lines, choice)) }
    if (next.picking === line.picking && picking !== 'substitute') return
    await transaction
      .update(orderLines)
      .set({ picking, substitute: next.substitute, charged: next.charged })
      .where(sql`${orderLines.orderId} = ${order.id} and ${orderLines.productId} = ${productId}`)
    const packed = lines.map(one => (one === line ? next : one))
    await transaction
      .update(orders)
      .set({ ...amountsOf(packed, order), version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
    await recordChange(transaction, {
      staffName,
      orderNumber: number,
      what: `picking of ${line.productName} in order ${number}`,
      before: line.picking === null ? null : describe(line),
      after: describe(next),
    })
  })

/**
 * Finishes the picking of an order: its lines no longer change, and what it comes to is what is paid. Less than the authorised amount is
 * captured, or the difference refunded, after the transaction.
 *
 * @returns the payment to settle; null without one
 * @throws Refused 404 if there is no such order, softly 409 if another person has changed it or something is left to pick or weigh
 */
export const finishPicking = (
  database: Database,
  { number, staffName, version }: Pick<LinePicking, 'number' | 'staffName' | 'version'>,
): Promise<string | null> =>
  database.transaction(async transaction => {
    const { order, lines, payment } = await lockOrder(transaction, number)
    if (order.version !== version)
      throw await staleRefusal(
        transaction,
        number,
        `Picking is ‘${order.pickedAt === null ? 'not finished' : 'finished'}’ now; you chose ‘Finish picking’.`,
      )
    refuseUnlessPicking(order)
    const left = lines.filter(({ picking }) => picking === null)
    if (left.length > 0) throw softRefusal(409, `Still to pick: ${left.map(line => line.productName).join(', ')}.`)
    if (lines.some(isUnweighed)) throw softRefusal(409, 'Goods by weight have to be weighed first.')
    await transaction
      .update(orders)
      .set({ pickedAt: sql`now()`, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
    await recordChange(transaction, {
      staffName,
      orderNumber: number,
      what: `picking of order ${number}`,
      before: null,
      after: 'Finished',
    })
    if (payment === undefined) return null
    return (await makeDue(transaction, payment, order.total)) ? payment.requestId : null
  })

function refuseUnlessPicking({ number, status, pickedAt }: typeof orders.$inferSelect): void {
  if (status !== 'preparing') throw softRefusal(409, `Order ${number} is not being picked.`)
  if (pickedAt !== null) throw softRefusal(409, `The picking of order ${number} is finished.`)
}

/** What is packed and paid for instead of a line; takes the stock of a substitute. */
async function replacementOf(
  transaction: Database,
  pictures: PicturePaths,
  line: OrderLineRow,
  lines: readonly OrderLineRow[],
  { picking, substituteId, quantity = 0 }: LinePicking,
): Promise<Pick<OrderLineRow, 'substitute' | 'charged'>> {
  if (picking === 'picked') return { substitute: null, charged: null }
  if (picking === 'out-of-stock') return { substitute: null, charged: 0 }
  if (!Number.isInteger(substituteId) || !Number.isInteger(quantity) || quantity < 1 || quantity > 999)
    throw badRequest('The substitute or its quantity is missing or invalid.')
  if (substituteId === line.productId) throw badRequest('A product does not replace itself.')
  const [product] = await transaction
    .select(productColumns)
    .from(products)
    .where(eq(products.id, substituteId!))
    .for('no key update', { of: products })
  if (product === undefined) throw notFound('This product does not exist.')
  if (isInOrder(lines, line, product.id)) throw softRefusal(409, `${fullName(product)} is in this order already.`)
  if (stockStatusOf(product) !== stockStatus.inStock || product.stock < quantity)
    throw softRefusal(409, `Only ${product.stock} left: ${fullName(product)}`)
  await transaction
    .update(products)
    .set({ stock: sql`${products.stock} - ${quantity}` })
    .where(eq(products.id, product.id))
  const price = unitPrice(product)
  const substitute: StoredSubstitute = {
    productId: product.id,
    productName: fullName(product),
    productImage: pictures.ofProduct(product, 'front'),
    price,
    quantity,
  }
  return { substitute, charged: priceOfSubstitute(quantityPrice({ ...product, price, quantity }), line.total) }
}

/** Whether another line has a product, as it was ordered or as a substitute: a product has one line. */
const isInOrder = (lines: readonly OrderLineRow[], line: OrderLineRow, productId: number): boolean =>
  lines.some(one => one !== line && (one.productId === productId || one.substitute?.productId === productId))

const describe = ({ picking, substitute }: OrderLineRow): string => {
  if (picking === null) return 'not picked yet'
  return substitute === null
    ? pickingNames[picking]
    : `${pickingNames[picking]}: ${substitute.quantity} × ${substitute.productName}`
}

/** The amounts of an order for what is packed, in cents. A coupon that was accepted stays. */
export function amountsOf(
  lines: readonly OrderLineRow[],
  { coupon, discount: before, deliveryFee }: { coupon: Coupon | null; discount: number; deliveryFee: number },
) {
  const subtotal = lines.reduce((sum, line) => sum + chargedFor(line), 0)
  // orders that were placed before coupons were kept with them keep their discount
  const discount = coupon === null ? Math.min(before, subtotal) : discountOf(coupon, subtotal)
  return { subtotal, discount, total: subtotal - discount + deliveryFee }
}

/**
 * Schedules the capture of what a packed order comes to, or the release of the authorization if nothing is left to pay. A capture of the whole
 * amount may be under way unless goods had to be weighed: then the difference is refunded once it was captured.
 *
 * @returns whether something is due
 */
export async function makeDue(
  transaction: Database,
  { requestId, state, amount, captureAmount, awaitsWeighing }: typeof payments.$inferSelect,
  total: number,
): Promise<boolean> {
  if (!['authorized', 'pending', 'captured'].includes(state)) return false
  const isHeld = state === 'authorized' && awaitsWeighing
  if (!isHeld && (captureAmount ?? amount) <= total) return false
  const paid = total > 0 ? { captureAmount: total } : { state: 'ending' as const, expiresAt: sql`now()`, email: null }
  await transaction
    .update(payments)
    .set({ awaitsWeighing: false, nextCheckAt: sql`now()`, attempts: 0, ...(isHeld ? paid : { finalAmount: total }) })
    .where(eq(payments.requestId, requestId))
  return true
}
