import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CartSnapshot } from '#machines/cart/cart'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { schema, type Journal } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import { journalFileOf, readJournalFile } from '#machines/journal/journal-file'
import { migrations, type Migration } from '#machines/journal/migrations'
import { readJournal } from '#machines/journal/read-journal'
import { replay } from '#machines/journal/replay'
import { initialCheckpoint } from '#machines/journal/resume'
import type { Identity } from '#machines/messages/customer'
import type { OrderAttemptSnapshot } from '#machines/orders/order-attempt'
import type { PaymentSnapshot } from '#machines/payment/payment'
import { canReplay, startingPoint } from '#machines/shop/resume'
import { startingPointFrom } from '#src/journal/resume.ts'
import { openJournal } from '#src/journal/open-journal.ts'
import { currentFingerprints } from '../journals/fingerprints.ts'
import { visits } from '../journals/visits.ts'
import { openAtReview } from '../kit/open-payment.ts'
import { locationOf, openShop, type OpenShop } from '../kit/open-shop.ts'
import { identityOf, mai, riceLine } from '../kit/outcomes.ts'

const folder = fileURLToPath(new URL('../journals/', import.meta.url))
/** The schemas of kept journals, 'shop/1' for the folder shop-1. */
const schemas = readdirSync(folder, { withFileTypes: true }).flatMap(one =>
  one.isDirectory() ? [one.name.replace('-', '/')] : [],
)
const folderOf = (kept: string) => `${folder}${kept.replace('/', '-')}`
const textOf = (kept: string, name: string) => readFileSync(`${folderOf(kept)}/${name}.json`, 'utf8')
const resumable = schemas.filter(kept => kept === schema || kept in migrations)
const discarded = schemas.filter(kept => !resumable.includes(kept))

/** Reads a journal file. @throws if it can't be read */
function journalIn(text: string): { journal: Journal; skipped: number } {
  const read = readJournalFile(text)
  if ('reason' in read) throw new Error(read.reason)
  return read
}

/** A page load that resumes a journal. */
async function resumed(journal: Journal): Promise<OpenShop> {
  const { logic } = openShop()
  const at = (journal.entries.at(-1)?.at ?? 0) + 700
  const point = startingPoint(logic, journal, { others: initialCheckpoint(logic, at) })?.state
  if (!point) throw new Error('This build can’t resume the journal')
  const shop = openShop(point.snapshot, point.seq, at)
  shop.root.start()
  await shop.settled()
  return shop
}

/** The expected state of each visit after it resumes, in every schema. */
const expectations: Record<string, (shop: OpenShop) => void> = {
  'half-a-checkout'(shop) {
    const { value, context } = shop.at<CheckoutSnapshot>('checkout')
    expect(value).toMatchObject({ step: { filling: 'details' }, methods: 'ready' })
    expect(context.person).toEqual({ firstName: '美', lastName: 'Tran', email: 'mai@exam', telephone: '' })
    expect(context.tried).toEqual(['details'])
    const { lines, code } = shop.at<{ context: { lines: unknown[]; code: string } }>('cart').context
    expect([lines.length, code]).toEqual([1, 'WELC'])
  },
  'a-customer'(shop) {
    expect(shop.root.getSnapshot()).toMatchObject({ context: { customer: { customerId: 'mai' } } })
    expect(shop.at('profile')).toMatchObject({ context: { typed: { firstName: 'May', lastName: 'Nguyen' } } })
    expect(shop.at('search')).toMatchObject({ context: { text: '茶' } })
  },
  'a-payment-under-way'(shop) {
    expect(shop.at<OrderAttemptSnapshot>('checkout/orderAttempt').value).toBe('paying')
    const { value, context } = shop.at<PaymentSnapshot>('checkout/orderAttempt/payment')
    expect(value.attempt).toEqual({ confirming: 'authorizing' })
    expect([context.providerOrderId, context.order?.requestId]).toEqual(['PAY-1', 'visit/order/1'])
    expect(shop.waiting('authorizePayment')).toHaveLength(1)
  },
}

afterEach(() => void vi.restoreAllMocks())

const howTo = `The shape of a machine has changed: journals that browsers wrote before do not fit it.
- The schema has not been released, or its journals may be discarded: run 'npm run accept'.
- Journals of the released schema must survive: raise 'schema' in machines/journal/entry.ts, add a migration for the old schema
  to machines/journal/migrations.ts, then run 'npm run accept'. tests/journals keeps the old schema's journals unchanged.`

