import { describe, expect, test } from 'vitest'
import { returnIn } from '#contract/paths'
import type { CartContext } from '#machines/cart/cart-setup'
import type { SessionSnapshot } from '#machines/session/session'
import type { SessionContext } from '#machines/session/session-setup'
import { logoutPage } from '#machines/session/selectors'
import { accountOf, type Identity } from '#machines/messages/customer'
import type { ShopContext } from '#machines/shop/shop-setup'
import type { ShopEmitted } from '#machines/messages/shop-events'
import {
  accountFor,
  answers,
  arrivalOf,
  identityOf,
  lan,
  lost,
  mai,
  placedOrder,
  refused,
  registered,
  riceLine,
  savedAddress,
  settings,
} from '../../kit/outcomes.ts'
import { locationOf, openShop, type OpenShop } from '../../kit/open-shop.ts'

interface Seen {
  context: SessionContext
  value: { who: string; start: string }
}
interface Page {
  context: ShopContext
}

const visit = (shop: OpenShop, identity: Identity, sessionId: string | null = 'session-1') =>
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId, identity })

/** A shop whose visit has started, with the events it emitted. */
async function open(identity: Identity = { is: 'guest' }) {
  const shop = openShop()
  const emitted: ShopEmitted[] = []
  for (const type of ['go', 'toast'] as const) {
    const on = shop.root.on.bind(shop.root) as (type: string, hear: (event: ShopEmitted) => void) => void
    on(type, event => emitted.push(event))
  }
  shop.root.start()
  visit(shop, identity)
  await shop.settled()
  return {
    ...shop,
    emitted,
    session: () => shop.at<Seen>('session'),
    cart: () => shop.at<{ context: CartContext }>('cart').context,
    shop: () => (shop.root.getSnapshot() as unknown as Page).context,
    who: () => shop.at<Seen>('session').value.who,
  }
}
type Open = Awaited<ReturnType<typeof open>>

/** Navigates to a path. */
async function goes(shop: Open, path: string) {
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(path) })
  if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage')
  if (shop.waiting('reveal').length > 0) await shop.answers('reveal')
}

async function logsIn(shop: Open) {
  shop.send('login', { type: 'login.typed', value: ' mai@example.com ' })
  shop.send('login', { type: 'login.typedPassword', error: null })
  shop.send('login', { type: 'login.submit' })
  await shop.settled()
}

/** A logged-in customer with an account. */
async function customerIsHere() {
  const shop = await open(identityOf(mai))
  await shop.answers('begin', { ...(answers.begin as object), account: accountFor(mai) })
  return shop
}

/** No machine holds data of a customer. */
const holds = (shop: Open, words: string) => JSON.stringify(shop.root.getPersistedSnapshot()).includes(words)

const wentTo = (shop: Open) => shop.emitted.flatMap(event => (event.type === 'go' ? [event.to] : []))
const said = (shop: Open) => shop.emitted.flatMap(event => (event.type === 'toast' ? [event.toast.text] : []))

describe('the start of a visit', () => {
  // Specification: 6.1
  test("without a token is a guest's", async () => {
    expect((await open()).who()).toBe('anonymous')
  })

  // Specification: 3.34, 4.2, 6.1
  test("with a valid token is a customer's at once, and has the account after the gateway's answer", async () => {
    const shop = await open(identityOf(mai))
    expect(shop.who()).toBe('loggedIn')
    expect(shop.session().context.customer).toEqual(mai)
    await shop.answers('begin', { ...(answers.begin as object), account: accountFor(mai) })
    expect(shop.session().context.account).toEqual(accountFor(mai))
    expect(shop.shop().account).toEqual(accountFor(mai))
  })

  // Specification: S.1.42
  test.each([
    ['expired', 'Your login has expired. Please log in again.', null],
    ['malformed', 'Your login could not be read. Please log in again.', 'session-1'],
  ] as const)('with a token that is %s logs out and announces it', async (is, words, session) => {
    const shop = await open({ is })
    expect(shop.who()).toBe('forgetting')
    expect(shop.waiting('forget')[0]!.input).toEqual({ why: is })
    await shop.answers('forget')
    expect(shop.who()).toBe('anonymous')
    expect(said(shop)).toEqual([words])
    expect(shop.cart().sessionId).toBe(session)
  })

  test('takes over a cart from elsewhere, with its session', async () => {
    const shop = await open(identityOf(mai))
    visit(shop, identityOf(mai), null)
    await shop.answers('begin', { ...(answers.begin as object), account: accountFor(mai) })
    expect(shop.cart()).toMatchObject({ sessionId: 'session-1', lines: [riceLine] })
  })

  test.each([1, 3_600_000])('with a token that is valid for %d ms expires after exactly that time', async validFor => {
    const shop = await open({ is: 'customer', customer: mai, validFor })
    const expiresAt = shop.host.now() + validFor
    while (shop.host.deadlines()[0]! < expiresAt) shop.host.fireNext()
    expect(shop.who()).toBe('loggedIn')
    expect(shop.host.deadlines()[0]).toBe(expiresAt)
    while (shop.host.deadlines()[0] === expiresAt) shop.host.fireNext()
    expect(shop.who()).toBe('forgetting')
  })

  test("ignores the account of another customer than the token's", async () => {
    const shop = await open(identityOf(mai))
    await shop.answers('begin', { ...(answers.begin as object), account: accountFor(lan) })
    expect(shop.session().context.account).toBeNull()
  })
})

