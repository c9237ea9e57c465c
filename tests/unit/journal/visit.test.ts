import { describe, expect, test, vi } from 'vitest'
import { createJournalBuffer, journalMark } from '#src/journal/journal-buffer.ts'
import * as journalParts from '#src/journal/lazy-parts.ts'
import type { InspectionMessage } from '#src/journal/inspection.ts'
import { forgetShopper, dataClearedKey } from '#src/journal/forget.ts'
import { prepareVisit, type VisitOptions } from '#src/journal/visit.ts'
import { settledDatabases as settled } from '../../kit/fake-browser.ts'
import { openBrowser } from '../../kit/open-journal.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import type { PageOptions } from '../../kit/fake-browser.ts'

const { logic: machine } = openShop()
const typed = { type: 'newsletter.typed', value: 'mei@example.com' }

type Tab = ReturnType<ReturnType<typeof openBrowser>['openTab']>
type LoadedPage = ReturnType<Tab['loadPage']>
interface LoadOptions extends Partial<PageOptions> {
  /** Changes the page before the shop is loaded. */
  arrange?(page: LoadedPage): void
  /** Loads the module of a page. */
  load?(): Promise<void>
  lazyParts?: VisitOptions['lazyParts']
}

/** The journal's code is loaded already: how long an import takes is not known. */
const loadParts = async () => journalParts

