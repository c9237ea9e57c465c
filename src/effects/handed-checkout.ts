import { array, enums, is, nullable, number, object, string, type, type Struct } from 'superstruct'
import { contactPerson } from '#contract/customer'
import { newOrder } from '#contract/order'
import { slot } from '#contract/slots'
import type { AddressForm } from '#machines/address/address-form'
import { substitutions } from '#contract/substitution'
import { steps, type HandedCheckout } from '#machines/checkout/context'

const addressForm: Struct<AddressForm, unknown> = type({
  company: string(),
  address1: string(),
  address2: string(),
  city: string(),
  postCode: string(),
  regionId: nullable(number()),
  regionName: string(),
  countryId: nullable(number()),
  countryName: string(),
})

/** The checkout of another tab. Its fields replace those of this tab: others are not accepted. */
const handedCheckout = object({
  at: string(),
  checkout: object({
    person: contactPerson,
    billing: addressForm,
    delivery: addressForm,
    deliverTo: enums(['billing', 'saved', 'other']),
    confirmed: object({ billing: addressForm, delivery: addressForm, saved: nullable(addressForm) }),
    savedId: nullable(string()),
    methodId: nullable(string()),
    slot: nullable(slot),
    payment: enums(['on-delivery', 'online']),
    comment: string(),
    substitution: enums(substitutions),
    touched: array(string()),
    tried: array(enums(steps)),
    done: array(enums(steps)),
  }),
  order: nullable(newOrder),
})

/** The longest text of a checkout, as JSON: some 50 times what a shopper types. */
const longestText = 100_000

/** Whether a message holds a checkout that this tab can continue with: pages of the same origin may send anything. */
export function isHandedCheckout(value: unknown): value is HandedCheckout {
  try {
    return is(value, handedCheckout) && JSON.stringify(value).length <= longestText
  } catch {
    return false // nested too deeply, or not JSON
  }
}