describe('the next shopper after a logout', () => {
  test('gets a new prefix for idempotency keys, because the checkout counts its orders from 1 again', async () => {
    const shop = await customerIsHere()
    const { visitId } = shop.shop()
    shop.send('session', { type: 'session.logOut' })
    await shop.answers('logOut')
    expect(shop.shop().visitId).toBe(`${visitId}~1`)
    visit(shop, identityOf(lan))
    shop.send('session', { type: 'session.logOut' })
    await shop.settled()
    expect(shop.shop().visitId).toBe(`${visitId}~2`)
  })
})

describe('a login', () => {
  // Specification: 4.28, 4.30
  test('stores customer and account, hands over the cart, and goes to the account page', async () => {
    const shop = await open()
    await shop.answers('begin')
    await goes(shop, '/auth/login')
    await logsIn(shop)
    expect(shop.who()).toBe('loggingIn')
    expect(shop.waiting('logIn')[0]!.input).toEqual({ email: 'mai@example.com', password: 'login/password/1' })
    await shop.answers('logIn')
    expect(shop.who()).toBe('loggedIn')
    expect(shop.session().context).toMatchObject({ customer: mai, account: accountFor(mai) })
    expect(shop.cart()).toMatchObject({
      sessionId: 'session-of-mai',
      lines: [{ productId: 2, sessionId: 'session-of-mai' }],
    })
    expect(wentTo(shop)).toEqual(['/manage-account'])
  })

  // Specification: S.5.7
  test('goes to the page that was requested before', async () => {
    const shop = await open()
    await goes(shop, '/auth/login?return=%2Fcheck-out')
    await logsIn(shop)
    await shop.answers('logIn')
    expect(wentTo(shop)).toEqual(['/check-out'])
  })

  // Specification: S.5.5
  test('that is refused keeps the email, clears the password, and shows the reason', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    await shop.refuses('logIn', refused)
    expect(shop.who()).toBe('anonymous')
    const login = shop.at<{ value: string; context: object }>('login')
    expect(login.value).toBe('ready')
    expect(login.context).toMatchObject({
      email: ' mai@example.com ',
      round: 2,
      passwordError: 'Password is required',
      refusal: refused,
    })
  })

  test('whose answer is lost has the cart read again: the gateway may have assigned it to the customer', async () => {
    const shop = await open()
    await shop.answers('begin', { ...(answers.begin as object), lines: [riceLine] })
    await goes(shop, '/auth/login')
    await logsIn(shop)
    await shop.refuses('logIn', { ...refused, status: 401 })
    expect(shop.waiting('readCart')).toEqual([])
    await logsIn(shop)
    await shop.refuses('logIn', lost)
    await shop.answers('readCart', [])
    expect(shop.cart().lines).toEqual([])
  })

  test('keeps an email that is corrected while the login is in flight', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    shop.send('login', { type: 'login.typed', value: 'mai.tran@example.com' })
    await shop.refuses('logIn', refused)
    expect(shop.at<{ context: object }>('login').context).toMatchObject({ email: 'mai.tran@example.com' })
  })

  test('is sent once for two clicks', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    shop.send('login', { type: 'login.submit' })
    expect(shop.waiting('logIn')).toHaveLength(1)
  })

  test('that is corrected and sent again replaces the one in flight, whose refusal is not shown', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    const first = shop.waiting('logIn')[0]!
    await goes(shop, '/main/product-list/0')
    await goes(shop, '/auth/login')
    shop.send('login', { type: 'login.typed', value: 'mai.tran@example.com' })
    shop.send('login', { type: 'login.typedPassword', error: null })
    shop.send('login', { type: 'login.submit' })
    await shop.settled()
    expect(first.signal.aborted).toBe(true)
    expect(shop.waiting('logIn').map(({ input }) => input)).toEqual([
      { email: 'mai.tran@example.com', password: 'login/password/2' },
    ])
    await shop.settle(first, { refusal: refused })
    expect(shop.at<{ context: object }>('login').context).toMatchObject({ refusal: null })
    await shop.answers('logIn')
    expect(shop.who()).toBe('loggedIn')
  })

  test('leaves the login page if another tab has logged in', async () => {
    const shop = await open()
    await goes(shop, '/auth/login?return=%2Fcheck-out')
    visit(shop, identityOf(mai))
    await logsIn(shop)
    expect(shop.waiting('logIn')).toHaveLength(0)
    expect(wentTo(shop)).toEqual(['/check-out'])
  })

  test.each([
    ['logged out', (shop: Open) => shop.send('session', { type: 'session.logOut' })],
    ['forgotten', (shop: Open) => visit(shop, { is: 'expired' })],
  ])('does not wait until the previous customer is %s', async (_how, ends) => {
    const shop = await open(identityOf(lan))
    ends(shop)
    await goes(shop, '/auth/login')
    await logsIn(shop)
    await shop.answers('logIn')
    expect(shop.who()).toBe('loggedIn')
  })

  test('is replaced by a registration that succeeds while it is in flight', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    shop.send('shop', { type: 'session.registered', ...registered })
    expect(shop.who()).toBe('loggedIn')
    expect(shop.waiting('logIn')).toHaveLength(0)
  })

  test("repeats the first request if the guest's is in flight, whose answer is dropped", async () => {
    const shop = await open()
    const first = shop.waiting('begin')[0]!
    await goes(shop, '/auth/login')
    await logsIn(shop)
    await shop.answers('logIn')
    expect(first.signal.aborted).toBe(true)
    expect(shop.waiting('begin')).toHaveLength(1)
  })
})

