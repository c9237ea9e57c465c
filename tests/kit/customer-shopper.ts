import type { Address } from '#contract/address'
import type { CartLine } from '#contract/cart'
import type { NewOrder, Order } from '#contract/order'
import { address, ask, somewhere, type Wanted } from './buying-shopper.ts'

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

/** Adds a product to the customer's cart. @returns its session */
export async function fillsCart({ token }: Customer, wanted: readonly Wanted[]): Promise<string> {
  let mySessionId: string | null = null
  for (const [productId, quantity] of wanted) {
    const line: object = { productId, productName: '', productPrice: 0, productImage: '', quantity, mySessionId }
    const { data }: { data: CartLine } = await ask<CartLine>('POST', '/cart', line, token)
    mySessionId = data.sessionId
  }
  return mySessionId ?? ''
}

/** Places an order, to be picked up. */
export async function buys(customer: Customer, wanted: readonly Wanted[]): Promise<Order> {
  const { token, email } = customer
  const sessionId = await fillsCart(customer, wanted)
  const { listData: lines } = await ask<CartLine>('GET', `/cart/${sessionId}`, undefined, token)
  const order: NewOrder = {
    requestId: `again/${sessionId}`,
    sessionId,
    customer: { ...person, email },
    billingAddress: { ...address, ...(await somewhere()) },
    deliveryAddress: null,
    deliveryMethod: 'pick-up',
    deliveryFee: 0,
    couponCode: null,
    payment: { method: 'on-delivery' },
    total: Math.round(lines.reduce((sum, { totalPrice }) => sum + totalPrice, 0) * 100) / 100,
  }
  const { data, message } = await ask<Order>('POST', '/order', order, token)
  if (!data) throw new Error(message)
  return data
}
