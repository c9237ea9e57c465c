import { and, eq, inArray, isNotNull, not, sql } from 'drizzle-orm'
import type { Conflict } from '#contract/conflict'
import type { Coupon } from '#contract/coupon'
import type { OrderSlot } from '#contract/slots'
import type { Database } from '../database/database.ts'
import { fullName } from '../catalogue/products.ts'
import { payments, reservations, slotIdIn } from '../database/schema.ts'
import { conflictRefusal } from '../requests/refusals.ts'
import type { Limits } from '../requests/rate-limits.ts'
import type { SoldLine } from './reservations.ts'

/** Places of a slot that a network can reserve. */
const mostPlaces = 3

/** Units of a product that a network can always reserve, however small the stock. */
const smallQuantity = 10

/**
 * Refuses to reserve more for one network than its share: of the stock of each product, of a coupon's uses, and of the places of a slot. Only
 * payments that are not approved yet count. The caller has locked the products, the coupon and the slot.
 *
 * @param network - hash of the network
 * @throws Refused softly with a conflict for each product, or for the coupon
 */
export async function refuseLargeShare(
  transaction: Database,
  { reservedPercent, reservedCoupons }: Limits,
  network: string,
  { lines, coupon, slot }: { lines: SoldLine[]; coupon: Coupon | null; slot: OrderSlot | null },
): Promise<void> {
  const reserved = await readReserved(transaction, network)
  const conflicts = lines.flatMap((line): Conflict[] => {
    const held = reserved.get(line.id) ?? 0
    const most = Math.max(smallQuantity, Math.floor(((line.stock + held) * reservedPercent) / 100))
    const left = Math.max(most - held, 0)
    return line.quantity <= left ? [] : [{ about: 'stock', productId: line.id, left, message: describe(line, left) }]
  })
  if (conflicts.length > 0) throw conflictRefusal(conflicts)
  if (coupon !== null && (await countCoupons(transaction, network, coupon.couponCode)) >= reservedCoupons)
    throw conflictRefusal([{ about: 'coupon', message: 'This coupon can’t be used for this order.' }])
  if (slot !== null && (await countPlaces(transaction, network, slot.slotId)) >= mostPlaces)
    throw conflictRefusal([{ about: 'slot', slotId: slot.slotId, message: takenSlot }])
}

const takenSlot = 'This time can’t be paid for online at the moment. Please choose another time, or pay on delivery.'

const describe = (line: SoldLine, left: number): string =>
  left === 0
    ? `${fullName(line)} can’t be paid for online at the moment. Please choose to pay on delivery, or try again later.`
    : `Only ${left} of ${fullName(line)} can be paid for online at the moment. Please choose fewer, or pay on delivery.`

/** The condition of the index `payments_unapproved`: a pending payment is approved. */
const isUnapproved = (network: string) =>
  and(eq(payments.network, network), inArray(payments.state, ['creating', 'created']), not(payments.isApproved))

/** Units by product id. */
async function readReserved(transaction: Database, network: string): Promise<Map<number, number>> {
  const rows = await transaction
    .select({ productId: reservations.productId, units: sql<number>`sum(${reservations.quantity})::int` })
    .from(reservations)
    .innerJoin(payments, eq(payments.requestId, reservations.requestId))
    .where(isUnapproved(network))
    .groupBy(reservations.productId)
  return new Map(rows.map(({ productId, units }) => [productId, units]))
}

const countCoupons = (transaction: Database, network: string, code: string): Promise<number> =>
  transaction.$count(payments, and(isUnapproved(network), eq(payments.couponCode, code)))

const countPlaces = (transaction: Database, network: string, slotId: string): Promise<number> =>
  transaction.$count(
    payments,
    and(isUnapproved(network), isNotNull(payments.slot), eq(slotIdIn(payments.slot), slotId)),
  )