describe('a customer', () => {
  test('has the billing address for billing and delivery at the start of a visit, and the first address for delivery after a login', async () => {
    const shop = await customerIsHere()
    expect(shop.session().context.account).toMatchObject({ billingId: 'address-1', deliveryId: 'address-1' })
  })

  test('has a new delivery address, which is selected', async () => {
    const shop = await customerIsHere()
    const address = { ...savedAddress, addressId: 'address-2' }
    shop.send('shop', { type: 'address.saved', address, use: 'delivery' })
    const { account } = shop.session().context
    expect(account?.addresses).toEqual([savedAddress, address])
    expect(account).toMatchObject({ billingId: 'address-1', deliveryId: 'address-2' })
  })

  // Specification: 4.26
  test('has a changed address in place of the old one, selected for its use', async () => {
    const shop = await customerIsHere()
    const address = { ...savedAddress, address1: '1 Plum Street' }
    shop.send('shop', { type: 'address.saved', address, use: 'billing' })
    expect(shop.session().context.account?.addresses).toEqual([address])
  })

  test('has the claims of a renewed token', async () => {
    const shop = await customerIsHere()
    const customer = { ...mai, firstName: 'May' }
    shop.send('shop', {
      type: 'session.renewed',
      customer,
      validFor: 1_000,
      info: { ...customer, telephone: '12345678' },
    })
    expect(shop.session().context.customer?.firstName).toBe('May')
    expect(shop.session().context.account?.info.telephone).toBe('12345678')
  })

  // Specification: S.5.11
  test('is logged out when the token expires', async () => {
    const shop = await customerIsHere()
    while (shop.who() === 'loggedIn' && shop.host.fireNext());
    expect(shop.waiting('forget')[0]!.input).toEqual({ why: 'expired' })
    expect(said(shop)).toContain('Your login has expired. Please log in again.')
  })

  test('is logged out when the gateway refuses the token, announced once', async () => {
    const shop = await customerIsHere()
    shop.send('session', { type: 'session.expired' })
    shop.send('session', { type: 'session.expired' })
    expect(shop.pending.filter(({ name }) => name.endsWith('/forget')).map(({ input }) => input)).toEqual([
      { why: 'refused' },
    ])
  })

  // Specification: 4.33
  test('whose token is refused clears the settings, which the next visit reads again', async () => {
    const shop = await customerIsHere()
    expect([shop.session().context.settings, shop.shop().settings]).toEqual([settings, settings])
    shop.send('session', { type: 'session.expired' })
    expect([shop.session().context.settings, shop.shop().settings]).toEqual([null, null])
    visit(shop, { is: 'expired' }, null)
    await shop.answers('begin')
    expect(shop.shop().settings).toEqual(settings)
  })

  // Specification: 4.3, 4.29
  test('has all addresses, with the first selected for deliveries after a login and the billing one at a start', () => {
    const other = { ...savedAddress, addressId: 'address-2' }
    const { info } = accountFor(mai)
    const chosen = (deliverTo: 'billing' | 'first', addresses = [other, savedAddress]) => {
      const { billingId, deliveryId } = accountOf(info, addresses, savedAddress, deliverTo)
      return { billingId, deliveryId }
    }
    expect(chosen('first')).toEqual({ billingId: 'address-1', deliveryId: 'address-2' })
    expect(chosen('billing')).toEqual({ billingId: 'address-1', deliveryId: 'address-1' })
    expect(chosen('first', [])).toEqual({ billingId: 'address-1', deliveryId: 'address-1' })
  })
})