/** Loads the shop in a tab; its effects never end, and the deadlines of the journal pass at once. */
async function load(tab: Tab, { arrange, load = async () => {}, lazyParts = loadParts, ...more }: LoadOptions = {}) {
  const state = { isFrozen: false }
  const page = tab.loadPage({ isFrozen: () => state.isFrozen, ...more })
  arrange?.(page)
  const told: InspectionMessage[] = []
  Object.assign(page.window, { inspection: { push: (one: InspectionMessage) => told.push(one) } })
  const keeper = createJournalBuffer()
  const log = vi.fn()
  const preparing = prepareVisit({
    window: page.window,
    machine,
    load,
    buffer: keeper,
    served: null,
    log,
    lazyParts,
  })
  // lets each deadline pass, after everything that can answer has answered
  const timer = setInterval(() => void settled().then(() => page.host.fireNext()), 50)
  const visit = await preparing
  clearInterval(timer)
  visit.start()
  visit.shop.send({ type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
  await settled()
  return {
    ...page,
    ...visit,
    keeper,
    log,
    from: 'shop' in told[0]! ? told[0].from : null,
    email: () => visit.shop.getSnapshot().children.newsletter?.getSnapshot().context.email,
    async types() {
      visit.shop.getSnapshot().children.newsletter!.send(typed as never)
      await vi.waitFor(settled)
    },
    /** Gets no `storage` events from now on: the page is in the back/forward cache. */
    freezes: () => {
      page.hide()
      state.isFrozen = true
    },
    isRestored: () => {
      state.isFrozen = false
      page.restore()
    },
    leaves(how: 'commits' | 'aborts' = 'commits') {
      keeper.writeTail()
      keeper.flush()
      page.end(how)
      visit.shop.stop()
    },
  }
}

/** A tab with a stored journal, whose page was closed. */
async function left() {
  const browser = openBrowser()
  const tab = browser.openTab()
  const page = await load(tab)
  await page.types()
  await vi.waitFor(async () => expect((await settled(), page.session.has('shop.journal'))).toBe(true))
  await settled()
  page.leaves()
  return { browser, tab }
}

/** Holds the database of a page closed until the test opens it. */
function opensWhen(window: Window, answer: (open: () => void) => void) {
  const open = window.indexedDB.open.bind(window.indexedDB)
  window.indexedDB.open = (name, version) => {
    const late = {} as IDBOpenDBRequest & { result: unknown }
    answer(() => {
      const request = open(name, version)
      request.addEventListener('success', () => {
        late.result = request.result
        late.onsuccess?.({} as Event)
      })
    })
    return late
  }
}

describe('a visit', () => {
  test('has no journal until the shopper does something', async () => {
    const browser = openBrowser()
    const page = await load(browser.openTab())
    expect(browser.local.has(journalMark)).toBe(false)
    await page.types()
    await vi.waitFor(() => expect(browser.local.has(journalMark)).toBe(true))
  })

  test.each(['commits', 'aborts'] as const)('continues after a reload whose last write %s', async how => {
    const tab = openBrowser().openTab()
    const page = await load(tab)
    await page.types()
    await vi.waitFor(async () => expect((await settled(), page.session.has('shop.journal'))).toBe(true))
    await settled()
    page.leaves(how)
    const again = await load(tab)
    expect(again.email()).toBe(typed.value)
    expect(again.log).not.toHaveBeenCalled()
  })

  // Invariant: J6
  test('continues after a reload on a device whose database needs more than a second', async () => {
    const { tab } = await left()
    const again = await load(tab, {
      arrange: ({ window }) => opensWhen(window, open => void window.setTimeout(open, 1_500)),
    })
    expect(again.email()).toBe(typed.value)
  })

  test('in a second tab has its own journal', async () => {
    const browser = openBrowser()
    const one = await load(browser.openTab())
    await one.types()
    await vi.waitFor(() => expect(browser.local.has(journalMark)).toBe(true))
    const other = await load(browser.openTab())
    await settled()
    expect(other.email()).toBe('')
    expect(other.session.get('shop.journal')).not.toBe(one.session.get('shop.journal'))
  })

  test('works without a journal when storage is blocked, and logs that once', async () => {
    const page = await load(openBrowser().openTab(), { isBlocked: () => true })
    await page.types()
    await page.types()
    await vi.waitFor(() => expect(page.log).toHaveBeenCalledTimes(1))
    expect(page.log.mock.calls[0]![0]).toBe('This visit is not journaled')
    expect(page.email()).toBe(typed.value)
  })

  test('works without a journal once the database fails, and logs that once', async () => {
    const browser = openBrowser()
    const page = await load(browser.openTab())
    await page.types()
    await vi.waitFor(() => expect(browser.local.has(journalMark)).toBe(true))
    await settled()
    await page.types()
    page.keeper.flush()
    for (const transaction of page.transactions) transaction.abort()
    await settled()
    await page.types()
    expect(page.log).toHaveBeenCalledTimes(1)
    expect(page.email()).toBe(typed.value)
  })

  test('deletes the journals of all tabs and keeps its own state', async () => {
    const { one, other, browser } = await twoTabs()
    other.freezes()
    await one.deleteJournals('all')
    expect((await browser.journals()).heads).toHaveLength(1)
    expect(one.email()).toBe(typed.value)
  })

  test('that learns late of a logout begins its own journal again and keeps those of the other tabs', async () => {
    const { one, other, browser } = await twoTabs()
    await one.deleteJournals('own')
    expect((await browser.journals()).heads).toHaveLength(2)
    one.leaves()
    other.leaves()
    expect([(await load(other.tab)).email(), (await load(one.tab)).email()]).toEqual([typed.value, typed.value])
  })

  test('whose journal another tab has deleted begins it again at once', async () => {
    const { one, other, browser } = await twoTabs()
    await one.deleteJournals('all')
    await settled()
    expect((await browser.journals()).heads).toHaveLength(2)
    other.leaves()
    expect((await load(other.tab)).email()).toBe(typed.value)
  })

  test('that was frozen while another tab deleted its journal begins it again with the next input', async () => {
    const { one, other } = await twoTabs()
    other.freezes()
    await one.deleteJournals('all')
    await settled()
    other.shop.getSnapshot().children.search!.send({ type: 'search.typed', value: 'tea' } as never)
    other.keeper.flush()
    await settled()
    other.leaves()
    const again = await load(other.tab)
    expect(again.email()).toBe(typed.value)
    expect(again.shop.getSnapshot().children.search!.getSnapshot().context.text).toBe('tea')
  })

  test('of a customer who has logged out in another tab does not store their data again', async () => {
    const { one, other, browser } = await twoTabs()
    const customer = { customerId: 'mai', firstName: '', lastName: '', email: '' }
    const identity = { is: 'customer' as const, customer, validFor: 60_000 }
    other.shop.send({ type: 'visit.started', visitId: 'visit', sessionId: null, identity })
    await settled()
    await one.deleteJournals('all')
    await settled()
    await other.types()
    other.keeper.flush()
    await settled()
    const { heads, entries } = await browser.journals()
    expect([heads, entries].map(({ length }) => length)).toEqual([1, 0])
  })
})

/** Two open tabs with a journal each, in both of which an email address was typed. */
async function twoTabs() {
  const browser = openBrowser()
  const tabs = [browser.openTab(), browser.openTab()] as const
  const [one, other] = [await load(tabs[0]), await load(tabs[1])]
  for (const page of [one, other]) await page.types()
  await vi.waitFor(async () => expect((await browser.journals()).heads).toHaveLength(2))
  for (const page of [one, other]) page.keeper.flush()
  await settled()
  return { browser, one: { ...one, tab: tabs[0] }, other: { ...other, tab: tabs[1] } }
}

describe('deleting all journals', () => {
  type Two = Awaited<ReturnType<typeof twoTabs>>
  const breakages: Record<string, (two: Two) => unknown> = {
    'works as long as the journal is open': () => {},
    'works after a write has failed': async ({ one }) => {
      one.shop.getSnapshot().children.search!.send({ type: 'search.typed', value: 'tea' } as never)
      one.keeper.flush()
      for (const transaction of one.transactions) transaction.abort()
      await settled()
    },
    'works after the browser has closed the database': ({ one }) => one.closeDatabases(),
    'works in a database of a newer version': ({ browser }) =>
      new Promise<void>(resolve => {
        const request = browser.databases.open('shop', 2)
        request.onsuccess = () => (request.result.close(), resolve())
      }),
    'works while the open database accepts no transaction': ({ one }) => {
      const [database] = one.databases
      database!.transaction = () => {
        throw new DOMException('The database is damaged', 'UnknownError')
      }
    },
    'works if a database can only be deleted as a whole': ({ one }) => {
      one.closeDatabases()
      one.window.indexedDB.open = () => {
        throw new DOMException('The database is damaged', 'UnknownError')
      }
    },
  }

  // Invariant: S3b
  test.each(Object.keys(breakages))('%s', async how => {
    const two = await twoTabs()
    two.other.leaves()
    await breakages[how]!(two)
    expect(await two.one.deleteJournals('all')).toBe(true)
    const { heads, entries } = await two.browser.journals()
    expect(entries).toEqual([])
    // its own journal begins again, if it is open
    expect(heads.length).toBeLessThan(2)
    two.one.leaves()
    expect((await load(two.other.tab)).email()).toBe('')
  })

  test('works if the code of the journal could not be loaded at the start', async () => {
    const { tab, browser } = await left()
    const lazyParts = vi.fn(loadParts)
    lazyParts.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError(''))
    const page = await load(tab, { lazyParts })
    expect([page.log.mock.calls.length, page.email()]).toEqual([1, ''])
    expect(await page.deleteJournals('all')).toBe(true)
    expect(await browser.journals()).toEqual({ heads: [], entries: [] })
  })

  test.each([
    ['fails within 2.5 s if a journal is stored', left, false],
    ['has nothing to do if none was ever stored', async () => ({ tab: openBrowser().openTab() }), true],
  ])('in a database that never answers %s', async (_what, arrange, isDeleted) => {
    const { tab } = await arrange()
    const page = await load(tab, {
      arrange: ({ window }) =>
        void Object.assign(window.indexedDB, { open: () => ({}), deleteDatabase: () => ({}) } as object),
    })
    const from = page.host.now()
    const deleting = page.deleteJournals('all')
    const state = { isDone: false }
    void deleting.then(() => (state.isDone = true))
    while ((await settled(), !state.isDone)) page.host.fireNext()
    expect(await deleting).toBe(isDeleted)
    expect(page.host.now() - from).toBeLessThanOrEqual(2_500)
  })

  test('resolves even if only the transaction that begins the journal again never ends', async () => {
    const { one, browser } = await twoTabs()
    const [database] = one.databases
    const transaction = database!.transaction.bind(database)
    const none = { get: noAnswer, getAll: noAnswer, put: noAnswer, delete: noAnswer }
    let count = 0
    database!.transaction = ((...wanted: Parameters<typeof transaction>) =>
      (count += 1) === 1 ? transaction(...wanted) : { objectStore: () => none }) as typeof transaction
    const state = { isDeleted: null as unknown }
    void one.deleteJournals('all').then(isDeleted => (state.isDeleted = isDeleted))
    // the timers of the deletion, and of the journal that begins again
    while ((await settled(), state.isDeleted === null)) one.host.fireNext()
    expect(state.isDeleted).toBe(true)
    expect((await browser.journals()).heads).toHaveLength(1)
  })

  const forgets = async (two: Two, isDeleted: boolean) => {
    const toasts: { kind: string; text: string }[] = []
    two.one.shop.on('toast', ({ toast }) => toasts.push(toast))
    Object.assign(two.one.window, { confirm: () => true })
    forgetShopper(two.one.window, two.one.shop, async () => isDeleted)
    await settled()
    expect(toasts).toEqual([])
    const { session } = two.one.shop.getSnapshot().children
    ;(session!.getSnapshot().children as Record<string, { send(event: object): void }>).logOut!.send({
      type: 'xstate.promise.resolve',
      data: null,
    })
    await settled()
    return toasts.map(({ kind, text }) => [kind, text])
  }

  test('for “Forget me on this device” is announced once they are deleted', async () => {
    expect(await forgets(await twoTabs(), true)).toEqual([
      ['success', 'Success: Your data has been removed from this device.'],
    ])
  })

  test('for “Forget me on this device” says what to do if they could not be deleted', async () => {
    expect(await forgets(await twoTabs(), false)).toEqual([
      [
        'error',
        'Your data could not be removed from this device. To remove it, clear this site’s data in your browser’s settings.',
      ],
    ])
  })

  test('by “Forget me on this device” reaches other tabs each time, also with a clock that was set back', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(0)
    const { one } = await twoTabs()
    Object.assign(one.window, { confirm: () => true })
    const stored = [1, 2].map(() => {
      forgetShopper(one.window, one.shop, async () => true)
      return one.window.localStorage.getItem(dataClearedKey)
    })
    vi.restoreAllMocks()
    expect(new Set(stored).size).toBe(2)
  })

  test('by “Forget me on this device” in one tab clears the others', async () => {
    const two = await twoTabs()
    await forgets(two, true)
    expect(two.other.shop.getSnapshot().children.session!.getSnapshot().value).toMatchObject({ who: 'loggingOut' })
    expect(two.other.email()).toBe('')
  })

  test('by “Forget me on this device” clears a page in the back/forward cache once it is restored, and no later input', async () => {
    const two = await twoTabs()
    two.other.freezes()
    await forgets(two, true)
    expect(two.other.email()).toBe(typed.value)
    two.other.isRestored()
    expect(two.other.email()).toBe('')
    // the page that was forgotten keeps what is typed into it afterwards
    await two.one.types()
    two.one.freezes()
    two.one.isRestored()
    expect(two.one.email()).toBe(typed.value)
  })

  test('by “Forget me on this device” clears a tab that has no database', async () => {
    const two = await twoTabs()
    const page = await load(two.browser.openTab(), {
      arrange: ({ window }) => void (window.indexedDB.open = noAnswer),
    })
    await page.types()
    await forgets(two, true)
    expect(page.email()).toBe('')
  })
})

