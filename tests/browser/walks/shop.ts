import type { Route } from 'playwright-core'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { type PageName, pageOf } from '#contract/paths'
import { shopMachine } from '#machines/shop/shop'
import type { ShopContext } from '#machines/shop/shop-setup'
import { mai, riceLine } from '../../kit/outcomes.ts'
import { shopModel } from '../../model/shop.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { acceptsLogin, sendsLogin, triesLogin } from './login.ts'
import { beginsFor, logsInElsewhere, enters, receivesToken, pathOf, presses, waitsForValue, tokenOf } from './ways.ts'

const list = '/main/product-list/0'
const nowhere = '/nowhere'
const profile = '/manage-account/modify-account'
/** A shopper who logs in there is redirected to the profile. */
const login = `/auth/login?return=${encodeURIComponent(profile)}`

const contextOf = (state: AnyMachineSnapshot) => state.context as ShopContext
const requestedPageIn = (state: AnyMachineSnapshot): PageName =>
  pageOf(contextOf(state).requestedLocation?.pathname ?? nowhere)
const isCustomers = (state: AnyMachineSnapshot) => contextOf(state).customer !== null

/** States that end at once: pages' machines are ready immediately, and a page that the shopper may not see redirects. */
const isTransient = (state: AnyMachineSnapshot): boolean =>
  state.matches('opened') || state.matches('redirected') || (state.matches('shown') && isLedOn(state))

/** A customer who has just logged in sees the login page: it redirects without an event of the shopper. */
const isLedOn = (state: AnyMachineSnapshot) => requestedPageIn(state) === 'login' && isCustomers(state)

/** Reports to the shop that cause no navigation. */
const atRest: Record<string, (state: AnyMachineSnapshot) => boolean> = {
  'location.go': state => requestedPageIn(state) === 'list',
  'session.logIn': state => requestedPageIn(state) === 'login',
  'session.refused': state => requestedPageIn(state) === 'login',
  'session.loggedIn': () => false,
  'session.ended': state => !isCustomers(state),
  'session.changed': state => !isCustomers(state) && requestedPageIn(state) === 'login',
  'session.registered': () => false,
  'visit.started': () => false,
}

/** The events that the page or its environment can cause in a state. */
function isOffered(state: AnyMachineSnapshot, { type, location, customer, page, machine }: AnyEventObject): boolean {
  const to = location?.pathname as string | undefined
  const requested = requestedPageIn(state)
  if (state.matches('unopened')) return type === 'visit.started' || to === list
  // a page that the shopper may not see redirects to one that they may
  if (state.matches('redirected')) return to === (requested === 'login' ? profile : '/auth/login')
  if (state.matches('opened')) return type === 'page.ready' && page === requested
  if (state.matches('revealing')) {
    return requested === 'notFound'
      ? type === 'xstate.error.actor.reveal'
      : type === 'xstate.done.actor.reveal' || to === list
  }
  if (state.matches('loading')) return to === list || type.startsWith('xstate.')
  if (state.matches('failed')) return to === list || type === 'page.retry'
  if (isLedOn(state)) return type === 'session.loggedIn' || to === profile
  if (type === 'session.changed' && customer === null) return false
  // the browser loads the checkout's code first: tests/browser/checkout/outbox.test.ts
  if (type === 'machine.start') return machine !== 'checkout'
  return to !== undefined || (atRest[type]?.(state) ?? true)
}

type Ends = (route: Route) => Promise<void>
/** Pending code by page: the waiting requests, and the outcome that the walk has set for later ones. */
const code = new WeakMap<ModelPage, { held: Route[]; ends: Ends | null }>()

/** Holds the page's code and the change of pages until the walk releases them. */
async function prepare(page: ModelPage) {
  const state: { held: Route[]; ends: Ends | null } = { held: [], ends: null }
  code.set(page, state)
  // the code of the two pages: not `login-calls` and `login-storage`, which the login's request loads
  await page.page.route(/\/assets\/(login|profile)-(?!storage-|calls-)[\w-]+\.js$/, route =>
    state.ends ? state.ends(route) : void state.held.push(route),
  )
  await page.page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.page.addInitScript(holdReveal)
}