describe('a logout', () => {
  // Specification: 4.32
  test('clears customer, addresses and cart in every machine before the gateway answers', async () => {
    const shop = await customerIsHere()
    await goes(shop, '/auth/logout')
    shop.send('session', { type: 'session.logOut' })
    await shop.settled()
    expect(shop.who()).toBe('loggingOut')
    expect(shop.waiting('logOut')).toHaveLength(1)
    for (const words of ['Mai', 'mai@example.com', 'Lantern Lane', 'session-1', riceLine.productName])
      expect(holds(shop, words), words).toBe(false)
  })

  // Specification: 4.32
  test('clears the shown orders, and drops those being read', async () => {
    const shop = await customerIsHere()
    await goes(shop, '/manage-order/current-order')
    await shop.answers('readOrders', [placedOrder])
    expect(holds(shop, placedOrder.orderNumber)).toBe(true)
    shop.send('orders', { type: 'orders.toggle', orderId: placedOrder.orderId })
    expect(shop.waiting('readOrder')).toHaveLength(1)
    shop.send('session', { type: 'session.logOut' })
    await shop.settled()
    expect(holds(shop, placedOrder.orderNumber)).toBe(false)
    expect(shop.waiting('readOrder')).toEqual([])
  })

  test('ends when the gateway answers, refuses, or does not answer', async () => {
    for (const end of [
      (shop: Open) => shop.answers('logOut'),
      (shop: Open) => shop.refuses('logOut', lost),
      async (shop: Open) => {
        while (shop.who() !== 'anonymous' && shop.host.fireNext());
      },
    ]) {
      const shop = await customerIsHere()
      shop.send('session', { type: 'session.logOut' })
      await end(shop)
      expect(shop.who()).toBe('anonymous')
    }
  })

  test('because of a token is over after 3 s, also if the browser does not answer', async () => {
    const shop = await customerIsHere()
    const now = shop.host.now()
    visit(shop, { is: 'guest' }, null)
    expect(shop.who()).toBe('forgetting')
    while (shop.who() === 'forgetting' && shop.host.fireNext());
    expect(shop.who()).toBe('anonymous')
    expect(shop.host.now() - now).toBe(3_000)
  })

  test("as another customer's login ends shows that customer after 3 s, also if the browser does not answer", async () => {
    const shop = await customerIsHere()
    visit(shop, identityOf(lan), 'session-2')
    while (shop.who() === 'forgetting' && shop.host.fireNext());
    expect(shop.who()).toBe('loggedIn')
    expect(shop.session().context.customer).toEqual(lan)
  })

  test.each([
    ['after 3 s', (shop: Open) => void (shop.who() === 'forgetting' && shop.host.fireNext())],
    ['at the next login', (shop: Open) => shop.send('session', { type: 'session.logIn', email: 'e', password: 'p' })],
  ])(
    'because of a refused token reads the settings again %s, if the browser does not answer',
    async (_when, happens) => {
      const shop = await customerIsHere()
      shop.send('session', { type: 'session.expired' })
      expect(shop.session().context.settings).toBeNull()
      for (let more = 9; more > 0 && shop.session().value.start === 'ready'; more -= 1) happens(shop)
      await shop.settled()
      expect(shop.session().value.start).toBe('starting')
      await shop.answers('begin')
      expect(shop.shop().settings).toEqual(settings)
    },
  )

  test('clears the checkout form, and starts a new one if it is shown', async () => {
    const shop = await customerIsHere()
    await goes(shop, '/check-out')
    shop.send('checkout', { type: 'checkout.typed', form: 'delivery', field: 'address1', value: '1 Plum Street' })
    shop.send('session', { type: 'session.logOut' })
    await shop.settled()
    expect(holds(shop, 'Plum Street')).toBe(false)
    expect(shop.shop()).toMatchObject({ left: 1, spawned: ['checkout'] })
  })

  test('in another tab logs out here, without another request', async () => {
    const shop = await customerIsHere()
    visit(shop, { is: 'guest' }, null)
    expect(shop.waiting('logOut')).toHaveLength(0)
    expect(shop.waiting('forget')[0]!.input).toEqual({ why: 'otherTab' })
    await shop.answers('forget')
    expect(shop.who()).toBe('anonymous')
    expect(holds(shop, 'mai@example.com')).toBe(false)
  })

  // Invariant: S7
  test("in another tab, followed by another customer's login there, clears all data of the first", async () => {
    const shop = await customerIsHere()
    visit(shop, identityOf(lan), 'session-2')
    expect(shop.session().context.account).toBeNull()
    await shop.answers('forget')
    await shop.answers('begin', { ...(answers.begin as object), lines: [], account: accountFor(lan) })
    expect(shop.who()).toBe('loggedIn')
    expect(shop.session().context.account?.info.email).toBe('lan@example.com')
    expect(holds(shop, 'mai@example.com')).toBe(false)
    expect(shop.cart()).toMatchObject({ sessionId: 'session-2', lines: [] })
  })

  test('cancels a login in flight, whose answer is dropped', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    const late = shop.waiting('logIn')[0]!
    shop.send('session', { type: 'session.logOut' })
    await shop.settled()
    expect(shop.who()).toBe('loggingOut')
    expect(late.signal.aborted).toBe(true)
    await shop.answers('logOut')
    expect(shop.who()).toBe('anonymous')
  })

  test('is carried out while the data of the previous customer is being deleted', async () => {
    const shop = await customerIsHere()
    visit(shop, identityOf(lan), 'session-2')
    expect(shop.who()).toBe('forgetting')
    shop.send('session', { type: 'session.logOut' })
    await shop.settled()
    expect(shop.who()).toBe('loggingOut')
    expect(shop.waiting('logOut')).toHaveLength(1)
    expect(shop.session().context.customer).toBeNull()
  })

  test('changes nothing for a guest, whose cart is kept', async () => {
    const shop = await open()
    await shop.answers('begin')
    shop.send('session', { type: 'session.logOut' })
    expect(shop.who()).toBe('anonymous')
    expect(shop.cart()).toMatchObject({ sessionId: 'session-1', lines: [riceLine] })
  })

  test('drops the answer to an earlier login', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    const late = shop.waiting('logIn')[0]!
    visit(shop, identityOf(lan))
    await shop.settle(late, { answer: arrivalOf(mai) })
    expect(shop.session().context.customer).toEqual(lan)
  })
})