describe('the fingerprints of the machines', () => {
  test('are those that journals are written with', () => {
    expect(fingerprints, howTo).toEqual(currentFingerprints())
  })
})

describe.each(schemas)('the journals kept in schema %s', kept => {
  test('include every visit', () => {
    const names = readdirSync(folderOf(kept)).map(name => name.replace('.json', ''))
    expect(names.toSorted()).toEqual(Object.keys(visits).toSorted())
  })
})

describe.each(resumable)('a journal in schema %s', kept => {
  test.each(Object.keys(visits))('resumes in the state it always did: %s', async name => {
    const { journal, skipped } = journalIn(textOf(kept, name))
    expect([canReplay(journal), skipped], howTo).toEqual([true, 0])
    expectations[name]!(await resumed(journal))
  })
})

/** The parts of a browser window that the journal store uses, with a stored journal. */
async function windowWith(journal: Journal): Promise<Window & typeof globalThis> {
  const indexedDB = new IDBFactory()
  const storage = (): Storage => {
    const items = new Map<string, string>()
    const getItem = (key: string) => items.get(key) ?? null
    const setItem = (key: string, value: string) => void items.set(key, value)
    return { getItem, setItem, removeItem: (key: string) => void items.delete(key) } as Storage
  }
  const window = {
    indexedDB,
    IDBKeyRange,
    localStorage: storage(),
    sessionStorage: storage(),
    // for the bar about the connection
    document: { createElement: () => ({ dataset: {}, setAttribute() {} }), body: { append() {} } },
    navigator: {
      onLine: true,
      locks: { request: async (_name: string, _options: object, take: (lock: object) => unknown) => take({}) },
    },
    setTimeout,
    clearTimeout,
    addEventListener: () => {},
  } as unknown as Window & typeof globalThis
  await openJournal(
    window,
    () => {},
    () => undefined,
  ) // creates the object stores
  const database = await new Promise<IDBDatabase>(resolve => {
    const opening = indexedDB.open('shop')
    opening.onsuccess = () => resolve(opening.result as unknown as IDBDatabase)
  })
  const id = window.sessionStorage.getItem('shop.journal')!
  const transaction = database.transaction(['head', 'entries'], 'readwrite')
  const { entries, ...head } = journal
  transaction.objectStore('head').put({ ...head, id }, id)
  for (const entry of entries) transaction.objectStore('entries').put({ ...entry, journal: id })
  await new Promise<void>(resolve => (transaction.oncomplete = () => resolve()))
  window.sessionStorage.setItem('shop.tail', JSON.stringify({ journal: id, entries: entries.slice(-1), head: null }))
  return window
}

describe.each(discarded)('a journal in the older schema %s', kept => {
  test.each(Object.keys(visits))('is deleted without an error, and the visit starts fresh: %s', async name => {
    const journal = JSON.parse(textOf(kept, name)) as Journal
    vi.spyOn(Date, 'now').mockReturnValue(journal.entries.at(-1)!.at + 700)
    const window = await windowWith(journal)
    const errors: unknown[] = []
    const store = await openJournal(
      window,
      error => errors.push(error),
      () => undefined,
    )
    expect((await store.read())!.entries.length).toBeGreaterThan(0)
    const { logic } = openShop()
    const checkpoint = await startingPointFrom(Promise.resolve(store), {
      window,
      machine: logic,
      load: async () => {},
      served: null,
      log: (...words) => errors.push(words),
    })
    expect(checkpoint).toBeNull()
    expect(await store.read()).toBeNull()
    expect(window.sessionStorage.getItem('shop.tail')).toBeNull()

    await store.begin(null, true)
    expect(await store.read()).toMatchObject({ schema, checkpoint: null, entries: [] })
    expect((await store.read())!.before ?? null).toBeNull()
    expect(errors).toEqual([])
  })
})

