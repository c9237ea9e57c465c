import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { payments } from '../database/schema.ts'

/** A row of `payments`. This file is below `gateway/payments`, because carts, stock and orders change payments as well. */
export type Payment = typeof payments.$inferSelect

export type PaymentState = Payment['state']

/** States in which the gateway has stored no final authorisation or capture. */
export const unpaidStates: readonly PaymentState[] = ['creating', 'created', 'pending']

/** States in which the money is authorised or captured. */
export const paidStates: readonly PaymentState[] = ['authorized', 'captured']

/**
 * Locks payments without an order until the transaction ends. To avoid deadlocks every transaction locks in this order:
 * cart, payments, products, coupons.
 *
 * @param states - which payments to lock
 */
export const lockPayments = (
  transaction: Database,
  sessions: string[],
  states: readonly PaymentState[],
): Promise<Payment[]> =>
  transaction
    .select()
    .from(payments)
    .where(and(inArray(payments.sessionId, sessions), inArray(payments.state, states), isNull(payments.orderId)))
    .orderBy(asc(payments.requestId))
    .for('update')