describe('the logout page', () => {
  const goesTo = async (shop: Open, path: string, move: 'PUSH' | 'REPLACE' | 'POP') => {
    shop.send('shop', { type: 'location.changed', move, location: locationOf(path) })
    if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage')
    await shop.answers('reveal')
  }
  const page = (shop: Open) => logoutPage(shop.at<SessionSnapshot>('session'))

  test.each(['PUSH', 'REPLACE', 'POP'] as const)(
    'does not log out when it is shown (%s), and offers the logout',
    async move => {
      const shop = await customerIsHere()
      await goesTo(shop, '/auth/logout', move)
      expect(shop.who()).toBe('loggedIn')
      expect(shop.waiting('logOut')).toHaveLength(0)
      expect(page(shop)).toBe('loggedIn')
    },
  )

  test('shows the customer who has logged in in another tab since the logout', async () => {
    const shop = await customerIsHere()
    shop.send('session', { type: 'session.logOut' })
    await goesTo(shop, '/auth/logout', 'PUSH')
    expect(page(shop)).toBe('loggedOut')
    await shop.answers('logOut')
    expect(page(shop)).toBe('loggedOut')
    visit(shop, identityOf(lan))
    expect(page(shop)).toBe('loggedIn')
    expect(shop.waiting('logOut')).toHaveLength(0)
  })

  test('shows a login in flight, then its customer', async () => {
    const shop = await open()
    await goes(shop, '/auth/login')
    await logsIn(shop)
    await goesTo(shop, '/auth/logout', 'POP')
    expect(page(shop)).toBe('loggingIn')
    await shop.answers('logIn')
    expect(page(shop)).toBe('loggedIn')
    expect(wentTo(shop)).toEqual([])
  })

  test('shows the customer of a registration that was in flight', async () => {
    const shop = await open()
    await goesTo(shop, '/auth/logout', 'POP')
    expect(page(shop)).toBe('loggedOut')
    shop.send('shop', { type: 'session.registered', ...registered })
    expect(page(shop)).toBe('loggedIn')
    shop.send('session', { type: 'session.logOut' })
    expect(page(shop)).toBe('loggedOut')
    expect(shop.who()).toBe('loggingOut')
  })
})