describe('the former name of the identity of a guest', () => {
  const identified = (shop: OpenShop, identity: Identity) =>
    shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity })
  const whoIn = (shop: OpenShop) => shop.at<{ value: { who: string } }>('session').value.who

  test.each<[string, Identity, string, (shop: OpenShop) => void, string | null]>([
    ['at the start of a visit', { is: 'guest' }, 'anonymous', () => {}, null],
    [
      'during a login',
      { is: 'guest' },
      'loggingIn',
      shop => shop.send('session', { type: 'session.logIn', email: mai.email, password: 'login/password/1' }),
      'logIn',
    ],
    [
      'during a logout',
      identityOf(mai),
      'loggingOut',
      shop => shop.send('session', { type: 'session.logOut' }),
      'logOut',
    ],
    [
      'while the data of the previous customer is deleted',
      identityOf(mai),
      'forgetting',
      shop => identified(shop, { is: 'expired' }),
      'forget',
    ],
  ])('leads to the same state as guest %s', async (_when, first, who, act, effect) => {
    const shop = openShop()
    shop.root.start()
    identified(shop, first)
    await shop.settled()
    act(shop)
    await shop.settled()
    identified(shop, { is: 'guest' })
    await shop.settled()
    expect(whoIn(shop)).toBe(who)
    if (effect) await shop.answers(effect)

    const journal: Journal = { schema, fingerprints, checkpoint: null, entries: shop.entries }
    const older = JSON.parse(JSON.stringify(journal).replaceAll('"is":"guest"', '"is":"nobody"')) as Journal
    expect(older).not.toEqual(journal)
    const { journal: read } = journalIn(JSON.stringify(older))
    expect(replay(shop.logic, read).snapshot()).toEqual(replay(shop.logic, journal).snapshot())
    expect((await resumed(read)).failures).toEqual([])
  })
})

test('a visit that starts fresh shows the cart that the gateway has', async () => {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.settled()
  await shop.answers('begin')
  expect(shop.at<{ context: { lines: unknown[] } }>('cart').context.lines).toHaveLength(1)
  expect(shop.failures).toEqual([])
})

const newProduct = { productId: 9, productName: 'Tea', productImage: '', productPrice: 1, quantity: 1 }