/** A database request that is never answered. */
const noAnswer = () => ({}) as IDBOpenDBRequest

describe('a visit whose journal can’t be used', () => {
  const breakages: Record<string, (page: LoadedPage) => void> = {
    'a database that never answers': ({ window }) => void (window.indexedDB.open = noAnswer),
    'a database that throws': ({ window }) => {
      window.indexedDB.open = () => {
        throw new DOMException('Denied', 'SecurityError')
      }
    },
    'a database of a newer version': ({ window }) => {
      const open = window.indexedDB.open.bind(window.indexedDB)
      window.indexedDB.open = name => open(name, 0.5 as never)
    },
    'locks that never answer': ({ window }) =>
      void Object.assign(window.navigator.locks, { request: () => new Promise(() => {}) }),
    'a read that never answers': ({ window }) => {
      const open = window.indexedDB.open.bind(window.indexedDB)
      window.indexedDB.open = (name, version) => {
        const request = open(name, version)
        request.addEventListener('success', () => {
          const transaction = request.result.transaction.bind(request.result)
          request.result.transaction = ((stores: string[] | string, ...more: never[]) =>
            stores === 'head'
              ? transaction(stores, ...more)
              : { objectStore: () => ({ get: noAnswer, getAll: noAnswer, put: noAnswer, delete: noAnswer }) }) as never
        })
        return request
      }
    },
  }

  // Invariant: J6
  test.each(Object.keys(breakages))('starts without it and works: %s', async how => {
    const { tab } = await left()
    const page = await load(tab, { arrange: breakages[how]! })
    expect(page.email()).toBe('')
    await page.types()
    expect(page.email()).toBe(typed.value)
  })

  test('keeps typed text when a database answers late, and journals only from then on', async () => {
    const { tab, browser } = await left()
    const late: (() => void)[] = []
    const page = await load(tab, {
      arrange: ({ window }) => opensWhen(window, open => void late.push(open)),
    })
    page.shop.getSnapshot().children.newsletter!.send({ type: 'newsletter.typed', value: 'later@example.com' } as never)
    await settled()
    for (const answer of late) answer()
    await settled()
    expect(page.email()).toBe('later@example.com')
    await vi.waitFor(async () => {
      page.keeper.flush()
      expect(JSON.stringify(await browser.journals())).toContain('later@example.com')
    })
    expect(JSON.stringify(await browser.journals())).not.toContain(typed.value)
    page.leaves()
    const again = await load(tab)
    expect(again.email()).toBe('later@example.com')
  })

  test('closes a database that another tab upgrades, without blocking that tab', async () => {
    const { browser, tab } = await left()
    const page = await load(tab)
    const upgraded = await new Promise<string>(resolve => {
      const request = browser.databases.open('shop', 2)
      request.onupgradeneeded = () => resolve('upgraded')
      request.onblocked = () => resolve('blocked')
    })
    expect(upgraded).toBe('upgraded')
    await page.types()
    expect(page.email()).toBe(typed.value)
    expect(page.log).toHaveBeenCalledTimes(1)
  })
})

