import { matchesState } from 'xstate'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { loginHandle, type LoginContext } from '#machines/session/login'
import { registrationHandle, type RegistrationContext } from '#machines/registration/registration'
import { forgetShopper } from '#src/journal/forget.ts'
import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { storageKeys } from '#src/effects/storage.ts'
import { identityIn } from '#src/effects/token.ts'
import { isExpired, lastTimeIn } from '#src/journal/retention.ts'
import { resetTokenHandle } from '#src/effects/reset-token.ts'
import { readJournals } from './browser.ts'
import { fingerprints } from '#machines/journal/fingerprints'
import { createRandom, type Random } from './random.ts'
import { expirePayments } from './gateway/reservations.ts'
import { transferAmount } from './gateway/payments.ts'
import { addElsewhere } from './gateway/carts.ts'
import { passwordOf, seededCustomers, type StoredProduct } from './gateway/state.ts'
import { checkEvent } from './invariants.ts'
import { cartIn, checkoutIn, paymentIn, sessionIn, shopIn, stepIn } from './invariants/invariant.ts'
import { guestData, stateText } from './replay-check.ts'
import { startVisit, endPage, load, navigate, openTab, restorePage, settled, type End } from './pages.ts'
import { addToCart, customerOf, randomEvent } from './user-events.ts'
import {
  actorIn,
  advanceTo,
  runningTabs,
  stateOf,
  sendLocation,
  type UserEvent,
  type Page,
  type Pending,
  type Tab,
  type World,
} from './world.ts'
import { lostInput, formInputOf, type FormInput } from './form-input.ts'
import { recordOwnChange, recordReview } from './seen-amounts.ts'
import {
  answer,
  removePending,
  sendMalformedResponse,
  failWithNetworkError,
  recordUnknownChange,
  deliver,
  isAccepted,
  keepLateRequest,
  requestText,
  sendProxyPage,
  sendRefusal,
} from './network.ts'

/** One step of a run: its kind, and the seed of its random decisions. */
export interface Step {
  kind: keyof typeof actions
  seed: number
}

type StepContext = { world: World; random: Random; tab: Tab & { page: Page } }

/** Events with which the shopper places an order or asks for its outcome. */
const asksForOrder = [
  'checkout.place',
  'checkout.pay',
  'checkout.ask',
  'checkout.resend',
  'payment.ask',
  'payment.approved',
]

/** Whether the checkout waits for a delivery fee. */
const isDeciding = ({ value }: CheckoutSnapshot) => matchesState({ step: { filling: 'deciding' } }, value)

/** Sends a shopper's event to a machine and checks the invariants about it. */
export function sendEvent({ world, tab }: Pick<StepContext, 'world' | 'tab'>, { to, event }: UserEvent): void {
  const actor = actorIn(tab.page, to)
  if (!actor) return
  if (event.type === 'cart.add') world.additionsRequested += 1
  const before = actor.getSnapshot()
  if (to === 'checkout' && /typed$|choose/.test(event.type) && isDeciding(checkoutIn(tab.page)!))
    tab.page.isChangedWhileDeciding = true
  world.activePage = tab.page
  recordOwnChange(tab, { to, event })
  actor.send(event)
  world.activePage = null
  const key = asksForOrder.includes(event.type) && checkoutIn(tab.page)?.context.pendingOrder?.requestId
  if (key) world.orderRequestedAt.set(key, world.now)
  if (event.type === 'checkout.pay' && key) tab.paidKey = key
  if (event.type === 'checkout.place' && checkoutIn(tab.page)?.matches({ step: 'placing' })) tab.paidKey = null
  checkEvent(world, tab, { to, event }, before)
  recordReview(tab, event.type === 'checkout.accept')
}