/** Runs in the page: the walk starts view transitions; on a path without a page none starts. */
function holdReveal() {
  const held: (() => void)[] = []
  Object.assign(window, { letReveal: () => held.splice(0).map(draw => draw()).length })
  // after navigating elsewhere the page that was loading is not shown
  window.addEventListener('popstate', () => void held.splice(0))
  document.startViewTransition = ((update: () => Promise<void>) => {
    if (location.pathname === '/nowhere') throw new Error('There is no way to change this page')
    const finished = new Promise<void>(resolve => held.push(() => void update().then(resolve)))
    return { ready: finished, finished }
  }) as typeof document.startViewTransition
}

/** Releases the change of pages; the first page has no previous one. */
const reveals = ({ page }: ModelPage) =>
  waitsForValue(() => page.evaluate(() => (window as unknown as { letReveal(): number }).letReveal()), 1)

/** The code loads or fails; a browser may request it twice, to preload it and to run it. */
async function loads(page: ModelPage, ends: Ends) {
  const state = code.get(page)!
  await waitsForValue(() => Promise.resolve(state.held.length > 0), true)
  state.ends = ends
  await Promise.all(state.held.splice(0).map(ends))
}

async function goes(page: ModelPage, path: string, before: AnyMachineSnapshot) {
  // a redirected shopper has left already
  if (before.matches('redirected') || isLedOn(before)) return
  if (!page.isVisited()) return page.visits(path, null)
  return enters(page, path === '/auth/login' ? login : path)
}

/** Searches for a text; the shop navigates to the results without another event. */
async function searches(page: ModelPage) {
  const box = page.page.getByRole('banner').getByRole('combobox', { name: 'Search product' })
  await box.fill('tea')
  await box.press('Enter')
  await reveals(page)
  await page.page.getByRole('heading', { level: 1, name: /^Results for “tea”/ }).waitFor()
}

/** Another tab causes requests for settings and cart; earlier requests are not awaited any more. */
async function begins(page: ModelPage) {
  const before = page.made('begin')
  await page.receivesSessionChange()
  await page.waitsForNewCall('begin', before)
}

/** Settings and cart arrive; the cart differs, so that the change is visible. */
async function startsAgain(page: ModelPage, before: AnyMachineSnapshot) {
  await begins(page)
  const lines = [{ ...riceLine, quantity: 2, totalPrice: 31.8 }]
  await beginsFor(page, contextOf(before).customer, lines)
  const cart = page.page.getByRole('banner').getByText(/item\(s\) - \$/)
  await waitsForValue(async () => {
    // lines that differ from the held ones may be older: they are read again
    if (page.isPending('cart')) await page.answers('cart', { listData: lines })
    return cart.first().textContent()
  }, '2 item(s) - $ 31.80')
}

/** Sends a report of a child machine, which that machine's own walk causes for real. */
const reports = (page: ModelPage, event: AnyEventObject) => page.sends('shop', event)

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  if (before.matches('shown') || before.matches('failed')) code.get(page)!.ends = null
  switch (event.type) {
    case 'location.changed':
      return goes(page, event.location.pathname as string, before)
    case 'location.go':
      return searches(page)
    case 'page.retry':
      return presses(page, /^Try again$/)
    case 'session.loaded':
      return startsAgain(page, before)
    case 'session.loadFailed':
      await begins(page)
      return page.loses('begin', 2)
    case 'session.ended':
      return receivesToken(page, tokenOf(mai, 0))
    case 'session.logIn':
      return sendsLogin(page)
    case 'session.refused': {
      const { code, status, message } = event.refusal as Refusal
      if (!page.isPending('login')) await sendsLogin(page)
      return code === 'lost' ? page.loses('login') : page.refuses('login', status, message)
    }
    case 'session.changed':
      if (!page.isPending('login')) await sendsLogin(page)
      return acceptsLogin(page)
    case 'visit.started':
    case 'page.ready':
    case 'session.loggedIn':
    case 'xstate.error.actor.reveal':
      // it happens without an event of the walk
      return
    case 'xstate.done.actor.loadPage':
      return loads(page, route => route.continue())
    case 'xstate.error.actor.loadPage':
      return loads(page, route => route.abort())
    case 'xstate.done.actor.reveal':
      return contextOf(before).shown && reveals(page)
    default:
      return reports(page, event)
  }
}

