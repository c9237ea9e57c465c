import { toDollars } from '#contract/money'
import { fingerprints } from '#machines/journal/fingerprints'
import { resetTokenHandle } from '#src/effects/passwords.ts'
import { forgetShopper } from '#src/journal/forget.ts'
import { releaseDatabases } from './end-faults.ts'
import { faults, mayRefuse, refusals } from './faults.ts'
import { compareFormInput, isJournalKept, isShopperStored, storedInput } from './form-input-checks.ts'
import { formInputOf } from './form-input.ts'
import { addElsewhere } from './gateway/carts.ts'
import { transferAmount } from './gateway/payments.ts'
import { expirePayments } from './gateway/reservations.ts'
import type { StoredProduct } from './gateway/state.ts'
import { cartIn, checkoutIn, orderIn, paymentIn, stepIn } from './invariants/invariant.ts'
import { answer, deliver, removePending } from './network.ts'
import { reload, runBrowser } from './page-reloads.ts'
import { endPage, load, navigate, openTab, restorePage, settled } from './pages.ts'
import { checkForgotten, checkGuestDataDeleted } from './privacy-checks.ts'
import { recordProgress } from './progress.ts'
import { moveProviderWindow } from './provider-window.ts'
import { createRandom, type Random } from './random.ts'
import { completableCalls, completableRequests, deliverResponse } from './responses.ts'
import { receiveMessage, sendEvent, type StepContext } from './send-event.ts'
import { choosePayment, tasks, typeInto } from './tasks.ts'
import { advanceTime, advanceToNextTimer, runBackgroundTimers } from './timers.ts'
import { randomEvent } from './user-events.ts'
import { advanceTo, runningTabs, sendLocation, type Page, type World } from './world.ts'

/** One step of a run: its kind, and the seed of its random decisions. */
export interface Step {
  kind: keyof typeof actions
  seed: number
}

const paths = [
  '/main/product-list/0',
  '/main/product-list/1?by=category&page=2',
  '/main/product-list/0?by=search&q=%E8%8C%B6',
  '/main/product-list/101?by=brand&sort=unit-price&without=milk,paleo&stock=in&page=99',
  '/main/product-detail/1',
  '/main/product-detail/2',
  '/main/product-detail/77',
  '/main/brands',
  '/cart',
  '/check-out',
  '/check-out',
  '/auth/login',
  '/auth/login?return=%2Fcheck-out',
  '/auth/login?return=%2F%2Fevil.example',
  '/auth/logout',
  '/main/register',
  '/forget-password',
  '/reset-password',
  '/manage-account',
  '/manage-account/modify-account',
  '/manage-account/change-password',
  '/manage-account/modify-address',
  '/manage-account/modify-delivery-address',
  '/manage-order/current-order',
  '/manage-order/history-order',
  '/nowhere/是',
]

/** Whether the checkout of a page is open at the review. */
function isAtReview(page: Page): boolean {
  const checkout = checkoutIn(page)
  return checkout !== undefined && stepIn(checkout) === 'review'
}

const hour = 3_600_000

/** Machines that a deployment may change. All but the shop machine, without which no journal can be resumed. */
const deployableMachines = Object.keys(fingerprints).filter(id => id !== 'shop')

const currentFingerprints = { ...fingerprints }

/** Restores the fingerprints of the current build. */
export const undoDeploys = (): void => void Object.assign(fingerprints, currentFingerprints)

const changePriceOf = (product: StoredProduct, random: Random): void => {
  product.price = Math.max(1, product.price + random.pick([-100, 50, 1]))
}

