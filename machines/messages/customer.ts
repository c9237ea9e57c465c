import type { Address } from '#contract/address'
import type { AddressUse } from '#contract/address-book'
import type { CustomerInfo } from '#contract/customer'

/** A customer, from the claims of the token. */
export interface Customer {
  customerId: string
  firstName: string
  lastName: string
  email: string
}

/**
 * The identity in the stored token; machines never hold the token. `validFor` is in milliseconds and within a timer's limit.
 * `method` is the payment method of the order that was being paid when the token expired, if any.
 */
export type Identity =
  | { is: 'guest' }
  | { is: 'malformed' }
  | { is: 'expired'; method?: string }
  | { is: 'customer'; customer: Customer; validFor: number }

/** A customer's data at the gateway, and the selected addresses. */
export interface Account {
  info: CustomerInfo
  addresses: Address[]
  billingId: string | null
  deliveryId: string | null
}

/** The account in an answer of the gateway, whose list of addresses may or may not include the billing address. */
export function accountOf(
  info: CustomerInfo,
  addresses: readonly Address[],
  billing: Address | null,
  deliverTo: 'billing' | 'first',
): Account {
  const others = addresses.filter(address => address.addressId !== billing?.addressId)
  const all = billing ? [billing, ...others] : others
  const first = addresses[0] ?? billing
  return {
    info,
    addresses: all,
    billingId: billing?.addressId ?? null,
    deliveryId: (deliverTo === 'billing' ? billing : first)?.addressId ?? null,
  }
}

/** The account with a new or changed address, which becomes the selected one for its use. */
export function withAddress(account: Account, address: Address, use: AddressUse): Account {
  const { addresses } = account
  const known = addresses.some(one => one.addressId === address.addressId)
  return {
    ...account,
    addresses: known
      ? addresses.map(one => (one.addressId === address.addressId ? address : one))
      : [...addresses, address],
    [use === 'billing' ? 'billingId' : 'deliveryId']: address.addressId,
  }
}