const headings: Partial<Record<PageName, RegExp>> = {
  list: /^(Features|Results for “tea”) \d+ products?$/,
  notFound: /^Page not found$/,
  login: /^Login$/,
  profile: /^Edit Account Information$/,
}

/** What the page must show in a state: the old page until the new one is revealed. */
async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { shown, customer } = contextOf(state)
  if (shown === null || isTransient(state) || (state.matches('revealing') && requestedPageIn(state) === 'notFound'))
    return
  const heading = state.matches('failed') ? /^We couldn’t load this page$/ : headings[pageOf(shown.pathname)]!
  await page.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  const greeting = page.page
    .getByRole('banner')
    .getByText(/^Welcome/)
    .first()
  await waitsForValue(() => greeting.textContent(), customer ? 'Welcome, Mai Tran' : 'Welcome')
}

const walked = {
  actorPath: 'shop',
  answeredCalls: ['begin', 'login', 'cart'],
  cap: 100,
  // navigations go on by themselves: `checkPage` waits for the page
  regions: [],
  isTransient,
  prepare,
  checkPage,
} satisfies Partial<PageWalk>

/** Whether an event leads to a page or back, and changes nothing else. */
const isOnlyWay = (state: AnyMachineSnapshot, event: AnyEventObject, to: readonly string[]) =>
  isOffered(state, event) &&
  (event.location ? to.includes(event.location.pathname as string) : /^(page|xstate)\./.test(event.type))

/** The login is open while the shopper logs in in another tab: pressing 'Login' redirects. */
const inTwoTabs: PageWalk = {
  name: 'the login in two tabs',
  model: only(shopModel, (state, event) => {
    if (isLedOn(state)) return event.type === 'session.logIn' || event.location?.pathname === profile
    return (
      isOnlyWay(state, event, [list, '/auth/login', profile]) ||
      (event.type === 'session.changed' && isOffered(state, event))
    )
  }),
  ...walked,
  async causeEvent(page, event, before) {
    if (event.type === 'session.changed') return logsInElsewhere(page, mai)
    if (!isLedOn(before)) return causeEvent(page, event, before)
    if (pathOf(page) === '/auth/login') await triesLogin(page)
  },
}

/** The response to the login arrives while the shopper is on another page. */
const late: PageWalk = {
  name: 'a login that is late',
  model: only(shopModel, (state, event) => {
    const isBack =
      state.matches('shown') && requestedPageIn(state) === 'list' && contextOf(state).spawned.includes('login')
    if (isBack && isCustomers(state)) return event.type === 'session.loggedIn'
    if (isBack) return event.type === 'session.changed' && event.customer !== null
    // the login is loaded as a document: the redirect starts from its own page
    if (state.hasTag('busy') && event.location) return false
    return isOnlyWay(state, event, [list, '/auth/login'])
  }),
  ...walked,
  async causeEvent(page, event, before) {
    if (event.type === 'session.changed') return acceptsLogin(page)
    if (before.matches('shown') && requestedPageIn(before) === 'login') await sendsLogin(page)
    return causeEvent(page, event, before)
  },
}

export const shopWalks: WalkedMachine = {
  machine: shopMachine,
  walks: [
    { name: 'the way from page to page', model: only(shopModel, isOffered), ...walked, causeEvent },
    inTwoTabs,
    late,
  ],
  untaken: {
    'shop | session.registered | (stays)':
      'The session answers it at once, and more than this follows; the walk of the registration has it happen',
  },
}