/** A handler for each kind of step. A step that is not possible in the current state does nothing. */
export const actions = {
  input(here: StepContext) {
    const wanted = randomEvent(here)
    if (wanted) sendEvent(here, wanted)
  },
  task(here: StepContext) {
    const isBuying = here.world.behaviour === 'buying' && here.random.chance(0.8)
    tasks[isBuying ? 'buys' : here.random.pick(Object.keys(tasks))]!(here)
  },
  /** Takes the next step towards an order that is paid online. */
  pay(here: StepContext): void {
    const checkout = checkoutIn(here.tab.page)
    const step = checkout ? stepIn(checkout) : 'closed'
    if (orderIn(here.tab.page)?.value === 'paying') return moveProviderWindow(here)
    const isUnpaid = step === 'review' && checkout?.context.payment !== 'online'
    if (step === 'payment' || isUnpaid) choosePayment(here, 'online')
    else tasks.buys!(here)
  },
  navigate: ({ tab, random }: StepContext) => navigate(tab, random.pick(paths)),
  goBack({ tab, random }: StepContext) {
    tab.at = Math.min(Math.max(tab.at + random.pick([-1, -1, 1]), 0), tab.history.length - 1)
    sendLocation(tab, 'POP')
  },
  async respond({ world, random }: StepContext) {
    for (let times = 1 + random.integerBelow(4); times > 0; times -= 1) {
      const ready = completableCalls(world)
      if (ready.length > 0) await deliverResponse(world, random.pick(ready))
      // a receipt may be followed by the next checkout at once
      recordProgress(world)
    }
  },
  /** The gateway receives a call twice. */
  async duplicate({ world, random }: StepContext) {
    const calls = completableRequests(world)
    if (calls.length === 0) return
    const one = random.pick(calls)
    deliver(world, one)
    deliver(world, one)
    await deliverResponse(world, one)
  },
  /** The gateway handles a call and does not respond yet. */
  deliver({ world, random }: StepContext) {
    const calls = completableRequests(world).filter(({ reply }) => reply === null)
    if (calls.length > 0) deliver(world, random.pick(calls))
  },
  fault({ world, random }: StepContext) {
    const calls = completableRequests(world)
    if (calls.length === 0) return
    const one = random.pick(calls)
    const kind = random.pick(Object.keys(faults))
    if (['rateLimited', 'refused', 'notFound'].includes(kind) && !mayRefuse(one)) faults.responseLost!(world, one)
    else faults[kind]!(world, one)
  },
  /** A request about the cart, an order or a payment is refused. */
  refuse({ world, random }: StepContext) {
    const calls = completableRequests(world).filter(({ route }) => /order|payment|cart/.test(route!.path))
    const ofOrders = calls.filter(({ route }) => /order|payment/.test(route!.path))
    const some = ofOrders.length > 0 && random.chance(0.7) ? ofOrders : calls
    if (some.length > 0) refusals[random.pick(Object.keys(refusals))]!(world, random.pick(some), random)
  },
  /** An effect other than a call fails: a chunk does not load, a lock is not granted. */
  failEffect({ world, random }: StepContext) {
    const effects = completableCalls(world).filter(({ route, name }) => route === null && name !== 'watchLock')
    if (effects.length === 0) return
    const one = random.pick(effects)
    removePending(world, one)
    one.reject(new Error('It did not work'))
  },
  revokeToken({ world, random }: StepContext) {
    const calls = completableRequests(world).filter(({ token, reply }) => token !== null && reply === null)
    if (calls.length === 0) return
    const one = random.pick(calls)
    world.store.revoked.add(one.token!)
    answer(world, one)
  },
  lateRequest({ world, random }: StepContext) {
    if (world.lateRequests.length === 0) return
    const [one] = world.lateRequests.splice(random.integerBelow(world.lateRequests.length), 1)
    deliver(world, one!)
    world.unknownChanges.push(one!.name)
  },
  syncTab({ world, tab }: StepContext) {
    receiveMessage(world, tab)
  },
  async nextTimer({ world }: StepContext) {
    await advanceToNextTimer(world, 60_000)
  },
  async wait({ world, random }: StepContext) {
    await advanceTime(world, random.pick([10_000, 600_000, 3_600_000, 86_400_000]))
  },
  /** The system clock is set. */
  setClock({ world, random }: StepContext) {
    world.now += random.pick([-86_400_000, -3_600_000, 3_600_000, 86_400_000])
    world.clockStatus = 'set'
  },
  providerWindow: moveProviderWindow,
  /** The provider captures the amount; the page does not know yet. */
  capture({ world, tab }: StepContext) {
    const made = world.store.provider.get(paymentIn(tab.page)?.context.providerOrderId ?? '')
    const isTaking = world.pending.some(({ name, page }) => name === 'captureAtProvider' && page === tab.page)
    if (isTaking && made?.status === 'approved') transferAmount(made, 'captured')
  },
  async reload({ world, tab }: StepContext) {
    await reload(world, tab, 'reload')
  },
  async crash({ world, tab }: StepContext) {
    await reload(world, tab, 'crash')
  },
  /** The browser is killed while a database transaction commits. */
  async crashInCommit({ world, tab }: StepContext) {
    await reload(world, tab, 'crash while committing')
  },
  /**
   * The shopper closes the browser and returns after minutes or days. The browser restores the tabs or opens one new
   * tab.
   */
  async leave({ world, random }: StepContext) {
    const open = runningTabs(world)
    // closing the browser ends pages in the back/forward cache
    for (const tab of world.tabs) if (tab.page) endPage(world, tab, random.pick(['reload', 'close', 'crash']))
    const time = random.pick([60_000, 9 * 60_000, 11 * 60_000, 2 * hour, 25 * hour, 72 * hour, 480 * hour])
    advanceTo(world, world.monotonic + time)
    world.retries.length = world.timeouts.length = 0
    const isRestored = random.chance(0.5)
    for (const tab of world.tabs) if (!isRestored || !open.includes(tab as StepContext['tab'])) tab.storage.clear()
    for (const tab of isRestored ? open : open.slice(0, 1))
      await (isRestored ? load(world, tab) : openTab(world, tab, random.pick(paths)))
    if (time > 24 * hour) await checkGuestDataDeleted(world)
  },
  /** Deploys a build with other machines and reloads every page. */
  async deploy({ world, random }: StepContext) {
    const changed = deployableMachines.filter(() => random.chance(0.2))
    const open = runningTabs(world)
    const before = await storedInput(world, open)
    for (const tab of open) endPage(world, tab, 'reload')
    for (const id of changed) fingerprints[id] = `${currentFingerprints[id]} of build ${(world.count += 1)}`
    for (const tab of open) await load(world, tab)
    compareFormInput(world, before, 'V3')
  },
  /** Toggles whether databases hang. */
  async toggleDatabase({ world, tab }: StepContext) {
    if (world.storageStatus === 'blocked') return
    if (world.storageStatus === 'hanging') return releaseDatabases(world)
    world.storageStatus = 'hanging'
    await reload(world, tab, 'reload')
  },
  /** Reloads a page while chunks fail to load, and again when they load. */
  async failChunks({ world, tab }: StepContext) {
    const before = await storedInput(world, [tab])
    world.chunkStatus = 'failing'
    await reload(world, tab, 'reload')
    world.chunkStatus = 'loading'
    await reload(world, tab, 'reload')
    compareFormInput(world, before, 'V2')
  },
  /** Types into a page after its code could not be loaded once, and reloads: that input is newer than the journal. */
  async typeAfterFailure(here: StepContext) {
    const { world, tab } = here
    const machines = { '/check-out': 'checkout', '/main/register': 'registration' } as Record<string, string>
    const machine = machines[tab.history[tab.at]!.pathname]
    // a journal without the machine is kept for another one, whatever is typed here
    const [stored] = machine ? await storedInput(world, [tab]) : []
    if (!machine || !stored || stored.typed.machines[machine] === undefined) return
    world.chunkStatus = 'failing'
    await reload(world, tab, 'reload')
    world.chunkStatus = 'loading'
    sendEvent(here, { to: 'shop', event: { type: 'page.retry' } })
    for (const name of ['loadPage', 'reveal'])
      for (const one of completableCalls(world).filter(one => one.name === name && one.tab === tab)) {
        answer(world, one)
        await settled()
      }
    const typed = machine === 'checkout' ? typeInto('billing', { city: 'Burwood' }) : []
    const registered = { type: 'registration.typed', form: 'address', field: 'city', value: 'Burwood' }
    for (const event of machine === 'checkout' ? typed : [{ to: machine, event: registered }]) sendEvent(here, event)
    await settled()
    await runBackgroundTimers(world, tab.page)
    const all = formInputOf(tab.page)
    const input = { ...all, machines: { [machine]: all.machines[machine] } }
    const isResumed = isShopperStored(world, tab.page) && JSON.stringify(input).includes('Burwood')
    const before = [{ tab, page: tab.page, typed: input, isResumed }]
    await reload(world, tab, 'reload')
    compareFormInput(world, before, 'V2')
  },
  /** The shopper presses 'Forget me on this device' while other tabs are open. */
  async forget({ world, tab }: StepContext) {
    if (world.storageStatus !== 'open' || tab.page.isDatabaseClosed) return
    const window = Object.assign(Object.create(tab.page.browserPage.window) as Window, { confirm: () => true })
    forgetShopper(window, tab.page.root as never, tab.page.deleteJournals)
    world.unsettledOrders.clear()
    for (const { page } of runningTabs(world)) page.lastOrderKey = null
    for (let turn = 0; turn < 6; turn += 1) {
      await settled()
      for (const one of world.pending.filter(({ name }) => name.endsWith('/logout'))) answer(world, one)
    }
    checkForgotten(world)
  },
  /** The browser closes the database of a page, or another page needs a newer version of it. */
  closeDatabase({ tab, random }: StepContext) {
    const { browserPage } = tab.page
    if (browserPage.databases.length === 0) return
    tab.page.isDatabaseClosed = true
    if (random.chance(0.5)) browserPage.closeDatabases()
    else for (const database of browserPage.databases) database.onversionchange?.({} as IDBVersionChangeEvent)
  },
  /** Writes a batch of the journal. */
  flush: ({ tab }: StepContext) => tab.page.journalBuffer.flush(),
  /** Closes a tab, or opens a closed one. A new tab resumes a journal that no tab has locked. */
  async toggleTab({ world, tab, random }: StepContext) {
    const closed = world.tabs.filter(({ page }) => page === null)
    if (closed.length > 0) {
      const one = random.pick(closed)
      Object.assign(one, { refused: null, reloadedFor: [], paidKey: null })
      return openTab(world, one, random.pick(paths))
    }
    if (runningTabs(world).length === 1) return
    endPage(world, tab, 'close')
    tab.storage.clear()
  },
  /** Moves a page into the back/forward cache, or restores it. */
  toggleFrozen({ world, tab }: StepContext) {
    const frozen = world.tabs.find(({ page }) => page?.status === 'frozen')
    if (frozen) restorePage(world, frozen)
    else if (runningTabs(world).length > 1) {
      tab.page.journalBuffer.writeTail()
      tab.page.journalBuffer.flush()
      tab.page.browserPage.hide()
      tab.page.status = 'frozen'
    }
  },
  /** The store changes stock, prices, coupons or settings, or unpaid reservations expire. */
  changeStore({ world, random }: StepContext) {
    const { store } = world
    const product = random.pick(store.products)
    const change = random.integerBelow(6)
    if (change === 0) product.stock = Math.max(0, product.stock + random.pick([-1, -50, 40]))
    else if (change === 1) changePriceOf(product, random)
    else if (change === 2) random.pick(store.coupons).usesLeft = random.pick([0, 1, 5])
    else if (change === 3) expirePayments(store)
    else if (change === 4)
      product.multiBuy = random.pick([undefined, { quantity: 2, price: toDollars(2 * product.price - 7) }])
    else store.settings.deliveryFee = random.pick([0, 7, 9.5])
  },
  /** The price of a product in the cart changes, and the tab reads its cart again. */
  changePrice(here: StepContext) {
    const { lines } = cartIn(here.tab.page).context
    if (lines.length === 0) return
    const { productId } = here.random.pick(lines)
    const product = here.world.store.products.find(({ id }) => id === productId)!
    changePriceOf(product, here.random)
    sendEvent(here, { to: 'cart', event: { type: 'cart.read' } })
  },
  /** Another device changes the cart of a reviewed order, and the shopper changes a line in this tab. */
  async changeCart({ world, tab, random }: StepContext) {
    const reviewed = runningTabs(world).find(one => isAtReview(one.page)) ?? tab
    const { lines } = cartIn(reviewed.page).context
    if (lines.length === 0) return
    const { id: lineId, sessionId } = random.pick(lines)
    addElsewhere(world.store, sessionId, random.pick(world.store.products))
    const quantity = 1 + random.integerBelow(4)
    for (const event of [{ type: 'cart.read' }, { type: 'cart.setQuantity', lineId, quantity }])
      sendEvent({ world, tab: reviewed }, { to: 'cart', event })
    await settled()
    for (const one of completableRequests(world)) if (one.page === reviewed.page) answer(world, one)
  },
  /** The shopper opens the link to reset a password. */
  openResetLink({ tab }: StepContext) {
    tab.page.vault.keep(resetTokenHandle, 'reset-good')
    navigate(tab, '/reset-password')
  },
} satisfies Record<string, (here: StepContext) => void | Promise<void>>