describe('a journal', () => {
  const name = 'half-a-checkout'
  const kept = () => JSON.parse(textOf(schema, name)) as Journal

  const withOther = (...machines: string[]): Journal => ({
    ...kept(),
    fingerprints: { ...fingerprints, ...Object.fromEntries(machines.map(machine => [machine, 'ffffffff'])) },
  })
  const linesIn = (shop: OpenShop) => shop.at<{ context: { lines: unknown[] } }>('cart').context.lines.length
  const firstNameIn = (shop: OpenShop) => shop.at<CheckoutSnapshot>('checkout').context.person.firstName
  const spawnedIn = ({ root }: OpenShop) => (root.getSnapshot() as { context: { spawned: string[] } }).context.spawned

  test.each(['menus', 'catalogue', 'list', 'product', 'orders'])(
    'of a build with another %s machine keeps the cart and the checkout',
    async other => {
      const shop = await resumed(withOther(other))
      expect([linesIn(shop), firstNameIn(shop)]).toEqual([1, '美'])
    },
  )

  test('of a build with another cart machine keeps the checkout; the cart starts fresh', async () => {
    const shop = await resumed(withOther('cart'))
    expect([linesIn(shop), firstNameIn(shop)]).toEqual([0, '美'])
    expect(shop.at<{ value: unknown }>('cart').value).toMatchObject({ lines: 'unopened' })
    shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
    await shop.settled()
    await shop.answers('begin')
    expect([linesIn(shop), shop.at<CheckoutSnapshot>('checkout').context.basket.quantity]).toEqual([1, 1])
    expect(shop.failures).toEqual([])
  })

  test.each(['checkout', 'orderAttempt', 'payment', 'places'])(
    'of a build with another %s machine keeps the cart; the checkout starts fresh',
    async other => {
      const shop = await resumed(withOther(other))
      expect(linesIn(shop)).toBe(1)
      expect(spawnedIn(shop)).not.toContain('checkout')
      shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/check-out') })
      await shop.answers('loadPage', { page: 'checkout' })
      expect(firstNameIn(shop)).toBe('')
      expect(shop.failures).toEqual([])
    },
  )

  test('of a build with another shop machine is not resumed, nor a customer’s of one with another session machine', async () => {
    await expect(resumed(withOther('shop'))).rejects.toThrow('can’t resume')
    const guest = await resumed(withOther('session'))
    expect(firstNameIn(guest)).toBe('美')
    const customers = JSON.parse(textOf(schema, 'a-customer')) as Journal
    const other = { ...customers, fingerprints: { ...fingerprints, session: 'ffffffff' } }
    await expect(resumed(other)).rejects.toThrow('can’t resume')
  })

  const withOtherIn = (shop: OpenShop, machine: string): Journal => {
    const other = { ...fingerprints, [machine]: 'ffffffff' }
    return JSON.parse(
      JSON.stringify({ schema, fingerprints: other, checkpoint: null, entries: shop.entries }),
    ) as Journal
  }

  test.each(['session', 'cart'])(
    'of a guest with another %s machine keeps a checkout that asked for a delivery fee and reached the payment',
    async other => {
      const shop = await openAtReview()
      const { quote, person } = shop.at<CheckoutSnapshot>('checkout').context
      expect(quote?.is).toBe('known')
      const again = await resumed(withOtherIn(shop, other))
      expect(again.at<CheckoutSnapshot>('checkout').context.person).toEqual(person)
      expect(again.failures).toEqual([])
    },
  )

  test('of a guest with another session machine starts the cart fresh: it would send what the gateway has answered', async () => {
    const shop = await openAtReview()
    shop.send('cart', { type: 'cart.add', from: 'list', ...newProduct })
    await shop.settled()
    await shop.answers('addLine', { ...riceLine, id: 'line-9', productId: newProduct.productId })
    const again = await resumed(withOtherIn(shop, 'session'))
    expect(again.at<CartSnapshot>('cart')).toMatchObject({
      value: { lines: 'unopened' },
      context: { pendingCommands: [] },
    })
  })

  test('can be replayed as a whole only if every machine that it holds has its shape', () => {
    expect(['shop', 'cart', 'checkout', 'payment', 'lookup'].map(machine => canReplay(withOther(machine)))).toEqual(
      Array(5).fill(false),
    )
    // machines that the journal does not start
    expect(['orders', 'registration'].map(machine => canReplay(withOther(machine)))).toEqual([true, true])
  })

  test('in an unknown schema is not read', () => {
    expect(readJournal({ ...kept(), schema: 'shop/0' })).toEqual({
      reason: `This journal is written as shop/0; this build reads ${schema}.`,
    })
  })

  test('in an older schema is migrated step by step, with its state and its entries', async () => {
    const { journal } = journalIn(textOf(schema, 'a-customer'))
    // an older build: the event search.typed was search.input, and `text` in the context of search was `words`
    const older = JSON.parse(
      JSON.stringify(journal).replaceAll('"search.typed"', '"search.input"').replaceAll('"text":', '"words":'),
    ) as Journal
    expect(older).not.toEqual(journal)
    const rename = (from: string, to: string) => (one: Journal) =>
      JSON.parse(JSON.stringify(one).replaceAll(`"${from}"`, `"${to}"`)) as Journal
    const steps: Record<string, Migration> = {
      'test/1': one => ({ ...rename('search.input', 'search.typed')(one), schema: 'test/2' }),
      'test/2': one => ({ ...rename('words', 'text')(one), schema }),
    }
    const read = readJournal({ ...older, schema: 'test/1' }, steps)
    expect(read).toEqual({ journal: { ...journal, schema }, skipped: 0 })
    if ('journal' in read) expectations['a-customer']!(await resumed(read.journal))
  })

  test('is not read if a migration returns null', () => {
    expect(readJournal({ ...kept(), schema: 'test/1' }, { 'test/1': () => null })).toHaveProperty('reason')
  })

  test('is resumed without damaged or missing entries, and these are counted', async () => {
    const whole = kept()
    const at = whole.entries.findIndex(({ event }) => event.field === 'lastName')
    const damages: ((entries: unknown[]) => void)[] = [
      entries => entries.splice(at, 1),
      entries => entries.splice(at, 1, null),
      entries => entries.splice(at, 1, { ...whole.entries[at], event: 'gone' }),
    ]
    for (const damage of damages) {
      const entries: unknown[] = [...whole.entries]
      damage(entries)
      const { journal, skipped } = journalIn(JSON.stringify({ ...whole, entries }))
      expect(skipped).toBe(1)
      const { person } = (await resumed(journal)).at<CheckoutSnapshot>('checkout').context
      expect(person).toMatchObject({ firstName: '美', lastName: '', email: 'mai@exam' })
    }
  })

  test('saved as a file can be read again; another file is refused with a reason', () => {
    const { journal } = journalIn(textOf(schema, name))
    const file = journalFileOf({ ...journal, before: journal }, 7, 'test', 'It stayed there.')
    expect(file).toMatchObject({ saved: 7, build: 'test', said: 'It stayed there.', before: journal })
    expect(readJournalFile(JSON.stringify(file))).toEqual({
      journal,
      skipped: 0,
      before: journal,
      said: 'It stayed there.',
    })
    const reasons = ['{"schema"', '[]', JSON.stringify({ ...journal, checkpoint: { seq: 1 } })].map(readJournalFile)
    expect(reasons).toEqual([
      { reason: 'This file is not JSON, or it was cut off.' },
      { reason: 'This is JSON, but not a journal: it has no schema and no entries.' },
      { reason: 'The state that this journal begins with is damaged.' },
    ])
  })
})
