import { expect, test } from 'vitest'
import { schema } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import { initialCheckpoint } from '#machines/journal/resume'
import { startingPoint } from '#machines/shop/resume'
import { openAtReview } from '../../kit/open-payment.ts'
import { locationOf } from '../../kit/open-shop.ts'
import { riceLine } from '../../kit/outcomes.ts'

/** The stored state of a checkout. */
interface Persisted {
  children: { orderAttempt: { snapshot: { context: { receipt: unknown } } } }
}

/** A guest's shop after an order. */
async function ordered() {
  const shop = await openAtReview()
  shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
  shop.send('checkout', { type: 'checkout.choosePayment', method: 'on-delivery' })
  shop.send('checkout', { type: 'checkout.continue' })
  const { person, billing } = shop.at<{ context: { person: object; billing: object } }>('checkout').context
  shop.send('checkout', { type: 'checkout.place', total: 2540 })
  await shop.answers('placeOrder')
  const typed = [...Object.values(person), ...Object.values(billing)].filter(
    (one): one is string => typeof one === 'string' && one.length > 2,
  )
  return { shop, typed }
}

// Invariant: J9
test('text that a guest typed for an order is in no machine once the order is placed, except in the receipt', async () => {
  const { shop, typed } = await ordered()
  expect(typed.length).toBeGreaterThan(5)
  const snapshot = JSON.parse(JSON.stringify(shop.root.getPersistedSnapshot())) as {
    children: {
      checkout: { snapshot: Persisted }
    }
  }
  const { checkout } = snapshot.children
  const { context } = checkout.snapshot.children.orderAttempt.snapshot
  expect(context.receipt).not.toBeNull()
  context.receipt = null
  // the lists of places are the gateway's
  for (const id of ['billingPlaces', 'deliveryPlaces']) Reflect.deleteProperty(checkout.snapshot.children, id)
  const text = JSON.stringify(snapshot)
  expect(typed.filter(one => text.includes(one))).toEqual([])
})

test('the receipt is shown again after a reload, but not in another tab', async () => {
  const { shop } = await ordered()
  const journal = { schema, fingerprints, checkpoint: shop.checkpoint, entries: shop.entries }
  const others = initialCheckpoint(shop.logic, shop.host.now())
  const spawned = (adopted: boolean) =>
    Object.keys(
      (
        startingPoint(shop.logic, journal, { others, adopted })!.state.snapshot as {
          children: Record<string, unknown>
        }
      ).children,
    )
  expect(spawned(false)).toContain('checkout')
  expect(spawned(true)).not.toContain('checkout')
})

test('the receipt of an earlier order is not shown in another tab either', async () => {
  const { shop } = await ordered()
  shop.send('cart', { type: 'cart.open', lines: [{ ...riceLine, sessionId: 'session-2' }] })
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
  await shop.settled()
  const journal = { schema, fingerprints, checkpoint: shop.checkpoint, entries: shop.entries }
  const others = initialCheckpoint(shop.logic, shop.host.now())
  const receipt = (adopted: boolean) => {
    const { snapshot } = startingPoint(shop.logic, journal, { others, adopted })!.state
    const { checkout } = (snapshot as { children: { checkout: { snapshot: Persisted } } }).children
    return checkout.snapshot.children.orderAttempt.snapshot.context.receipt
  }
  expect(receipt(false)).not.toBeNull()
  expect(receipt(true)).toBeNull()
})
