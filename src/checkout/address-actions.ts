import type { CheckoutEvent } from '#machines/checkout/checkout'
import type { AddressActs } from '../form/form-actions.ts'

/** What an address form of the checkout tells its chart. */
export const addressActs = (form: 'billing' | 'delivery', send: (event: CheckoutEvent) => void): AddressActs => ({
  onType: (field, value) => send({ type: 'checkout.typed', form, field, value }),
  onLeave: field => send({ type: 'checkout.left', form, field }),
  onChooseCountry: (id, name) => send({ type: 'checkout.chooseCountry', form, id, name }),
  onChooseRegion: (id, name) => send({ type: 'checkout.chooseRegion', form, id, name }),
  onRetry: () => send({ type: 'checkout.retry' }),
})