/** Relative frequency of each kind of step. */
export const weights: Record<Step['kind'], number> = {
  input: 34,
  task: 26,
  pay: 6,
  navigate: 3,
  goBack: 1,
  respond: 30,
  deliver: 3,
  fault: 6,
  refuse: 3,
  duplicate: 1,
  failEffect: 0.6,
  revokeToken: 0.3,
  lateRequest: 1,
  syncTab: 5,
  nextTimer: 7,
  wait: 0.3,
  setClock: 0.2,
  providerWindow: 4,
  capture: 0.5,
  reload: 1.2,
  crash: 0.4,
  crashInCommit: 0.4,
  leave: 0.4,
  deploy: 0.4,
  toggleDatabase: 0.2,
  failChunks: 0.2,
  typeAfterFailure: 0.4,
  forget: 0.2,
  closeDatabase: 0.1,
  flush: 1,
  toggleTab: 0.4,
  toggleFrozen: 0.5,
  changeStore: 1,
  changePrice: 0.5,
  changeCart: 2,
  openResetLink: 0.2,
}

/** Runs a step in one of the running tabs, then the reloads that pages have requested. */
export async function runStep(world: World, { kind, seed }: Step): Promise<void> {
  const random = createRandom(seed)
  const running = runningTabs(world)
  // the shopper uses one tab most of the time
  const tab = random.chance(0.7) ? running[0] : random.pick(running.length > 0 ? running : [undefined])
  if (!tab) {
    const closed = world.tabs.find(({ page }) => page === null || page.status === 'frozen')!
    if (closed.page) restorePage(world, closed)
    else await load(world, closed)
    return
  }
  const before = failing.includes(kind)
    ? runningTabs(world).map(tab => ({
        tab,
        page: tab.page,
        typed: formInputOf(tab.page),
        isResumed: isShopperStored(world, tab.page) && isJournalKept(world, tab.page),
      }))
    : []
  world.trace(`— ${kind}, tab ${tab.number}`)
  await actions[kind]({ world, random, tab })
  await settled()
  compareFormInput(world, before)
  recordProgress(world)
  await runBrowser(world)
}

/** Kinds of steps without user input and without a response that changes form input. */
const failing: Step['kind'][] = [
  'fault',
  'refuse',
  'failEffect',
  'lateRequest',
  'nextTimer',
  'wait',
  'setClock',
  'deliver',
  'reload',
  'changeStore',
]
