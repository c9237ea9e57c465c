import type { Address } from '#contract/address'
import type { Order } from '#contract/order'
import { address, ask, filledCart, ordersPickup, somewhere, type Wanted } from './buying-shopper.ts'

/** A customer of the tests' gateway. */
export interface Customer {
  token: string
  email: string
  password: string
}

const person = { firstName: 'Mai', lastName: 'Tran', telephone: '0255500188' }
let count = 0

/** A registered customer with a billing address. */
export async function newCustomer(firstName = 'Mai', lastName = 'Tran'): Promise<Customer> {
  count += 1
  const email = `mai-${process.pid}-${Date.now()}-${count}@example.com`
  const password = 'canary plum 香 47'
  const body = { ...person, firstName, lastName, email, password, ...address, ...(await somewhere()) }
  const consent = { acceptTerms: true, subscribeNewsletter: false, sessionId: null }
  const answer = await ask<Address>('POST', '/customer/createaccount', { ...body, ...consent })
  const { token, message } = answer as unknown as { token?: string; message?: string }
  if (!token) throw new Error(message)
  return { token, email, password }
}

/** Saves one more address for deliveries. */
export async function savesAddress({ token }: Customer, address1: string): Promise<Address> {
  const body = { ...address, ...(await somewhere()), address1, use: 'delivery' }
  return (await ask<Address>('POST', '/customer-address/create', body, token)).data
}

/** Adds products to the customer's cart. @returns its session */
export const fillsCart = ({ token }: Customer, wanted: readonly Wanted[]): Promise<string> => filledCart(wanted, token)

/** Places an order, to be picked up. */
export async function buys(customer: Customer, wanted: readonly Wanted[]): Promise<Order> {
  const { token, email } = customer
  return ordersPickup(await fillsCart(customer, wanted), { ...person, email }, token)
}
