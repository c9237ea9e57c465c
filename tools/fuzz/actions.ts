import { checkoutTotals } from '#machines/checkout/order-rules'
import { loginHandle, type LoginContext } from '#machines/session/login'
import { registrationHandle, type RegistrationContext } from '#machines/registration/registration'
import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { storageKeys } from '#src/effects/storage.ts'
import { identityIn } from '#src/effects/token.ts'
import { resetTokenHandle } from '#src/effects/reset-token.ts'
import { readKept } from './browser.ts'
import { fingerprints } from '#machines/journal/fingerprints'
import { createDice, type Dice } from './dice.ts'
import { sweep } from './gateway/holds.ts'
import { moveMoney } from './gateway/payments.ts'
import { passwordOf, residents } from './gateway/state.ts'
import { lookAtAct } from './invariants.ts'
import { cartIn, checkoutIn, paymentIn, sessionIn, shopIn, stepIn } from './invariants/invariant.ts'
import { stateText } from './keeping.ts'
import { begin, endPage, load, navigate, openTab, settled, type End } from './pages.ts'
import { addition, anyAct } from './people.ts'
import {
  actorIn,
  goTo,
  runningTabs,
  stateOf,
  tellAddress,
  type Act,
  type Page,
  type Pending,
  type Tab,
  type World,
} from './world.ts'
import { lostOf, typedIn, type Typed } from './typed.ts'
import { answer, drop, garble, lose, notHeard, reach, refuse, straggles } from './wire.ts'

/** Something that happens: what, and the throw that decides the rest of it. */
export interface Step {
  kind: keyof typeof actions
  dice: number
}

type Here = { world: World; dice: Dice; tab: Tab & { page: Page } }

/** Events by which the shopper asks for an order, or about it. */
const asksForOrder = [
  'checkout.place',
  'checkout.pay',
  'checkout.ask',
  'checkout.resend',
  'payment.ask',
  'payment.approved',
]