describe('a page of the account', () => {
  // Specification: S.1.35, S.5.6
  test.each(['/manage-account', '/manage-account/change-password', '/manage-order/history-order'])(
    '%s redirects a guest to the login, which leads back',
    async path => {
      const shop = await open()
      await goes(shop, path)
      expect(wentTo(shop)).toEqual([`/auth/login?return=${encodeURIComponent(path)}`])
      expect(shop.shop().shown).toBeNull()
    },
  )

  // Specification: 6.6
  test('is shown to a customer', async () => {
    const shop = await customerIsHere()
    await goes(shop, '/manage-account')
    expect(wentTo(shop)).toEqual([])
    expect(shop.shop().shown?.pathname).toBe('/manage-account')
  })

  test('is replaced by the login page after a logout in another tab', async () => {
    const shop = await customerIsHere()
    await goes(shop, '/manage-account')
    visit(shop, { is: 'guest' }, null)
    expect(wentTo(shop)).toEqual(['/auth/login?return=%2Fmanage-account'])
  })

  // Specification: S.5.9
  test.each(['/auth/login', '/main/register'])('is where %s redirects a customer', async path => {
    const shop = await customerIsHere()
    await goes(shop, path)
    expect(wentTo(shop)).toEqual(['/manage-account'])
  })
})

describe('a page for guests', () => {
  // Specification: S.1.44
  test.each(['/auth/login', '/main/register'])(
    '%s stays visible when the guest logs in in another tab; access is checked only on entry',
    async path => {
      const shop = await open()
      await goes(shop, path)
      visit(shop, identityOf(mai))
      await shop.settled()
      expect(shop.who()).toBe('loggedIn')
      expect(shop.shop().shown?.pathname).toBe(path)
      expect(wentTo(shop)).toEqual([])
      await goes(shop, path)
      expect(wentTo(shop)).toEqual(['/manage-account'])
    },
  )
})

describe('the return path of the login', () => {
  // Specification: S.1.35
  test.each(['/check-out', '/manage-account?x=1', '/main/product-list/0?by=search&q=a%20b'])('can be %s', path => {
    expect(returnIn(`?${new URLSearchParams({ return: path })}`)).toBe(path)
  })

  // Specification: S.5.8
  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/auth/login',
    '/auth/logout',
    '/nowhere',
    '',
  ])('cannot be %j', path => {
    expect(returnIn(`?${new URLSearchParams({ return: path })}`)).toBeNull()
  })
})
