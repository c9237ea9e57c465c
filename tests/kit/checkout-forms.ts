import type { OpenShop } from './open-shop.ts'

type Sender = Pick<OpenShop, 'send'>

/** What a guest in the delivery area types as name, e-mail address and telephone number. */
export const guest = { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' }

/** Types into the fields of one of the forms of the checkout. */
export function typeInto(shop: Sender, form: 'person' | 'billing' | 'delivery', fields: Record<string, string>) {
  for (const [field, value] of Object.entries(fields))
    shop.send('checkout', { type: 'checkout.typed', form, field, value })
}

/** Fills in the first step and continues to the delivery. */
export function fillDetails(shop: Sender, person: Partial<typeof guest> = {}) {
  typeInto(shop, 'person', { ...guest, ...person })
  typeInto(shop, 'billing', { address1: '88 Lantern Lane', city: 'Eastwood', postCode: '2122' })
  shop.send('checkout', { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Australia' })
  shop.send('checkout', { type: 'checkout.chooseRegion', form: 'billing', id: 1, name: 'New South Wales' })
  shop.send('checkout', { type: 'checkout.continue' })
}

/** Fills in the first three steps and continues to the review of an order that is picked up. */
export function fillPickup(shop: Sender, method: 'on-delivery' | 'online' = 'on-delivery') {
  fillDetails(shop)
  shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  shop.send('checkout', { type: 'checkout.continue' })
  shop.send('checkout', { type: 'checkout.choosePayment', method })
  shop.send('checkout', { type: 'checkout.continue' })
}
