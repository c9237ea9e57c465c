import type { ContactPerson } from '#contract/customer'
import type { OpenShop } from './open-shop.ts'
import { address, placedOrder } from './outcomes.ts'

type Sender = Pick<OpenShop, 'send'>

/** Types into the fields of one of the forms of the checkout. */
export function typeInto(shop: Sender, form: 'person' | 'billing' | 'delivery', fields: Record<string, string>) {
  for (const [field, value] of Object.entries(fields))
    shop.send('checkout', { type: 'checkout.typed', form, field, value })
}

/** Fills in the first step with the customer and the address of `placedOrder`, and continues to the delivery. */
export function fillDetails(shop: Sender, person: Partial<ContactPerson> = {}) {
  const { address1, city, postCode, countryId, countryName, regionId, regionName } = address
  typeInto(shop, 'person', { ...placedOrder.customer, ...person })
  typeInto(shop, 'billing', { address1, city, postCode })
  shop.send('checkout', { type: 'checkout.chooseCountry', form: 'billing', id: countryId, name: countryName })
  shop.send('checkout', { type: 'checkout.chooseRegion', form: 'billing', id: regionId, name: regionName })
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