describe('a visit whose code can’t be loaded', () => {
  type Loaded = Awaited<ReturnType<typeof load>>
  const opensCheckout = async ({ shop }: Loaded) => {
    shop.send({ type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') } as never)
    await settled()
    const loading = shop.getSnapshot().children as unknown as Record<string, { send(event: object): void }>
    loading.loadPage!.send({ type: 'xstate.promise.resolve', data: { page: 'checkout' } })
  }
  const typesName = ({ shop }: Loaded, value: string) =>
    shop.getSnapshot().children.checkout!.send({
      type: 'checkout.typed',
      form: 'person',
      field: 'firstName',
      value,
    } as never)
  /** A tab whose journal holds a checkout. */
  async function withCheckout(act: (page: Loaded) => void = () => {}) {
    const tab = openBrowser().openTab()
    const page = await load(tab)
    await opensCheckout(page)
    typesName(page, '李')
    act(page)
    await settled()
    page.leaves()
    return tab
  }
  const nameIn = ({ shop }: Awaited<ReturnType<typeof load>>) =>
    shop.getSnapshot().children.checkout?.getSnapshot().context.person.firstName

  test('has it loaded before it is resumed, also for a page that was opened again after a logout', async () => {
    const tab = openBrowser().openTab()
    const page = await load(tab)
    await opensCheckout(page)
    page.shop.send({ type: 'session.ended', sessionId: null } as never)
    await page.deleteJournals('own')
    page.shop.send({ type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') } as never)
    typesName(page, '李')
    await settled()
    page.leaves()
    const loaded = vi.fn(async () => {})
    expect(nameIn(await load(tab, { load: loaded }))).toBe('李')
    expect(loaded).toHaveBeenCalledWith('checkout')
  })

  test('is resumed when it is loaded at a second try', async () => {
    const tab = await withCheckout()
    const failing = vi.fn(async () => {}).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(nameIn(await load(tab, { load: failing }))).toBe('李')
  })

  test('keeps the journal, and resumes it at the next page load', async () => {
    const tab = await withCheckout()
    const page = await load(tab, { load: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(nameIn(page)).toBeUndefined()
    await page.types()
    page.leaves()
    expect(nameIn(await load(tab))).toBe('李')
  })

  test('begins the journal again with the first input in one of the kept machines', async () => {
    const tab = await withCheckout()
    const page = await load(tab, { load: () => Promise.reject(new TypeError('Failed to fetch')) })
    await opensCheckout(page)
    typesName(page, '王')
    await settled()
    while (page.host.fireNext());
    await settled()
    typesName(page, '王芳')
    page.leaves()
    const again = await load(tab)
    expect(nameIn(again)).toBe('王芳')
    expect(again.log).not.toHaveBeenCalled()
  })

  test('does not send cart commands again that were in flight before, once the cart was used without them', async () => {
    const added = { type: 'cart.add', from: 'list', productId: 1, productName: '', productImage: '', productPrice: 1 }
    const commandsIn = ({ shop }: Awaited<ReturnType<typeof load>>) =>
      shop.getSnapshot().children.cart!.getSnapshot().context.pendingCommands.length
    const adds = ({ shop }: Awaited<ReturnType<typeof load>>) =>
      shop.getSnapshot().children.cart!.send({ ...added, quantity: 1 } as never)
    for (const [isUsed, count] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const tab = await withCheckout(adds)
      const page = await load(tab, { load: () => Promise.reject(new TypeError('Failed to fetch')) })
      if (isUsed) adds(page)
      page.leaves()
      const again = await load(tab)
      expect([nameIn(again), commandsIn(again)]).toEqual(['李', count])
      again.leaves()
      expect(nameIn(await load(tab))).toBe('李')
    }
  })
})

describe('a page load that resumes a journal', () => {
  test('has idempotency keys of its own, in the same tab and in another one', async () => {
    const browser = openBrowser()
    const tab = browser.openTab()
    const visitIdOf = (page: Awaited<ReturnType<typeof load>>) => page.shop.getSnapshot().context.visitId
    const page = await load(tab)
    await page.types()
    await vi.waitFor(async () => expect((await settled(), page.session.has('shop.journal'))).toBe(true))
    page.leaves()
    const again = await load(tab)
    expect(again.email()).toBe(typed.value)
    // the last entries may have been lost in a crash, and with them keys that were sent
    expect(visitIdOf(again)).not.toBe(visitIdOf(page))
    again.leaves()
    const adopted = await load(browser.openTab())
    expect(adopted.email()).toBe(typed.value)
    expect([visitIdOf(page), visitIdOf(again)]).not.toContain(visitIdOf(adopted))
    expect(adopted.shop.getSnapshot().children.cart!.getSnapshot().context.visitId).toBe(visitIdOf(adopted))
  })
})

describe('the part before', () => {
  const textIn = async (browser: ReturnType<typeof openBrowser>) => JSON.stringify(await browser.journals())
  const before = async (browser: ReturnType<typeof openBrowser>) =>
    (await browser.journals()).heads.map(head => (head as { before: unknown }).before ?? null)

  test('is kept when the same tab is reloaded', async () => {
    const { browser, tab } = await left()
    await load(tab)
    expect(await before(browser)).not.toEqual([null])
  })

  test('is not kept in another tab: a receipt that is not shown there is not stored there either', async () => {
    const { browser } = await left()
    expect((await load(browser.openTab())).email()).toBe(typed.value)
    expect(await before(browser)).toEqual([null])
  })

  test('is not kept if it has the data of a customer who has logged out', async () => {
    const browser = openBrowser()
    const tab = browser.openTab()
    const page = await load(tab)
    const customer = { customerId: 'customer-7', firstName: '', lastName: '', email: '' }
    const visit = { type: 'visit.started' as const, visitId: 'visit', sessionId: null }
    page.shop.send({ ...visit, identity: { is: 'customer', customer, validFor: 60_000 } })
    page.shop.send({ ...visit, identity: { is: 'guest' } })
    await page.types()
    await vi.waitFor(async () => expect((await settled(), page.session.has('shop.journal'))).toBe(true))
    page.leaves()
    expect(await textIn(browser)).toContain('customer-7')
    expect((await load(tab)).email()).toBe(typed.value)
    expect(await before(browser)).toEqual([null])
    expect(await textIn(browser)).not.toContain('customer-7')
  })
})

test('a trimmed journal contains no text that was typed before', async () => {
  const browser = openBrowser()
  const page = await load(browser.openTab())
  await page.types()
  await vi.waitFor(async () => expect((await settled(), page.session.has('shop.journal'))).toBe(true))
  page.shop.getSnapshot().children.newsletter!.send({ type: 'newsletter.typed', value: '' } as never)
  page.trim()
  while (page.host.fireNext());
  await settled()
  page.keeper.writeTail()
  const { heads, entries } = await browser.journals()
  expect(JSON.stringify([heads, entries, [...page.session]])).not.toContain(typed.value)
})
