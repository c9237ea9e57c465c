import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginning, startingPoint } from '#machines/journal/boot'
import { actorAt, type Checkpoint, type Entry } from '#machines/journal/entry'
import { createReplayer, replay, ReplayDivergence } from '#machines/journal/replay'
import { timersIn } from '#machines/journal/timers'
import { shopMachine } from '#machines/shop'
import { answerFor, gone, identityOf, lan, lost, mai, refused, riceLine } from './outcomes.ts'
import { locationOf, openShop } from './shop.ts'
import { canonical, settled } from './system.ts'

/** Everything a person, or the world, may send to the shop from outside. */
const happenings: [string, { type: string; [field: string]: unknown }][] = [
  ...[
    '/main/product-list/0',
    '/main/product-list/11?by=category&page=2',
    '/main/product-list/0?by=search&q=tea',
    '/main/product-detail/1',
    '/main/product-detail/2',
    '/cart',
    '/check-out',
    '/auth/login?return=/check-out',
    '/auth/logout',
    '/main/register',
    '/manage-account',
    '/manage-account/modify-address',
    '/manage-account/modify-delivery-address',
    '/manage-account/modify-account',
    '/manage-account/change-password',
    '/manage-order/current-order',
    '/forget-password',
    '/reset-password',
    '/nowhere',
  ].map((path): [string, { type: string }] => [
    'shop',
    { type: 'address.changed', move: 'PUSH', location: locationOf(path) } as { type: string },
  ]),
  ...([{ is: 'nobody' }, { is: 'expired' }, { is: 'malformed' }, identityOf(mai), identityOf(lan)] as const).map(
    (identity): [string, { type: string }] => [
      'shop',
      { type: 'visit.began', flow: 'visit', sessionId: 'session-1', identity } as { type: string },
    ],
  ),
  ['shop/session', { type: 'session.logIn', email: 'mai@example.com', password: 'login/password/1' }],
  ['shop/session', { type: 'session.logOut' }],
  ['shop/session', { type: 'session.expired' }],
  ['shop/login', { type: 'login.typed', value: 'mai@example.com' }],
  ['shop/login', { type: 'login.typedPassword', mistake: null }],
  ['shop/login', { type: 'login.submit' }],
  ...['firstName', 'lastName', 'email', 'telephone'].map((field): [string, { type: string }] => [
    'shop/registration',
    {
      type: 'registration.typed',
      form: 'person',
      field,
      value: field === 'email' ? 'mai@example.com' : '0255500188',
    } as { type: string },
  ]),
  ...['address1', 'city', 'postCode'].map((field): [string, { type: string }] => [
    'shop/registration',
    { type: 'registration.typed', form: 'address', field, value: '2122' } as { type: string },
  ]),
  ['shop/registration', { type: 'registration.chooseCountry', id: 1, name: 'Australia' }],
  ['shop/registration', { type: 'registration.chooseRegion', id: 1, name: 'New South Wales' }],
  ['shop/registration', { type: 'registration.typedSecret', field: 'password', mistake: null, match: 'same' }],
  ['shop/registration', { type: 'registration.typedSecret', field: 'confirmPassword', mistake: null, match: 'same' }],
  ['shop/registration', { type: 'registration.tick', box: 'acceptTerms', to: 'on' }],
  ['shop/registration', { type: 'registration.submit' }],
  ['shop/forgotten', { type: 'forgotten.typed', value: 'mai@example.com' }],
  ['shop/forgotten', { type: 'forgotten.submit' }],
  ['shop/reset', { type: 'reset.typed', field: 'password', mistake: null, match: 'same' }],
  ['shop/reset', { type: 'reset.typed', field: 'confirmPassword', mistake: null, match: 'same' }],
  ['shop/reset', { type: 'reset.submit' }],
  ['shop/profile', { type: 'profile.typed', field: 'firstName', value: '美 ' }],
  ['shop/profile', { type: 'profile.submit' }],
  ['shop/profile', { type: 'profile.cancel' }],
  ['shop/password', { type: 'password.typedCurrent', mistake: null }],
  ['shop/password', { type: 'password.typed', field: 'password', mistake: null, match: 'same' }],
  ['shop/password', { type: 'password.typed', field: 'confirmPassword', mistake: null, match: 'same' }],
  ['shop/password', { type: 'password.submit' }],
  ['shop/addresses', { type: 'addresses.typed', field: 'address1', value: '1 Plum Street' }],
  ['shop/addresses', { type: 'addresses.chooseCountry', id: 1, name: 'Australia' }],
  ['shop/addresses', { type: 'addresses.edit', addressId: 'address-1' }],
  ['shop/addresses', { type: 'addresses.add' }],
  ['shop/addresses', { type: 'addresses.pick', addressId: 'address-1' }],
  ['shop/addresses', { type: 'addresses.submit' }],
  ['shop/addresses', { type: 'addresses.cancel' }],
  ['shop/orders', { type: 'orders.toggle', orderId: 'order-1' }],
  ['shop/orders', { type: 'orders.retry' }],
  [
    'shop/cart',
    {
      type: 'cart.add',
      from: 'list',
      productId: 1,
      productName: 'Rice',
      productPrice: 15.9,
      productImage: '',
      quantity: 1,
    },
  ],
  [
    'shop/cart',
    {
      type: 'cart.add',
      from: 'detail',
      productId: 2,
      productName: 'Tea',
      productPrice: 11.9,
      productImage: '',
      quantity: 3,
    },
  ],
  ['shop/cart', { type: 'cart.setQuantity', lineId: 'line-1', value: '4' }],
  ['shop/cart', { type: 'cart.setQuantity', lineId: 'line-1', value: '' }],
  ['shop/cart', { type: 'cart.remove', lineId: 'line-1' }],
  ['shop/cart', { type: 'cart.reload' }],
  ['shop/cart', { type: 'cart.reread' }],
  ['shop/cart', { type: 'coupon.typed', value: 'TEN' }],
  ['shop/cart', { type: 'coupon.apply' }],
  ['shop/cart', { type: 'coupon.remove' }],
  ['shop/menus', { type: 'menus.toggle', menu: 'cart' }],
  ['shop/menus', { type: 'menus.toggle', menu: 'drawer' }],
  ['shop/menus', { type: 'menus.toggleCategory', id: 1 }],
  ['shop/search', { type: 'search.typed', value: '茶' }],
  ['shop/search', { type: 'search.submit' }],
  ['shop/newsletter', { type: 'newsletter.typed', value: 'mai@example.com' }],
  ['shop/newsletter', { type: 'newsletter.submit' }],
  ['shop/catalogue', { type: 'catalogue.retry' }],
  ['shop/list', { type: 'list.retry' }],
  ['shop/product', { type: 'product.typedQuantity', value: '3' }],
  ['shop/product', { type: 'product.retry' }],
  ['shop/session', { type: 'session.retry' }],
  ...(['firstName', 'lastName', 'email', 'telephone'] as const).map((field): [string, { type: string }] => [
    'shop/checkout',
    {
      type: 'checkout.typed',
      form: 'person',
      field,
      value: field === 'email' ? 'mai@example.com' : 'Mai Tran 01',
    } as never,
  ]),
  ...(['address1', 'city', 'postCode'] as const).map((field): [string, { type: string }] => [
    'shop/checkout',
    { type: 'checkout.typed', form: 'billing', field, value: '2122' } as never,
  ]),
  ['shop/checkout', { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Australia' }],
  ['shop/checkout', { type: 'checkout.chooseRegion', form: 'billing', id: 1, name: 'New South Wales' }],
  ['shop/checkout', { type: 'checkout.chooseMethod', id: 'pickup' }],
  ['shop/checkout', { type: 'checkout.chooseDeliverTo', to: 'other' }],
  ['shop/checkout', { type: 'checkout.continue' }],
  ['shop/checkout', { type: 'checkout.edit', step: 'details' }],
  ['shop/checkout', { type: 'checkout.place', total: 2540 }],
  ['shop/checkout', { type: 'checkout.place', total: 1590 }],
  ['shop/checkout', { type: 'checkout.choosePayment', method: 'online' }],
  ['shop/checkout', { type: 'checkout.pay', total: 2540 }],
  ['shop/checkout', { type: 'checkout.pay', total: 1590 }],
  ['shop/checkout', { type: 'checkout.takeOver' }],
  ['shop/checkout/payment', { type: 'payment.loaded' }],
  ['shop/checkout/payment', { type: 'payment.approved', providerOrderId: 'PAY-1' }],
  ['shop/checkout/payment', { type: 'payment.cancelled' }],
  ['shop/checkout/payment', { type: 'payment.failed', message: 'No window' }],
  [
    'shop/checkout/payment',
    { type: 'payment.placeChosen', place: { city: 'Bondi', state: 'NSW', postCode: '2026' } } as never,
  ],
  ['shop/checkout/payment', { type: 'payment.ask' }],
  ['shop/checkout', { type: 'checkout.ask' }],
  ['shop/checkout', { type: 'checkout.retry' }],
]

/** One step of a random run: a choice among what can happen, and dice for what it needs. */
interface Step {
  kind: 'send' | 'answer' | 'refuse' | 'time'
  dice: number
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('send', 'send', 'answer', 'answer', 'answer', 'refuse', 'time'),
  dice: fc.nat(),
})

type Run = ReturnType<typeof openShop>

async function take(run: Run, { kind, dice }: Step) {
  if (kind === 'time') run.host.fireNext()
  else if (kind === 'send') {
    const [to, event] = happenings[dice % happenings.length]!
    actorAt(run.root, to)?.send(event)
  } else if (run.pending.length > 0) {
    const one = run.pending[dice % run.pending.length]!
    const refusal = [lost, refused, gone][dice % 3]!
    await run.settle(one, kind === 'answer' ? { answer: answerFor(one.name, one.input) } : { refusal })
  }
  await settled()
}

const replayed = (run: Run, checkpoint: Checkpoint | null, entries: Entry[], upTo?: number) =>
  canonical(replay(run.logic, { checkpoint, entries }, upTo).snapshot())

describe('the journal', () => {
  test('replayed, gives the state of every moment of a random visit, and runs no effect', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 90 }), async steps => {
        const run = openShop()
        run.root.start()
        const moments: [number, string][] = []
        for (const one of steps) {
          await take(run, one)
          moments.push([run.recorder.seq(), run.persisted()])
        }
        const effects = run.pending.length
        expect(run.failures).toEqual([])
        const replayer = createReplayer(run.logic, null)
        const rest = [...run.entries]
        for (const [seq, moment] of moments) {
          while (rest.length > 0 && rest[0]!.seq <= seq) replayer.apply(rest.shift()!)
          expect(canonical(replayer.snapshot())).toBe(moment)
        }
        expect(run.pending.length).toBe(effects)
        run.root.stop()
      }),
      { numRuns: 150 },
    )
  })

  test('gives the same state from a checkpoint at any moment and the entries after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), fc.nat(), async (steps, dice) => {
        const run = openShop()
        run.root.start()
        const cut = dice % steps.length
        for (const one of steps.slice(0, cut)) await take(run, one)
        const checkpoint: Checkpoint = JSON.parse(
          JSON.stringify({
            seq: run.recorder.seq(),
            at: run.host.now(),
            snapshot: run.root.getPersistedSnapshot(),
            timers: timersIn(run.root, (_key, { startedAt, delay }) => startedAt + delay),
          }),
        )
        for (const one of steps.slice(cut)) await take(run, one)
        const tail = run.entries.filter(entry => entry.seq > checkpoint.seq)
        expect(replayed(run, checkpoint, tail)).toBe(run.persisted())
        run.root.stop()
      }),
      { numRuns: 80 },
    )
  })

  test('says which entry does not fit when it belongs to other charts', () => {
    const entry: Entry = { seq: 1, at: 0, to: 'shop/wishlist', kind: 'send', event: { type: 'wish' } }
    expect(() => replay(shopMachine, { checkpoint: null, entries: [entry] })).toThrow(ReplayDivergence)
  })
})

