import { describe, expect, test } from 'vitest'
import { LogoutScreen } from '#src/session/LogoutScreen.tsx'
import { accountFor, mai, settings } from '../../kit/outcomes.ts'
import { drawScreen } from '../../kit/draw-screen.tsx'
import { openShop, type OpenShop } from '../../kit/open-shop.ts'

const drawn = (shop: OpenShop) => drawScreen(shop, '/auth/logout', LogoutScreen)

async function visit(identity: object, account: unknown): Promise<OpenShop> {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity })
  await shop.answers('begin', { settings, lines: [], account })
  return shop
}

describe('the logout page', () => {
  test('says to a guest that they are not logged in, and does not mention a next login', async () => {
    const html = drawn(await visit({ is: 'guest' }, null))
    expect(html).toContain('You are not logged in.')
    expect(html).not.toContain('You have been logged out.')
    expect(html).not.toContain('next login')
  })

  test('says after a logout in this visit that the cart is kept', async () => {
    const shop = await visit({ is: 'customer', customer: mai, validFor: 60_000 }, accountFor(mai))
    shop.send('session', { type: 'session.logOut' })
    await shop.settled()
    const html = drawn(shop)
    expect(html).toContain('You have been logged out.')
    expect(html).toContain('Your cart is kept for your next login.')
  })
})