const paths = [
  '/main/product-list/0',
  '/main/product-list/1?by=category&page=2',
  '/main/product-list/0?by=search&q=%E8%8C%B6',
  '/main/product-list/101?by=brand&sort=name&page=99',
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

const typeInto = (form: string, values: Record<string, string>): UserEvent[] =>
  Object.entries(values).map(([field, value]) => ({
    to: 'checkout',
    event: { type: 'checkout.typed', form, field, value },
  }))

/** Events that complete the checkout form. */
const checkoutInput: UserEvent[] = [
  ...typeInto('person', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', telephone: '0255500199' }),
  ...typeInto('billing', { address1: '88 Lantern Lane', city: 'Eastwood', postCode: '2122' }),
  ...[
    { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Country 1' },
    { type: 'checkout.chooseRegion', form: 'billing', id: 11, name: 'Region 11' },
    { type: 'checkout.continue' },
    { type: 'checkout.continue' },
  ].map(event => ({ to: 'checkout', event })),
]

/** Whether the checkout of a page is open at the review. */
function isAtReview(page: Page): boolean {
  const checkout = checkoutIn(page)
  return checkout !== undefined && stepIn(checkout) === 'review'
}

/** Whether the page asks the shopper to send an old order again or to discard it. */
function asksToResend(page: Page): boolean {
  const checkout = checkoutIn(page)
  return checkout !== undefined && matchesState({ step: { unknown: 'unplaced' } }, checkout.value)
}

function choosePayment(here: StepContext, method: 'on-delivery' | 'online'): void {
  sendEvent(here, { to: 'checkout', event: { type: 'checkout.edit', step: 'payment' } })
  sendEvent(here, { to: 'checkout', event: { type: 'checkout.choosePayment', method } })
  sendEvent(here, { to: 'checkout/payment', event: { type: 'payment.loaded' } })
  sendEvent(here, { to: 'checkout', event: { type: 'checkout.continue' } })
}

/** Tasks of a shopper. Each call takes the next step of the task. */
const tasks: Record<string, (here: StepContext) => unknown> & { retries(here: StepContext): void } = {
  adds: (here: StepContext) => sendEvent(here, addToCart(here)),
  opensCheckout: ({ tab }: StepContext) => navigate(tab, '/check-out'),
  fillsIn(here: StepContext) {
    sendEvent(here, { to: 'checkout', event: { type: 'checkout.edit', step: 'details' } })
    for (const one of checkoutInput) sendEvent(here, one)
  },
  choosesPayment: (here: StepContext) => choosePayment(here, here.random.pick(['on-delivery', 'online'])),
  orders(here: StepContext) {
    const context = checkoutIn(here.tab.page)?.context
    if (!context) return
    const type = context.payment === 'online' ? 'checkout.pay' : 'checkout.place'
    const { total } = checkoutTotals(context)
    if (here.random.chance(0.7)) sendEvent(here, { to: 'checkout', event: { type: 'checkout.accept', total } })
    // sometimes the page still shows another total
    const shown = here.random.chance(0.1) ? total + 100 : total
    sendEvent(here, { to: 'checkout', event: { type, total: shown } })
  },
  logsIn(here: StepContext) {
    const { tab, random } = here
    const login = stateOf<{ context: LoginContext }>(tab.page, 'login')
    if (!login) return navigate(tab, '/auth/login')
    const who = random.pick(seededCustomers)
    tab.page.vault.keep(loginHandle(login.context), passwordOf(who))
    sendEvent(here, { to: 'login', event: { type: 'login.typed', value: `${who}@example.com` } })
    sendEvent(here, { to: 'login', event: { type: 'login.typedPassword', mistake: null } })
    sendEvent(here, { to: 'login', event: { type: 'login.submit' } })
  },
  logsOut(here: StepContext) {
    navigate(here.tab, '/auth/logout')
    sendEvent(here, { to: 'session', event: { type: 'session.logOut' } })
  },
  registers(here: StepContext) {
    const { tab, world } = here
    const registration = stateOf<{ context: RegistrationContext }>(tab.page, 'registration')
    if (!registration) return navigate(tab, '/main/register')
    world.count += 1
    const person = {
      firstName: 'New',
      lastName: 'One',
      email: `new${world.count}@example.com`,
      telephone: '0255500111',
    }
    const address = { address1: '1 Plum Street', city: 'Eastwood', postCode: '2122' }
    for (const [form, values] of Object.entries({ person, address }))
      for (const [field, value] of Object.entries(values))
        sendEvent(here, { to: 'registration', event: { type: 'registration.typed', form, field, value } })
    for (const field of ['password', 'confirmPassword'] as const) {
      tab.page.vault.keep(registrationHandle(registration.context, field), 's3cr3t-fresh')
      const event = { type: 'registration.typedSecret', field, mistake: null, match: 'same' }
      sendEvent(here, { to: 'registration', event })
    }
    for (const event of [
      { type: 'registration.chooseCountry', id: 1, name: 'Country 1' },
      { type: 'registration.chooseRegion', id: 11, name: 'Region 11' },
      { type: 'registration.tick', box: 'acceptTerms', to: 'on' },
      { type: 'registration.submit' },
    ])
      sendEvent(here, { to: 'registration', event })
  },
  /** Takes the next step from an empty cart to a placed order. */
  buys(here: StepContext): unknown {
    const { page } = here.tab
    const { lines, pendingCommands } = cartIn(page).context
    const checkout = checkoutIn(page)
    if (lines.length === 0) return pendingCommands.length === 0 && tasks.adds!(here)
    if (!checkout) return tasks.opensCheckout!(here)
    const step = stepIn(checkout)
    if (step === 'details' || step === 'delivery') return tasks.fillsIn!(here)
    if (step === 'payment') return tasks.choosesPayment!(here)
    if (step === 'review') return tasks.orders!(here)
    return step === 'placed' ? navigate(here.tab, '/check-out') : tasks.retries(here)
  },
  /** Asks for the outcome again, or sends an old order again, which the shop never does by itself. */
  retries(here: StepContext) {
    const type = asksToResend(here.tab.page) ? 'checkout.resend' : 'checkout.ask'
    sendEvent(here, { to: 'checkout', event: { type } })
    sendEvent(here, { to: 'checkout/payment', event: { type: 'payment.ask' } })
  },
}

/** Calls and effects that can complete now. The provider's window completes in its own steps. */
export const completableCalls = (world: World): Pending[] =>
  world.pending.filter(one => one.isReady() && one.page.status === 'running' && one.name !== 'windowLeft')

const completableRequests = (world: World) => completableCalls(world).filter(({ route }) => route !== null)

/** The first timer of a running page, retry or timeout that is due at `by` or earlier. */
function nextDueTimer(world: World, by: number): { at: number; fire(): void } | undefined {
  const ofPages = runningTabs(world).flatMap(({ page }) =>
    [...page.timers].map(([id, { at, fire }]) => ({ at, fire: () => void (page.timers.delete(id), fire()) })),
  )
  const ofCalls = [world.retries, world.timeouts].flatMap(list =>
    list.map(timer => ({ at: timer.at, fire: () => void (list.splice(list.indexOf(timer), 1), timer.fire()) })),
  )
  return [...ofPages, ...ofCalls].filter(({ at }) => at <= by).toSorted((a, b) => a.at - b.at)[0]
}

/** The most timers that one step fires. */
const mostTimers = 120

/** Advances the clock and fires the timers that are due, in order. Stops early at the last of `mostTimers`. */
async function advanceTime(world: World, milliseconds: number): Promise<void> {
  const end = world.monotonic + milliseconds
  for (let fired = 0; fired < mostTimers; fired += 1) {
    const due = nextDueTimer(world, end)
    if (!due) return advanceTo(world, Math.max(world.monotonic, end))
    advanceTo(world, Math.max(world.monotonic, due.at))
    due.fire()
    await settled()
  }
}

/** Advances the clock to the next timer of a machine or retry of a call. @returns false if there is none in time */
async function advanceToNextTimer(world: World, within = Infinity): Promise<boolean> {
  const timers = [...runningTabs(world).flatMap(({ page }) => [...page.timers.values()]), ...world.retries]
  const next = Math.min(...timers.filter(({ isBackground }) => !isBackground).map(({ at }) => at))
  if (!(next - world.monotonic <= within)) return false
  await advanceTime(world, Math.max(0, next - world.monotonic))
  return true
}

/** Delivers one message of another tab. */
export function receiveMessage(world: World, tab: Tab & { page: Page }): void {
  const message = tab.inbox.shift()
  if (message === 'storage') startVisit(world, tab)
  if (message === 'cart.changed' || message === 'order.placed')
    sendEvent({ world, tab }, { to: 'cart', event: { type: 'cart.read' } })
  if (message !== 'order.placed' || !stateOf<CheckoutSnapshot>(tab.page, 'checkout')?.context.isElsewhere) return
  sendEvent({ world, tab }, { to: 'checkout', event: { type: 'checkout.ordered' } })
  tab.page.trim()
}

/** Reloads a page. Records the token for which the page itself requested the reload. */
export async function reload(world: World, tab: Tab, how: End): Promise<void> {
  const { requested, refused } = tab.page!
  if (requested === 'reload' && refused) tab.reloadedFor.push(refused.token)
  world.figures.reloads += 1
  endPage(world, tab, how)
  await load(world, tab)
}

const hour = 3_600_000

/** Machines that a deployment may change. All but the shop machine, without which no journal can be resumed. */
const deployableMachines = Object.keys(fingerprints).filter(id => id !== 'shop')
/** Machines that another one needs: it is not resumed without them. */
const neededBy: Record<string, readonly string[]> = {
  cart: ['session'],
  checkout: ['payment', 'places', 'lookup', 'lock'],
  registration: ['places', 'lookup'],
  addresses: ['places', 'lookup'],
}
const currentFingerprints = { ...fingerprints }

/** Restores the fingerprints of the current build. */
export const undoDeploys = (): void => void Object.assign(fingerprints, currentFingerprints)

/** Checks invariant V4: 24 hours after the last activity, guest data is deleted, except in unsettled orders. */
async function checkGuestDataDeleted(world: World): Promise<void> {
  // a clock that was set hides how much time has passed
  if (world.clockStatus === 'set' || world.storageStatus !== 'open') return
  if ([...world.storage.keys()].some(key => key.startsWith(orderKeyPrefix))) return
  // old journals are deleted in the background
  for (let turn = 0; turn < 4; turn += 1) await settled()
  const states = runningTabs(world).map(({ page }) => stateText(page))
  const { text } = await readJournals(world)
  if (guestData.test(text)) world.violations.push('V4: a journal contains guest data')
  if (states.some(state => guestData.test(state))) world.violations.push('V4: a page contains guest data')
}

/** Checks invariant V5: once the shopper is forgotten, no open tab and no journal of one has what was typed. */
function checkForgotten(world: World): void {
  for (const { page } of world.tabs) if (page?.status === 'frozen') page.isForgotten = true
  for (const { page, number } of runningTabs(world)) {
    const { who } = sessionIn(page).value
    if (guestData.test(stateText(page))) world.violations.push(`V5: tab ${number} contains guest data while ${who}`)
  }
}

/** Lets hanging databases respond again. */
async function releaseDatabases(world: World): Promise<void> {
  world.storageStatus = 'open'
  world.browser.release()
  await settled()
}

const faults: Record<string, (world: World, one: Pending) => void> = {
  /** The request is lost. */
  requestLost(world, one) {
    keepLateRequest(world, one)
    failWithNetworkError(world, one)
  },
  /** The request is handled; the response is lost. */
  responseLost(world, one) {
    if (one.reply === null) deliver(world, one)
    failWithNetworkError(world, one)
  },
  rateLimited: (world, one) => sendRefusal(world, one, 429, { 'retry-after': '1' }),
  serverError(world, one) {
    recordUnknownChange(world, one)
    sendRefusal(world, one, 503)
  },
  refused: (world, one) => sendRefusal(world, one, 400),
  notFound: (world, one) => sendRefusal(world, one, 404),
  /** The request is handled; the response is not JSON. */
  malformedResponse(world, one) {
    if (one.reply === null) deliver(world, one)
    sendMalformedResponse(world, one)
  },
}

/** Handled requests have a response, so only others can be refused; `refusals` has those of the order, payment and cart. */
const mayRefuse = ({ reply, route }: Pending) => reply === null && !/order|payment|cart/.test(route!.path)

/** Values of `Retry-After`: seconds, or a date. */
const retryAfter = ['1', '20', '3600', 'Sun, 01 Nov 2026 00:01:00 GMT']

/** Refusals of requests about the cart, orders and payments. Those of the gateway come before it has handled the request. */
const refusals: Record<string, (world: World, one: Pending, random: Random) => void> = {
  rateLimited(world, one, random) {
    if (one.reply === null) sendRefusal(world, one, 429, { 'retry-after': random.pick(retryAfter) })
  },
  /** The gateway does not accept the request, now or later. */
  refused(world, one) {
    const isRead = one.route!.method === 'GET' || one.route!.method === 'DELETE'
    if (isRead || one.reply !== null || isAccepted(world.store, one)) return
    world.refusedRequests.add(requestText(one))
    answer(world, one)
  },
  /** A proxy answers that the gateway is not there, or that there are too many requests. */
  proxyRefusal(world, one, random) {
    if (one.reply === null) sendProxyPage(world, one, random.pick([403, 404, 429]))
  },
  /** A proxy stops waiting for the gateway, which may have handled the request or handles it later. */
  proxyTimeout(world, one, random) {
    if (one.reply === null && random.chance(0.5)) deliver(world, one)
    else keepLateRequest(world, one)
    sendProxyPage(world, one, random.pick([502, 504]))
  },
}

/** The buyer's actions in the provider's window. */
const providerWindow = {
  approves(here: StepContext, id: string) {
    const made = here.world.store.provider.get(id)
    if (made?.status === 'created') made.status = 'approved'
    for (let times = here.random.chance(0.2) ? 2 : 1; times > 0; times -= 1)
      sendEvent(here, { to: 'checkout/payment', event: { type: 'payment.approved', providerOrderId: id } })
  },
  /** The buyer approves, but the window closes before it reports the approval. */
  approvesUnheard(here: StepContext, id: string) {
    const made = here.world.store.provider.get(id)
    if (made?.status === 'created') made.status = 'approved'
    providerWindow.leaves(here)
  },
  leaves({ world, tab }: StepContext) {
    for (const one of world.pending.filter(({ name, page }) => name === 'windowLeft' && page === tab.page))
      answer(world, one)
  },
  cancels: (here: StepContext) => sendEvent(here, { to: 'checkout/payment', event: { type: 'payment.cancelled' } }),
  isDeclined({ world }: StepContext, id: string) {
    const made = world.store.provider.get(id)
    if (made?.status === 'created' || made?.status === 'approved') made.declines = 1
  },
}

function moveProviderWindow(here: StepContext): void {
  const { world, tab, random } = here
  const id = paymentIn(tab.page)?.context.providerOrderId
  const isOpen = world.pending.some(({ name, page }) => name === 'windowLeft' && page === tab.page)
  if (!id || !isOpen) return
  providerWindow[random.weighted({ approves: 6, approvesUnheard: 1, leaves: 1, cancels: 1, isDeclined: 1 })](here, id)
}

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
    if (step === 'paying') return moveProviderWindow(here)
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
    const effects = completableCalls(world).filter(({ route, name }) => route === null && name !== 'watchClaim')
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
    const { left, machines: inputs } = formInputOf(tab.page)
    const input = { left, machines: { [machine]: inputs[machine] } }
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
    const change = random.integerBelow(5)
    if (change === 0) product.stock = Math.max(0, product.stock + random.pick([-1, -50, 40]))
    else if (change === 1) changePriceOf(product, random)
    else if (change === 2) random.pick(store.coupons).usesLeft = random.pick([0, 1, 5])
    else if (change === 3) expirePayments(store)
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

/** The parts of a stored journal that a check reads. */
type StoredHead = Parameters<typeof lastTimeIn>[0] & { id: string; begunAt: number }

/** The form input of tabs whose journal is stored, so that the next page load resumes it. */
async function storedInput(world: World, tabs: readonly (Tab & { page: Page })[]): Promise<TypedInput[]> {
  // a journal of the future is expired
  if (world.clockStatus === 'set') return []
  const { heads, entries } = await world.browser.journals()
  // one of a tab without activity for a day is deleted by the next page load
  const isKept = (head: StoredHead) => {
    const last = entries.findLast(({ journal }) => journal === head.id)
    return !isExpired(lastTimeIn(head, last) || head.begunAt, world.now)
  }
  const ids = (heads as StoredHead[]).filter(isKept).map(({ id }) => id)
  return tabs
    .filter(
      ({ page, storage }) =>
        ids.includes(storage.get('shop.journal') ?? '') && isShopperStored(world, page) && !page.isDatabaseClosed,
    )
    .map(tab => ({ tab, page: tab.page, typed: formInputOf(tab.page), isResumed: true }))
}

/** Whether the journal of a page is neither deleted, too old nor of the future, and can be written. */
const isJournalKept = (world: World, page: Page): boolean =>
  !page.isDatabaseClosed &&
  world.monotonic >= page.unstoredUntil &&
  !isExpired(page.entries.at(-1)?.at ?? page.checkpoint?.at ?? world.now, world.now)

/**
 * Whether the shopper of a page is the one of the stored token. Otherwise the next page load is another shopper's: the token has expired,
 * or another tab has logged in or out and this one does not know of it yet.
 */
function isShopperStored(world: World, page: Page): boolean {
  const identity = identityIn(page.shopStorage.token(), world.now)
  if (identity.is === 'guest') return customerOf(page) === null
  return identity.is === 'customer' && identity.customer.customerId === customerOf(page)
}

/** Form input before a step, with its page. `isResumed`: the next page load has to resume it. */
interface TypedInput {
  tab: Tab
  page: Page
  typed: FormInput
  isResumed: boolean
}

/** Whether the journal of a page may hold a customer's data. */
const holdsCustomer = ({ checkpoint, entries }: Page): boolean =>
  /"customerId":"/.test(JSON.stringify([checkpoint, entries]))

/** Reports form input that was lost. @param name - the invariant */
function compareFormInput(world: World, before: readonly TypedInput[], name = 'K7b'): void {
  for (const { tab, page, typed, isResumed } of before) {
    if (!tab.page || (tab.page !== page && !isResumed)) continue
    const isChanged = (id: string) => page.build[id] !== tab.page!.build[id]
    // without the session machine it is unknown whose data a journal holds
    if (isChanged('session') && holdsCustomer(page)) continue
    // a machine that the next build has changed starts again
    for (const id of Object.keys(typed.machines))
      if ([id, ...(neededBy[id] ?? [])].some(isChanged)) delete typed.machines[id]
    // without the cart and the settings the checkout does not reach every state: how to pay is chosen again, in a step that is open then
    const isPartial = ['cart', 'session'].some(isChanged)
    // the next order begins with a cart that holds something, which is not known then
    const isNextOrder = [...tab.placedKeys, ...page.placedKeys].length > 0
    if (isPartial && (isNextOrder || page.isChangedWhileDeciding)) delete typed.machines.checkout
    const lost = lostInput(typed, formInputOf(tab.page), { left: tab.page === page ? typed.left : 0, isPartial })
    if (lost && world.storageStatus === 'open') world.violations.push(`${name}: ${lost}`)
  }
}

/** Records what the shopper has seen, for later checks. */
function recordProgress(world: World): void {
  for (const tab of runningTabs(world)) {
    recordOrders(world, tab)
    recordReview(tab, false)
  }
}

/** Records the outcome of orders. */
function recordOrders({ store }: World, tab: Tab & { page: Page }): void {
  const { page } = tab
  const { left } = shopIn(page).context
  // after a logout the checkout starts fresh and says nothing about an earlier payment
  if (left !== page.logouts) page.lastOrderKey = tab.paidKey = null
  page.logouts = left
  const checkout = checkoutIn(page)
  if (!checkout || stepIn(checkout) !== 'placed') return
  const shown = store.placed.find(({ order }) => order.orderId === checkout.context.order!.orderId)
  if (shown) page.placedKeys.push(shown.requestId)
}

const sharedResponses: readonly string[] = [
  'reveal',
  'loadPage',
  'GET /category-menu',
  'GET /brand',
  'GET /banner',
  'POST /product/criteria',
  'GET /product',
]

/** Delivers a response. Checks that a response to a customer who has logged out changes nothing. */
async function deliverResponse(world: World, one: Pending): Promise<void> {
  const { page, customerId, name, tab } = one
  const isLate =
    customerId !== null && customerId !== sessionIn(page).context.customer?.customerId && !name.endsWith('/logout')
  if (!isLate || sharedResponses.some(one => name.startsWith(one))) {
    answer(world, one)
    return settled()
  }
  // effects that an earlier response has started; deleting journals takes several turns
  for (let turn = 0; turn < 1 || (turn < 4 && sessionIn(page).value.who === 'forgetting'); turn += 1) await settled()
  // a placed order ends its session in every tab; an order whose outcome is known is no longer stored (K11)
  const { requestId } = (one.body ?? {}) as { requestId?: string }
  const ofOrder = name === 'POST /order' ? [storageKeys.session, `${orderKeyPrefix}${requestId}`] : []
  const kept = () => [...world.storage].filter(([key]) => !ofOrder.includes(key))
  const text = () => stateText(page) + JSON.stringify(kept())
  const before = text()
  const isStored = one.token === page.shopStorage.token()
  answer(world, one)
  await settled()
  const after = text()
  // after the clock was set, a token can be refused that is still stored: that ends its login
  const isRefused = isStored && world.clockStatus === 'set' && one.reply?.http === 401
  if (tab.page === page && before !== after && !isRefused)
    world.violations.push(`S4: ${name} changed data of another shopper`)
}

/** Reloads pages that requested it and runs the background timers of the others. */
async function runBrowser(world: World): Promise<void> {
  for (const tab of runningTabs(world)) {
    if (tab.page.requested === 'reload') await reload(world, tab, 'reload')
    else await runBackgroundTimers(world, tab.page)
  }
}

/** Fires the background timers of the journal store that are due. */
async function runBackgroundTimers(world: World, page: Page): Promise<void> {
  for (const [id, { fire, at, isBackground }] of page.timers) {
    if (!isBackground || at > world.monotonic) continue
    page.timers.delete(id)
    fire()
    await settled()
  }
}

/** The shopper presses 'Try again' wherever an error is shown. */
function pressRetry(here: Pick<StepContext, 'world' | 'tab'>): void {
  tasks.retries(here as StepContext)
  const { page } = here.tab
  if (sessionIn(page).value.start === 'unreachable')
    sendEvent(here, { to: 'session', event: { type: 'session.retry' } })
  else if (cartIn(page).value.lines === 'unreachable') sendEvent(here, { to: 'cart', event: { type: 'cart.reload' } })
}

/** Ends all faults: delivers messages and responses, fires timers, closes provider windows, and retries what failed. */
export async function endFaults(world: World): Promise<void> {
  for (const tab of world.tabs) {
    if (!tab.page || (tab.page.status === 'running' && world.clockStatus === 'right')) continue
    restorePage(world, tab)
  }
  world.lateRequests = []
  if (world.storageStatus === 'hanging') await releaseDatabases(world)
  for (let turn = 0; turn < 60; turn += 1) {
    for (const tab of runningTabs(world)) {
      while (tab.inbox.length > 0) receiveMessage(world, tab)
      providerWindow.leaves({ world, tab } as StepContext)
      pressRetry({ world, tab })
    }
    await settled()
    recordProgress(world)
    for (let one = completableCalls(world)[0]; one; one = completableCalls(world)[0]) {
      answer(world, one)
      await settled()
      recordProgress(world)
      await runBrowser(world)
    }
    const isPaying = world.pending.some(({ name }) => name === 'windowLeft')
    const isHeard = runningTabs(world).every(({ inbox }) => inbox.length === 0)
    const isAsked = runningTabs(world).some(({ page }) => asksToResend(page))
    const isBusy = (await advanceToNextTimer(world, 60_000)) || !isHeard || isPaying || isAsked
    if (!isBusy) return
  }
  world.violations.push('X3: the shop still has timers, calls or messages after 60 rounds')
}