describe('a reload', () => {
  const reloaded = (run: Run) =>
    startingPoint(
      run.logic,
      { schema: 'shop/1', fingerprints: {}, checkpoint: null, entries: run.entries },
      beginning(run.logic, run.host.now()),
      () => false,
    )

  test('sends an addition that was under way again, with the same key', async () => {
    const run = openShop()
    run.root.start()
    run.root.send({ type: 'visit.began', flow: 'visit', sessionId: null, identity: { is: 'nobody' } })
    await settled()
    await run.settle(
      run.pending.find(one => one.name.endsWith('begin'))!,
      { answer: answerFor('begin', null) },
    )
    actorAt(run.root, 'shop/cart')!.send(happenings.find(([, event]) => event.type === 'cart.add')![1])
    await settled()
    const sent = run.pending.find(one => one.name === 'cart/addLine')!.input
    run.root.stop()

    const again = openShop(reloaded(run).snapshot)
    again.root.start()
    await settled()
    expect(again.pending.find(one => one.name === 'cart/addLine')!.input).toEqual(sent)
    await again.settle(
      again.pending.find(one => one.name === 'cart/addLine')!,
      { answer: riceLine },
    )
    const { lines } = (actorAt(again.root, 'shop/cart')!.getSnapshot() as { context: { lines: unknown[] } }).context
    expect(lines).toEqual([riceLine])
  })

  test('opens a checkout that goes on with the cart that the shop was told of', async () => {
    const run = openShop()
    run.root.start()
    run.root.send({ type: 'visit.began', flow: 'visit', sessionId: 'session-1', identity: { is: 'nobody' } })
    await settled()
    await run.settle(
      run.pending.find(one => one.name.endsWith('begin'))!,
      { answer: answerFor('begin', null) },
    )
    const { context } = reloaded(run).snapshot as { context: { basket: unknown } }
    expect(context.basket).toMatchObject({ sessionId: 'session-1', quantity: 1, subtotal: 1590 })
  })

  test('keeps what was typed in checkout, and starts the public charts anew', async () => {
    const run = openShop()
    run.root.start()
    run.root.send({ type: 'address.changed', move: 'PUSH', location: locationOf('/check-out') })
    await settled()
    await run.settle(
      run.pending.find(one => one.name === 'loadPage')!,
      { answer: { page: 'checkout' } },
    )
    actorAt(run.root, 'shop/checkout')!.send({
      type: 'checkout.typed',
      form: 'person',
      field: 'firstName',
      value: '李',
    })
    const point = reloaded(run)
    const again = openShop(point.snapshot)
    again.root.start()
    const snapshot = actorAt(again.root, 'shop/checkout')!.getSnapshot() as {
      context: { person: { firstName: string } }
    }
    expect(snapshot.context.person.firstName).toBe('李')
    expect((again.root.getSnapshot() as { context: { shown: unknown } }).context.shown).toBeNull()
    expect(again.pending.map(one => one.name)).toContain('catalogue/readBanners/ask')
  })
})
