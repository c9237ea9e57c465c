import type { AddressFields } from '#contract/address'
import { untilText } from '#contract/cancellation-text'
import { formatAmount, toCents } from '#contract/money'
import type { Order, OrderStatus } from '#contract/order'
import { slotOf, slotText } from '#contract/slot-text'
import type { AddressForm } from '#machines/address/address-form'
import { store } from '../store/store.ts'

/** The abbreviations that Australia Post uses for states. */
const states: Readonly<Record<string, string>> = {
  'Australian Capital Territory': 'ACT',
  'New South Wales': 'NSW',
  'Northern Territory': 'NT',
  Queensland: 'QLD',
  'South Australia': 'SA',
  Tasmania: 'TAS',
  Victoria: 'VIC',
  'Western Australia': 'WA',
}

/** The lines of a postal address: '1 High Street', 'Ryde NSW 2112'. The store's own country is left out. */
export function addressLines(address: AddressForm | AddressFields): string[] {
  const { company, address1, address2, city, regionName, postCode, countryName } = address
  const place = [city.trim(), states[regionName] ?? regionName, postCode.trim()].filter(Boolean).join(' ')
  const country = countryName === store.country ? '' : countryName
  return [company, address1, address2, place, country].flatMap(line => (line?.trim() ? [line.trim()] : []))
}

/** The line about the slot of an order; none without one. */
export function slotLines(order: Pick<Order, 'slot'>): string[] {
  const slot = slotOf(order)
  return slot === null ? [] : [slotText(slot)]
}

/** When an order is delivered or collected: its slot, else the usual times of the store. */
function timeLines(order: Pick<Order, 'slot'>, usual: string): string[] {
  const chosen = slotLines(order)
  return chosen.length > 0 || usual === '' ? chosen : [usual]
}

/** Where and when an order is delivered. */
export const deliveredLines = (address: AddressFields, order: Pick<Order, 'slot'>): string[] => [
  ...addressLines(address),
  ...timeLines(order, store.deliveryTimes),
]

/** Where and when an order without a delivery address is collected. */
export const pickUpLines = (order: Pick<Order, 'slot'>): string[] => [
  store.streetAddress,
  ...timeLines(order, store.openingHours),
  'Bring your order number.',
]

/** Labels of the payment methods. */
export const paymentNames = { 'on-delivery': 'Pay on delivery', online: 'Pay online' } as const

/** When, to whom and how an order is paid that is not paid online. */
export const payingLaterText = (isDelivered: boolean, { delivered, collected } = store.payOnDelivery): string =>
  isDelivered
    ? `Pay the driver when your order arrives.${delivered && ` ${delivered}`}`
    : `Pay when you collect.${collected && ` ${collected}`}`

/** Labels of the payment states. */
export const paidNames = { pending: 'Not paid yet', authorized: 'Authorised', captured: 'Paid' } as const

/** The lines about the payment on a placed order's receipt. */
export function paymentLines({
  payment: { method, status, isTest, isReturned },
  deliveryAddress,
  total,
  most,
}: Pick<Order, 'payment' | 'total' | 'most' | 'deliveryAddress'>): string[] {
  if (method === 'on-delivery') return [paymentNames[method], payingLaterText(deliveryAddress !== null)]
  if (status === 'pending') return [paymentNames[method], paidNames[status]]
  if (isTest === true) return ['TEST order: no money was moved', 'Paid online with PayPal']
  return [
    ...(status === 'captured' || isReturned === true
      ? ['Paid online with PayPal']
      : [
          `PayPal has reserved ${formatAmount(toCents(most ?? total))}. You’ll be charged once we’ve packed your order.`,
        ]),
    ...(isReturned === true ? ['You won’t be charged, and anything already taken will be refunded.'] : []),
  ]
}

/** Until when a placed order can be cancelled, and where; none if it can't be, or the gateway does not say so. */
export function cancellationLines({ cancellation }: Pick<Order, 'cancellation'>, where: string): string[] {
  if (!cancellation || cancellation.refusal !== null) return []
  return [`You can cancel it ${untilText(cancellation)}.`, where]
}

/** The path of an order's page. It is not in `contract/paths.ts`, which the first load contains. */
export const orderPath = (orderNumber: string): string => `/order/${orderNumber}`

/** Labels of the order states. */
export const statusNames: Record<OrderStatus, string> = {
  received: 'Received',
  preparing: 'Preparing',
  'on-its-way': 'On its way',
  'ready-for-pickup': 'Ready for pickup',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
