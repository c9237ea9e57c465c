import type { Address, AddressUse } from '#contract/address'
import type { CustomerInfo } from '#contract/customer'

/** A customer as the claims of the token say. */
export interface Customer {
  customerId: string
  firstName: string
  lastName: string
  email: string
}

/**
 * Who a browser's stored token says is shopping; the token itself enters no chart. `validFor` is in milliseconds, and small
 * enough for a timer.
 */
export type Identity =
  | { is: 'nobody' }
  | { is: 'malformed' }
  | { is: 'expired'; amid?: string }
  | { is: 'customer'; customer: Customer; validFor: number }

/** What the gateway keeps of a customer, and which addresses are chosen. */
export interface Account {
  info: CustomerInfo
  addresses: Address[]
  billingId: string | null
  deliveryId: string | null
}

/** The customer's data out of an answer; a list of addresses may or may not repeat the one that bills. */
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

/** An account with an address that was added or changed, which is then the chosen one of its use. */
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
