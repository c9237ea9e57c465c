import type { AddressFields } from '#contract/address'
import type { Order, OrderStatus } from '#contract/order'
import type { AddressForm } from '#machines/address/address-form'

/** An address, line by line, as it stands on a letter. */
export function addressLines(address: AddressForm | AddressFields): string[] {
  const { company, address1, address2, city, regionName, postCode, countryName } = address
  const place = [city.trim(), regionName, postCode.trim()].filter(Boolean).join(' ')
  return [company, address1, address2, place, countryName].flatMap(line => (line?.trim() ? [line.trim()] : []))
}

/** The ways to pay, as the shopper reads them. */
export const paymentNames = { 'on-delivery': 'Pay on delivery', online: 'Pay online' } as const

/** Where a payment stands, as the shopper reads it. */
export const paidNames = { pending: 'Not paid yet', authorized: 'Authorised', captured: 'Paid' } as const

/** How a placed order is paid, as its receipt says it, line by line. */
export function paymentLines({ method, status }: Order['payment']): string[] {
  if (method === 'on-delivery') return [paymentNames[method]]
  if (status === 'pending') return [paymentNames[method], paidNames[status]]
  const isTaken = status === 'captured'
  return [
    'Paid online with PayPal',
    ...(isTaken ? [] : ['The amount is set aside, and taken when we have your order.']),
  ]
}

/** Where an order stands, as the shopper reads it. */
export const statusNames: Record<OrderStatus, string> = {
  received: 'Received',
  preparing: 'Preparing',
  'on-its-way': 'On its way',
  'ready-for-pickup': 'Ready for pickup',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