/** A shopper sends an event to a machine. */
export function act({ world, tab }: Pick<Here, 'world' | 'tab'>, { to, event }: Act): void {
  const actor = actorIn(tab.page, to)
  if (!actor) return
  if (event.type === 'cart.add') world.additionsAsked += 1
  const before = actor.getSnapshot()
  world.acting = tab.page
  actor.send(event)
  world.acting = null
  const key = asksForOrder.includes(event.type) && checkoutIn(tab.page)?.context.pendingOrder?.requestId
  if (key) world.shopperAsked.set(key, world.now)
  lookAtAct(world, tab, { to, event }, before)
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

const typed = (form: string, values: Record<string, string>): Act[] =>
  Object.entries(values).map(([field, value]) => ({
    to: 'checkout',
    event: { type: 'checkout.typed', form, field, value },
  }))

/** Everything that the steps of a checkout ask for. */
const filledIn: Act[] = [
  ...typed('person', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', telephone: '0255500199' }),
  ...typed('billing', { address1: '88 Lantern Lane', city: 'Eastwood', postCode: '2122' }),
  ...[
    { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Country 1' },
    { type: 'checkout.chooseRegion', form: 'billing', id: 11, name: 'Region 11' },
    { type: 'checkout.continue' },
    { type: 'checkout.continue' },
  ].map(event => ({ to: 'checkout', event })),
]

/** A shopper with a goal takes the next step towards it. */
const errands: Record<string, (here: Here) => unknown> & { retries(here: Here): void } = {
  adds: (here: Here) => act(here, addition(here)),
  opensCheckout: ({ tab }: Here) => navigate(tab, '/check-out'),
  fillsIn(here: Here) {
    act(here, { to: 'checkout', event: { type: 'checkout.edit', step: 'details' } })
    for (const one of filledIn) act(here, one)
  },
  choosesPayment(here: Here) {
    act(here, { to: 'checkout', event: { type: 'checkout.edit', step: 'payment' } })
    const method = here.dice.pick(['on-delivery', 'online'])
    act(here, { to: 'checkout', event: { type: 'checkout.choosePayment', method } })
    act(here, { to: 'checkout/payment', event: { type: 'payment.loaded' } })
    act(here, { to: 'checkout', event: { type: 'checkout.continue' } })
  },
  orders(here: Here) {
    const context = checkoutIn(here.tab.page)?.context
    if (!context) return
    const type = context.payment === 'online' ? 'checkout.pay' : 'checkout.place'
    act(here, { to: 'checkout', event: { type, total: checkoutTotals(context).total } })
  },
  logsIn(here: Here) {
    const { tab, dice } = here
    const login = stateOf<{ context: LoginContext }>(tab.page, 'login')
    if (!login) return navigate(tab, '/auth/login')
    const who = dice.pick(residents)
    tab.page.vault.keep(loginHandle(login.context), passwordOf(who))
    act(here, { to: 'login', event: { type: 'login.typed', value: `${who}@example.com` } })
    act(here, { to: 'login', event: { type: 'login.typedPassword', mistake: null } })
    act(here, { to: 'login', event: { type: 'login.submit' } })
  },
  logsOut(here: Here) {
    navigate(here.tab, '/auth/logout')
    act(here, { to: 'session', event: { type: 'session.logOut' } })
  },
  registers(here: Here) {
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
        act(here, { to: 'registration', event: { type: 'registration.typed', form, field, value } })
    for (const field of ['password', 'confirmPassword'] as const) {
      tab.page.vault.keep(registrationHandle(registration.context, field), 's3cr3t-fresh')
      const event = { type: 'registration.typedSecret', field, mistake: null, match: 'same' }
      act(here, { to: 'registration', event })
    }
    for (const event of [
      { type: 'registration.chooseCountry', id: 1, name: 'Country 1' },
      { type: 'registration.chooseRegion', id: 11, name: 'Region 11' },
      { type: 'registration.tick', box: 'acceptTerms', to: 'on' },
      { type: 'registration.submit' },
    ])
      act(here, { to: 'registration', event })
  },
  /** Whatever comes next on the way to an order. */
  buys(here: Here): unknown {
    const { page } = here.tab
    const { lines, pendingCommands } = cartIn(page).context
    const checkout = checkoutIn(page)
    if (lines.length === 0) return pendingCommands.length === 0 && errands.adds!(here)
    if (!checkout) return errands.opensCheckout!(here)
    const step = stepIn(checkout)
    if (step === 'details' || step === 'delivery') return errands.fillsIn!(here)
    if (step === 'payment') return errands.choosesPayment!(here)
    if (step === 'review') return errands.orders!(here)
    return step === 'placed' ? navigate(here.tab, '/check-out') : errands.retries(here)
  },
  retries(here: Here) {
    for (const to of ['checkout', 'checkout/payment'])
      act(here, { to, event: { type: to === 'checkout' ? 'checkout.ask' : 'payment.ask' } })
  },
}

/** What is open and may end now; windows of the provider end by their own steps. */
export const readyIn = (world: World): Pending[] =>
  world.pending.filter(one => one.isReady() && one.page.is === 'running' && one.name !== 'windowLeft')

const callsIn = (world: World) => readyIn(world).filter(({ route }) => route !== null)

/** The first timer that is due by a moment: of a page that runs, or of a call. */
function nextDue(world: World, by: number): { at: number; fire(): void } | undefined {
  const ofPages = runningTabs(world).flatMap(({ page }) =>
    [...page.timers].map(([id, { at, fire }]) => ({ at, fire: () => void (page.timers.delete(id), fire()) })),
  )
  const ofCalls = [world.retries, world.timeouts].flatMap(list =>
    list.map(timer => ({ at: timer.at, fire: () => void (list.splice(list.indexOf(timer), 1), timer.fire()) })),
  )
  return [...ofPages, ...ofCalls].filter(({ at }) => at <= by).toSorted((a, b) => a.at - b.at)[0]
}

/** Time passes: timers that are due fire, one after the other. */
async function passes(world: World, milliseconds: number): Promise<void> {
  const end = world.mono + milliseconds
  for (let fired = 0; fired < 120; fired += 1) {
    const due = nextDue(world, end)
    if (!due) break
    goTo(world, Math.max(world.mono, due.at))
    due.fire()
    await settled()
  }
  goTo(world, Math.max(world.mono, end))
}

/** Time passes until the next timer of a machine, or until a call is tried again; false if there is none. */
async function nextTimer(world: World, within = Infinity): Promise<boolean> {
  const timers = [...runningTabs(world).flatMap(({ page }) => [...page.timers.values()]), ...world.retries]
  const next = Math.min(...timers.filter(({ isUpkeep }) => !isUpkeep).map(({ at }) => at))
  if (!(next - world.mono <= within)) return false
  await passes(world, Math.max(0, next - world.mono))
  return true
}

/** A tab hears one thing that another has done. */
export function hears(world: World, tab: Tab & { page: Page }): void {
  const message = tab.inbox.shift()
  if (message === 'storage') begin(world, tab)
  else if (message === 'cart.changed') act({ world, tab }, { to: 'cart', event: { type: 'cart.read' } })
}

/** Loads a page again; a page that asked for it itself notes for which token. */
export async function reload(world: World, tab: Tab, how: End): Promise<void> {
  const { wants, refused } = tab.page!
  if (wants === 'reload' && refused) tab.reloadedFor.push(refused.token)
  world.figures.reloads += 1
  endPage(world, tab, how)
  await load(world, tab)
}

const hour = 3_600_000

/** Machines of which another build may have another one: those that hold no money and no login. */
const replaceable = ['menus', 'catalogue', 'list', 'product', 'search', 'newsletter', 'orders', 'profile', 'forgotten']
const original = { ...fingerprints }

/** Every machine is that of this build again. */
export const undoDeploys = (): void => void Object.assign(fingerprints, original)

/** What guests type on the way to an order. */
const guestData = /ann@example\.com|88 Lantern Lane/

/** After a day without activity nothing of a guest is left, unless an order has no outcome yet. */
async function lookForGuests(world: World): Promise<void> {
  if (world.storageIs !== 'open' || [...world.storage.keys()].some(key => key.startsWith(orderKeyPrefix))) return
  // old journals are deleted in the background
  for (let turn = 0; turn < 4; turn += 1) await settled()
  const states = runningTabs(world).map(({ page }) => stateText(page))
  const { text } = await readKept(world)
  if (guestData.test(text)) world.broken.push('V4: a journal has it')
  if (states.some(state => guestData.test(state))) world.broken.push('V4: a page has it')
}

/** Databases that hang answer. */
async function answersAgain(world: World): Promise<void> {
  world.storageIs = 'open'
  world.browser.release()
  await settled()
}

const faults: Record<string, (world: World, one: Pending) => void> = {
  /** The call never arrives. */
  unasked(world, one) {
    straggles(world, one)
    lose(world, one)
  },
  /** The call is carried out, and its answer never comes back. */
  unanswered(world, one) {
    if (one.reply === null) reach(world, one)
    lose(world, one)
  },
  busy: (world, one) => refuse(world, one, 429, { 'retry-after': '1' }),
  failing(world, one) {
    notHeard(world, one)
    refuse(world, one, 503)
  },
  refused: (world, one) => refuse(world, one, 400),
  unknown: (world, one) => refuse(world, one, 404),
  /** The call is carried out, and its answer cannot be read. */
  garbled(world, one) {
    if (one.reply === null) reach(world, one)
    garble(world, one)
  },
}

/** A call can only be refused where nothing was done: keys that were carried out have an answer. */
const mayRefuse = ({ reply, route }: Pending) => reply === null && !/order|payment|cart/.test(route!.path)

/** The provider's window, as the buyer uses it. */
const windows = {
  approves(here: Here, id: string) {
    const made = here.world.store.provider.get(id)
    if (made?.status === 'created') made.status = 'approved'
    for (let times = here.dice.chance(0.2) ? 2 : 1; times > 0; times -= 1)
      act(here, { to: 'checkout/payment', event: { type: 'payment.approved', providerOrderId: id } })
  },
  /** It is approved, and the window goes away before it can say so. */
  approvesUnheard(here: Here, id: string) {
    const made = here.world.store.provider.get(id)
    if (made?.status === 'created') made.status = 'approved'
    windows.leaves(here)
  },
  leaves({ world, tab }: Here) {
    for (const one of world.pending.filter(({ name, page }) => name === 'windowLeft' && page === tab.page))
      answer(world, one)
  },
  cancels: (here: Here) => act(here, { to: 'checkout/payment', event: { type: 'payment.cancelled' } }),
  isDeclined({ world }: Here, id: string) {
    const made = world.store.provider.get(id)
    if (made?.status === 'created' || made?.status === 'approved') made.declines = 1
  },
}

/** Everything that may happen; what can't happen now changes nothing. */
export const actions = {
  person(here: Here) {
    const wanted = anyAct(here)
    if (wanted) act(here, wanted)
  },
  errand(here: Here) {
    const isBuying = here.world.mood === 'buying' && here.dice.chance(0.8)
    errands[isBuying ? 'buys' : here.dice.pick(Object.keys(errands))]!(here)
  },
  goes: ({ tab, dice }: Here) => navigate(tab, dice.pick(paths)),
  back({ tab, dice }: Here) {
    tab.at = Math.min(Math.max(tab.at + dice.pick([-1, -1, 1]), 0), tab.history.length - 1)
    tellAddress(tab, 'POP')
  },
  async answers({ world, dice }: Here) {
    for (let times = 1 + dice.below(4); times > 0; times -= 1) {
      const ready = readyIn(world)
      if (ready.length > 0) await answered(world, dice.pick(ready))
    }
  },
  /** A call gets to the gateway twice. */
  async doubled({ world, dice }: Here) {
    const calls = callsIn(world)
    if (calls.length === 0) return
    const one = dice.pick(calls)
    reach(world, one)
    reach(world, one)
    await answered(world, one)
  },
  /** The gateway gets a call, and takes its time to answer. */
  reaches({ world, dice }: Here) {
    const calls = callsIn(world).filter(({ reply }) => reply === null)
    if (calls.length > 0) reach(world, dice.pick(calls))
  },
  fault({ world, dice }: Here) {
    const calls = callsIn(world)
    if (calls.length === 0) return
    const one = dice.pick(calls)
    const kind = dice.pick(Object.keys(faults))
    if (['busy', 'refused', 'unknown'].includes(kind) && !mayRefuse(one)) faults.unanswered!(world, one)
    else faults[kind]!(world, one)
  },
  /** An effect that is no call fails: a page's code does not come, a lock is not given. */
  fails({ world, dice }: Here) {
    const effects = readyIn(world).filter(({ route, name }) => route === null && name !== 'watchClaim')
    if (effects.length === 0) return
    const one = dice.pick(effects)
    drop(world, one)
    one.reject(new Error('It did not work'))
  },
  unwelcome({ world, dice }: Here) {
    const calls = callsIn(world).filter(({ token, reply }) => token !== null && reply === null)
    if (calls.length === 0) return
    const one = dice.pick(calls)
    world.store.revoked.add(one.token!)
    answer(world, one)
  },
  straggler({ world, dice }: Here) {
    if (world.stragglers.length === 0) return
    const [one] = world.stragglers.splice(dice.below(world.stragglers.length), 1)
    reach(world, one!)
    world.untold.push(one!.name)
  },
  hears({ world, tab }: Here) {
    hears(world, tab)
  },
  async time({ world }: Here) {
    await nextTimer(world, 60_000)
  },
  async sleeps({ world, dice }: Here) {
    await passes(world, dice.pick([10_000, 600_000, 3_600_000, 86_400_000]))
  },
  /** The system clock is set. */
  clock({ world, dice }: Here) {
    world.now += dice.pick([-86_400_000, -3_600_000, 3_600_000, 86_400_000])
    world.clockIs = 'set'
  },
  window(here: Here) {
    const { world, tab, dice } = here
    const payment = paymentIn(tab.page)
    const id = payment?.context.providerOrderId
    const isOpen = world.pending.some(({ name, page }) => name === 'windowLeft' && page === tab.page)
    if (!id || !isOpen) return
    windows[dice.weighted({ approves: 6, approvesUnheard: 1, leaves: 1, cancels: 1, isDeclined: 1 })](here, id)
  },
  /** What the browser took is taken by the provider, whether or not anybody hears of it. */
  captured({ world, tab }: Here) {
    const made = world.store.provider.get(paymentIn(tab.page)?.context.providerOrderId ?? '')
    const isTaking = world.pending.some(({ name, page }) => name === 'captureAtProvider' && page === tab.page)
    if (isTaking && made?.status === 'approved') moveMoney(made, 'captured')
  },
  async reloads({ world, tab }: Here) {
    await reload(world, tab, 'reload')
  },
  async crashes({ world, tab }: Here) {
    await reload(world, tab, 'crash')
  },
  /** The browser is killed while the database commits. */
  async dies({ world, tab }: Here) {
    await reload(world, tab, 'crash while committing')
  },
  /** The shopper leaves, and comes back after minutes or days: the browser restores the tabs, or opens one new one. */
  async away({ world, dice }: Here) {
    const open = runningTabs(world)
    // pages in the back/forward cache do not survive it
    for (const tab of world.tabs) if (tab.page) endPage(world, tab, dice.pick(['reload', 'close', 'crash']))
    const time = dice.pick([60_000, 9 * 60_000, 11 * 60_000, 2 * hour, 25 * hour, 72 * hour, 480 * hour])
    goTo(world, world.mono + time)
    world.retries.length = world.timeouts.length = 0
    const isRestored = dice.chance(0.5)
    for (const tab of world.tabs) if (!isRestored || !open.includes(tab as Here['tab'])) tab.storage.clear()
    for (const tab of isRestored ? open : open.slice(0, 1))
      await (isRestored ? load(world, tab) : openTab(world, tab, dice.pick(paths)))
    if (time > 24 * hour) await lookForGuests(world)
  },
  /** The shop is deployed with other machines, and every page is loaded again. */
  async deploys({ world, dice }: Here) {
    const changed = replaceable.filter(() => dice.chance(0.3))
    const before = runningTabs(world).map(tab => ({ tab, page: tab.page, typed: typedIn(tab.page) }))
    for (const { tab } of before) endPage(world, tab, 'reload')
    for (const id of changed) fingerprints[id] = `${original[id]} of build ${(world.count += 1)}`
    for (const { tab } of before) await load(world, tab)
    for (const { typed } of before) for (const id of changed) delete typed.machines[id]
    compareTyped(world, before, 'V3')
  },
  /** Databases stop answering; the next time, they answer again. */
  async hangs({ world, tab }: Here) {
    if (world.storageIs === 'blocked') return
    if (world.storageIs === 'hanging') return answersAgain(world)
    world.storageIs = 'hanging'
    await reload(world, tab, 'reload')
  },
  /** A page is loaded while the code of other pages can't be, and once more when it can. */
  async chunks({ world, tab }: Here) {
    // a customer whose token has expired is logged out by the first of the two loads
    const isEnding = ['expired', 'malformed'].includes(identityIn(tab.page.keep.token(), world.now).is)
    // a logout in another tab has deleted the journal of this one
    const { heads } = await world.browser.journals()
    const isStored = heads.some(head => (head as { id: string }).id === tab.storage.get('shop.journal'))
    const before = isStored && !isEnding ? [{ tab, page: tab.page, typed: typedIn(tab.page) }] : []
    world.chunksAre = 'failing'
    await reload(world, tab, 'reload')
    world.chunksAre = 'loading'
    await reload(world, tab, 'reload')
    compareTyped(world, before, 'V2')
  },
  /** A batch of the journal is written. */
  writes: ({ tab }: Here) => tab.page.keeper.flush(),
  /** A tab is closed, or another opened; the new one resumes a journal that no tab has locked. */
  async tabs({ world, tab, dice }: Here) {
    const closed = world.tabs.filter(({ page }) => page === null)
    if (closed.length > 0) {
      const one = dice.pick(closed)
      Object.assign(one, { refused: null, reloadedFor: [] })
      return openTab(world, one, dice.pick(paths))
    }
    if (runningTabs(world).length === 1) return
    endPage(world, tab, 'close')
    tab.storage.clear()
  },
  /** The browser freezes a page in its back/forward cache and restores it. */
  aside({ world, tab }: Here) {
    const away = world.tabs.find(({ page }) => page?.is === 'aside')
    if (away) {
      away.page!.is = 'running'
      begin(world, away)
    } else if (runningTabs(world).length > 1) {
      tab.page.keeper.writeTail()
      tab.page.keeper.flush()
      tab.page.is = 'aside'
    }
  },
  /** Things change at the other end: stock, prices, coupons, settings. */
  shopkeeper({ world, dice }: Here) {
    const { store } = world
    const goods = dice.pick(store.goods)
    const change = dice.below(5)
    if (change === 0) goods.stock = Math.max(0, goods.stock + dice.pick([-1, -50, 40]))
    else if (change === 1) goods.price = Math.max(1, goods.price + dice.pick([-100, 50, 1]))
    else if (change === 2) dice.pick(store.vouchers).usesLeft = dice.pick([0, 1, 5])
    else if (change === 3) sweep(store)
    else store.settings.deliveryFee = dice.pick([0, 7, 9.5])
  },
  /** A shopper opens the link of a mail. */
  mail({ tab }: Here) {
    tab.page.vault.keep(resetTokenHandle, 'reset-good')
    navigate(tab, '/reset-password')
  },
} satisfies Record<string, (here: Here) => void | Promise<void>>

/** How often each happens. */
export const weights: Record<Step['kind'], number> = {
  person: 34,
  errand: 16,
  goes: 3,
  back: 1,
  answers: 30,
  reaches: 3,
  fault: 6,
  doubled: 1,
  fails: 0.6,
  unwelcome: 0.3,
  straggler: 1,
  hears: 5,
  time: 7,
  sleeps: 0.3,
  clock: 0.2,
  window: 4,
  captured: 0.5,
  reloads: 1.2,
  crashes: 0.4,
  dies: 0.4,
  away: 0.4,
  deploys: 0.2,
  hangs: 0.2,
  chunks: 0.2,
  writes: 1,
  tabs: 0.4,
  aside: 0.5,
  shopkeeper: 1,
  mail: 0.2,
}

/** Makes a step happen, in one of the tabs that run; then whatever the shop wanted of the browser. */
export async function happen(world: World, { kind, dice: throwOf }: Step): Promise<void> {
  const dice = createDice(throwOf)
  const running = runningTabs(world)
  // the shopper uses one tab most of the time
  const tab = dice.chance(0.7) ? running[0] : dice.pick(running.length > 0 ? running : [undefined])
  if (!tab) {
    const closed = world.tabs.find(({ page }) => page === null || page.is === 'aside')!
    if (closed.page) closed.page.is = 'running'
    else await load(world, closed)
    return
  }
  const before = failing.includes(kind)
    ? runningTabs(world).map(tab => ({ tab, page: tab.page, typed: typedIn(tab.page) }))
    : []
  world.trace(`— ${kind}, tab ${tab.number}`)
  await actions[kind]({ world, dice, tab })
  await settled()
  compareTyped(world, before)
  for (const { page } of runningTabs(world)) note(page)
  await tidy(world)
}

/** What happens without anybody doing anything, and brings no answer that changes what was typed. */
const failing: Step['kind'][] = [
  'fault',
  'fails',
  'straggler',
  'time',
  'sleeps',
  'clock',
  'reaches',
  'reloads',
  'shopkeeper',
]

/** @param name - the invariant that is broken where something typed is lost */
function compareTyped(world: World, before: { tab: Tab; page: Page; typed: Typed }[], name = 'K7b'): void {
  for (const { tab, page, typed } of before) {
    // a journal that another tab has deleted can't be resumed
    if (!tab.page || (tab.page !== page && tab.page.from === null)) continue
    const lost = lostOf(typed, typedIn(tab.page), tab.page === page ? typed.left : 0)
    if (lost && world.storageIs === 'open') world.broken.push(`${name}: ${lost}`)
  }
}

/** Notes what has become of orders, for who looks later. */
function note(page: Page): void {
  const { left } = shopIn(page).context
  if (left !== page.left) page.lastSent = null
  page.left = left
  const checkout = checkoutIn(page)
  if (checkout && stepIn(checkout) === 'placed' && page.lastSent !== null) page.shownAsPlaced.push(page.lastSent)
}

const shared: readonly string[] = [
  'reveal',
  'loadPage',
  'GET /category-menu',
  'GET /brand',
  'GET /banner',
  'POST /product/criteria',
  'GET /product',
]

/** A response arrives; one for a customer who has logged out changes nothing. */
async function answered(world: World, one: Pending): Promise<void> {
  const { page, who, name, tab } = one
  const isLate = who !== null && who !== sessionIn(page).context.customer?.customerId && !name.endsWith('/logout')
  if (!isLate || shared.some(one => name.startsWith(one))) {
    answer(world, one)
    return settled()
  }
  // a placed order ends its session in every tab
  const isOrder = name === 'POST /order'
  const kept = () => [...world.storage].filter(([key]) => !(isOrder && key === storageKeys.session))
  const text = () => stateText(page) + JSON.stringify(kept())
  const before = text()
  answer(world, one)
  await settled()
  const after = text()
  if (tab.page === page && before !== after) world.broken.push(`S4: ${name} changed what is another shopper's`)
}

/** What the pages themselves have asked the browser for. */
async function tidy(world: World): Promise<void> {
  for (const tab of runningTabs(world)) {
    if (tab.page.wants === 'reload') await reload(world, tab, 'reload')
    else await keepsUp(world, tab.page)
  }
}

/** What a page does as soon as it has time: writes down its state after so many entries. */
async function keepsUp(world: World, page: Page): Promise<void> {
  for (const [id, { fire, at, isUpkeep }] of page.timers) {
    if (!isUpkeep || at > world.mono) continue
    page.timers.delete(id)
    fire()
    await settled()
  }
}

/** A shopper who sees an error presses 'Try again'. */
function triesAgain(here: Pick<Here, 'world' | 'tab'>): void {
  errands.retries(here as Here)
  const { page } = here.tab
  if (sessionIn(page).value.start === 'unreachable') act(here, { to: 'session', event: { type: 'session.retry' } })
  else if (cartIn(page).value.lines === 'unreachable') act(here, { to: 'cart', event: { type: 'cart.reload' } })
}

/**
 * The faults end: everything is heard and answered, timers fire, buyers close the window and ask where the gateway
 * was silent.
 */
export async function comesToRest(world: World): Promise<void> {
  for (const tab of world.tabs) {
    if (!tab.page || (tab.page.is === 'running' && world.clockIs === 'right')) continue
    tab.page.is = 'running'
    begin(world, tab)
  }
  world.stragglers = []
  if (world.storageIs === 'hanging') await answersAgain(world)
  for (let turn = 0; turn < 60; turn += 1) {
    for (const tab of runningTabs(world)) {
      while (tab.inbox.length > 0) hears(world, tab)
      windows.leaves({ world, tab } as Here)
      triesAgain({ world, tab })
    }
    await settled()
    for (const { page } of runningTabs(world)) note(page)
    for (let one = readyIn(world)[0]; one; one = readyIn(world)[0]) {
      answer(world, one)
      await settled()
      for (const { page } of runningTabs(world)) note(page)
      await tidy(world)
    }
    const isPaying = world.pending.some(({ name }) => name === 'windowLeft')
    const isHeard = runningTabs(world).every(({ inbox }) => inbox.length === 0)
    const isBusy = (await nextTimer(world, 60_000)) || !isHeard || isPaying
    if (!isBusy) return
  }
  world.broken.push('X3: the shop does not come to rest')
}
