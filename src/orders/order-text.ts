import type { AddressFields } from '#contract/address'
import type { Order, OrderStatus } from '#contract/order'
import type { AddressForm } from '#machines/address/address-form'

/** The lines of a postal address. */
export function addressLines(address: AddressForm | AddressFields): string[] {
  const { company, address1, address2, city, regionName, postCode, countryName } = address
  const place = [city.trim(), regionName, postCode.trim()].filter(Boolean).join(' ')
  return [company, address1, address2, place, countryName].flatMap(line => (line?.trim() ? [line.trim()] : []))
}

/** Labels of the payment methods. */
export const paymentNames = { 'on-delivery': 'Pay on delivery', online: 'Pay online' } as const

/** Labels of the payment states. */
export const paidNames = { pending: 'Not paid yet', authorized: 'Authorised', captured: 'Paid' } as const

/** The lines about the payment on a placed order's receipt. */
export function paymentLines({ method, status }: Order['payment']): string[] {
  if (method === 'on-delivery') return [paymentNames[method]]
  if (status === 'pending') return [paymentNames[method], paidNames[status]]
  const isTaken = status === 'captured'
  return [
    'Paid online with PayPal',
    ...(isTaken ? [] : ['The amount is set aside, and taken when we have your order.']),
  ]
}

/** Labels of the order states. */
export const statusNames: Record<OrderStatus, string> = {
  received: 'Received',
  preparing: 'Preparing',
  'on-its-way': 'On its way',
  'ready-for-pickup': 'Ready for pickup',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
