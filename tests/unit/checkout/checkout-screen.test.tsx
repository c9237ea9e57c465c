import { renderToString } from 'react-dom/server'
import { Router } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { createVault } from '#machines/journal/vault'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals } from '#machines/checkout/order-rules'
import type { ShopActor } from '#machines/shop/shop'
import { System } from '#src/system/actors.tsx'
import { CheckoutScreen } from '#src/checkout/CheckoutScreen.tsx'
import { placedOrder, riceLine, settings } from '../../kit/outcomes.ts'
import { locationOf, openShop, type OpenShop } from '../../kit/open-shop.ts'

/** A guest's checkout, before it is known whether another tab has one. */
async function openCheckout(start = { settings, lines: [riceLine] }) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: 'session-1', identity: { is: 'nobody' } })
  await shop.answers('begin', start)
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  await shop.answers('readMethods')
  return shop
}

const navigator = { createHref: String, push() {}, replace() {}, go() {} }

/** The current page as HTML. */
function drawn({ root }: OpenShop): string {
  const shop = root as unknown as ShopActor
  return renderToString(
    <System value={{ live: shop, served: shop, vault: createVault() }}>
      <Router location="/check-out" navigator={navigator}>
        <CheckoutScreen />
      </Router>
    </System>,
  ).replaceAll('<!-- -->', '')
}

const elsewhere = 'Your checkout is open in another tab'
const isElsewhere = (shop: OpenShop) => shop.answers('claimCheckout', { is: 'elsewhere', handed: null })

async function places(shop: OpenShop) {
  const type = (form: string, fields: object) =>
    Object.entries(fields).forEach(([field, value]) =>
      shop.send('checkout', { type: 'checkout.typed', form, field, value }),
    )
  type('person', { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' })
  type('billing', { address1: '88 Lantern Lane', city: 'Eastwood', postCode: '2122' })
  shop.send('checkout', { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Australia' })
  shop.send('checkout', { type: 'checkout.chooseRegion', form: 'billing', id: 1, name: 'New South Wales' })
  shop.send('checkout', { type: 'checkout.continue' })
  shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  for (const _ of ['delivery', 'payment']) shop.send('checkout', { type: 'checkout.continue' })
  const { context } = shop.at<{ context: CheckoutContext }>('checkout')
  shop.send('checkout', { type: 'checkout.place', total: checkoutTotals(context).total })
  await shop.settled()
}

describe('the checkout of two tabs', () => {
  test('shows its steps while the lock is being requested', async () => {
    const html = drawn(await openCheckout())
    expect(html).toContain('Step 1 of 4')
    expect(html).not.toContain(elsewhere)
  })

  test('shows that it is open in another tab, and offers to continue here', async () => {
    const shop = await openCheckout()
    await isElsewhere(shop)
    const html = drawn(shop)
    expect(html).toContain(elsewhere)
    expect(html).toContain('what you typed comes along')
    expect(html).toContain('Continue here')
    expect(html).not.toContain('Step 1 of 4')
  })

  test('shows a loading state during the takeover, then its steps', async () => {
    const shop = await openCheckout()
    await isElsewhere(shop)
    shop.send('checkout', { type: 'checkout.takeOver' })
    await shop.settled()
    const html = drawn(shop)
    expect(html).toContain(elsewhere)
    expect(html).toMatch(/aria-busy="true"[^>]*>(<span[^>]*><\/span>)?Bringing it here…/)
    await shop.answers('claimCheckout', { is: 'held', handed: null })
    expect(drawn(shop)).toContain('Step 1 of 4')
  })

  test('shows an order in flight and a placed order, whichever tab holds the checkout', async () => {
    const shop = await openCheckout()
    await shop.answers('claimCheckout')
    await places(shop)
    await shop.answers('watchClaim')
    expect(drawn(shop)).toContain('Placing…')
    const [line] = placedOrder.lines
    await shop.answers('placeOrder', { ...placedOrder, lines: [{ ...line, productImage: '/pictures/rice.svg' }] })
    expect(drawn(shop)).toContain('Thank you for your order')
  })

  test('shows an empty cart or an unmet minimum before anything else', async () => {
    const empty = await openCheckout({ settings, lines: [] })
    await isElsewhere(empty)
    expect(drawn(empty)).toContain('You have no items in your shopping cart.')
    const little = await openCheckout({ settings: { ...settings, minimumOrderLimit: 40 }, lines: [riceLine] })
    await isElsewhere(little)
    expect(drawn(little)).toContain('A little more, please')
  })
})
