import type { CartLine } from '#contract/cart'
import type { ContactPerson } from '#contract/customer'
import type { NewOrder, Order } from '#contract/order'
import { shopUrl } from './test-location.ts'

interface Answer<Data> {
  statusCode: number
  message?: string
  data: Data
  listData: Data[]
}

/** Calls the gateway directly, without the shop. @param token - of the calling customer */
export async function ask<Data>(method: string, path: string, body?: object, token?: string): Promise<Answer<Data>> {
  const response = await fetch(`${shopUrl()}/v1${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer<Data>
}

/** A product's id and its quantity. */
export type Wanted = readonly [productId: number, quantity: number]

/** Creates a cart at the gateway. @param token - of the customer whose cart it is. @returns its session */
export async function filledCart(wanted: readonly Wanted[], token?: string): Promise<string> {
  let mySessionId: string | null = null
  for (const [productId, quantity] of wanted) {
    const line: object = { productId, productName: '', productPrice: 0, productImage: '', quantity, mySessionId }
    const { data, message }: Answer<CartLine> = await ask('POST', '/cart', line, token)
    if (!data) throw new Error(message)
    mySessionId = data.sessionId
  }
  return mySessionId ?? ''
}

/** Sends the same order again. */
export const orderAgain = (body: NewOrder) => ask<Order>('POST', '/order', body)

/** The address of the tests without ids: see `somewhere`. */
export const address = {
  address1: '1 Test Street',
  city: 'Eastwood',
  postCode: '2122',
  regionName: 'New South Wales',
  countryName: 'Australia',
}

/** The ids of New South Wales and of its country, as the gateway has them. */
export async function somewhere() {
  const countries = await ask<{ countryId: number; name: string }>('GET', '/country')
  const { countryId } = countries.listData.find(({ name }) => name === 'Australia')!
  const regions = await ask<{ regionId: number; name: string }>('GET', `/region/${countryId}/1`)
  return { countryId, regionId: regions.listData.find(({ name }) => name === 'New South Wales')!.regionId }
}

/** Orders the content of a cart, to be picked up. @param token - of the customer who orders */
export async function ordersPickup(sessionId: string, customer: ContactPerson, token?: string): Promise<Order> {
  const { listData: lines } = await ask<CartLine>('GET', `/cart/${sessionId}`, undefined, token)
  const order: NewOrder = {
    requestId: `pick-up/${sessionId}`,
    sessionId,
    customer,
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

/** Another shopper buys, and collects it. @returns the order, with the next number that the gateway has */
export const anotherBuys = async (wanted: readonly Wanted[]): Promise<Order> =>
  ordersPickup(await filledCart(wanted), {
    firstName: 'Another',
    lastName: 'Shopper',
    email: 'another@example.com',
    telephone: '0255500000',
  })
