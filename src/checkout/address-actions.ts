import type { ContactPerson } from '#contract/customer'
import type { CheckoutEvent } from '#machines/checkout/context'
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
