import type { SuggestedSuburb } from '#contract/conflict'
import type { ContactPerson } from '#contract/customer'
import { typedAddressFields } from '#machines/address/address-form'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { deliveryFormOf } from '#machines/checkout/order-rules'
import type { AddressHandlers } from '../address/address-handlers.ts'

/** The callbacks of the checkout's name, email and telephone fields. */
export const personHandlers = (send: (event: CheckoutEvent) => void) => ({
  onType: (field: keyof ContactPerson, value: string) => send({ type: 'checkout.typed', form: 'person', field, value }),
  onLeave: (field: keyof ContactPerson) => send({ type: 'checkout.blurred', form: 'person', field }),
})

/** The callbacks of an address form of the checkout. */
export const addressHandlers = (
  form: 'billing' | 'delivery',
  send: (event: CheckoutEvent) => void,
): AddressHandlers => ({
  onType: (field, value) => send({ type: 'checkout.typed', form, field, value }),
  onLeave: field => send({ type: 'checkout.blurred', form, field }),
  onChooseCountry: (id, name) => send({ type: 'checkout.chooseCountry', form, id, name }),
  onChooseRegion: (id, name) => send({ type: 'checkout.chooseRegion', form, id, name }),
  onRetry: () => send({ type: 'checkout.retry' }),
})

/** How to change the address that a delivery goes to: its form, and the events that open it. A saved address is copied into the form. */
export function addressEditing(context: CheckoutContext): { form: 'billing' | 'delivery'; begin: CheckoutEvent[] } {
  const address = deliveryFormOf(context)
  if (context.deliverTo === 'billing') return { form: 'billing', begin: [] }
  if (address === null || address === context.delivery) return { form: 'delivery', begin: [] }
  const form = 'delivery' as const
  const { countryId, countryName, regionId, regionName } = address
  return {
    form,
    begin: [
      { type: 'checkout.chooseDeliverTo', to: 'other' },
      { type: 'checkout.chooseCountry', form, id: countryId, name: countryName },
      { type: 'checkout.chooseRegion', form, id: regionId, name: regionName },
      ...typedAddressFields.map(field => ({ type: 'checkout.typed' as const, form, field, value: address[field] })),
    ],
  }
}

/** The events that put a suggested suburb into the form and continue with it. */
export const correctionEvents = (
  form: 'billing' | 'delivery',
  { name, postCode, regionId, regionName }: SuggestedSuburb,
): CheckoutEvent[] => [
  ...(typeof regionId === 'number' && regionName
    ? [{ type: 'checkout.chooseRegion' as const, form, id: regionId, name: regionName }]
    : []),
  { type: 'checkout.typed', form, field: 'city', value: name },
  { type: 'checkout.typed', form, field: 'postCode', value: postCode },
  { type: 'checkout.continue' },
]
