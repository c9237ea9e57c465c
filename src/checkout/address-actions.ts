import type { CheckoutEvent } from '#machines/checkout/checkout'
import type { AddressHandlers } from '../address/address-handlers.ts'

/** What an address form of the checkout tells its chart. */
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
