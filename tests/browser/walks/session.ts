import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { deletionPatience } from '#src/journal/delete-journals.ts'
import type { Refusal } from '#contract/refusal'
import { sessionMachine } from '#machines/session/session'
import type { SessionContext } from '#machines/session/session-setup'
import type { Identity } from '#machines/messages/customer'
import { mai, riceLine, savedAddress } from '../../kit/outcomes.ts'
import { newPassword } from '../../kit/password-data.ts'
import { sessionModel } from '../../model/session.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, replayed, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { acceptsLogin, sendsLogin } from './login.ts'
import { registers, sendsRegistration } from './registration.ts'
import {
  beginsFor,
  button,
  comesTo,
  startsWithToken,
  field,
  firstNow,
  followsLink,
  receivesToken,
  nowOf,
  pathOf,
  presses,
  seesForm,
  seesHeading,
  waitsForValue,
  tokenOf,
} from './ways.ts'

const list = '/main/product-list/0'
const [login, logout, profile, password, address] = [
  '/auth/login',
  '/auth/logout',
  '/manage-account/modify-account',
  '/manage-account/change-password',
  '/manage-account/modify-address',
]

const contextOf = (state: AnyMachineSnapshot) => state.context as SessionContext
const valueOf = (state: AnyMachineSnapshot) => state.value as { who: string; start: string }

/** The events that the page or its environment can cause in a state. */
function isOffered(state: AnyMachineSnapshot, { type, output, identity }: AnyEventObject): boolean {
  const { customer, account, settings, refusal, reason } = contextOf(state)
  const { who, start } = valueOf(state)
  // the gateway refuses the token: the page reloads after the customer's data was deleted, and the path ends
  if (reason === 'refused') return who === 'forgetting' && (type === 'xstate.done.actor.forget' || type === patience)
  switch (type) {
    case 'session.retry':
      return customer !== null && account === null
    case 'session.forget':
      return who === 'anonymous'
    case 'session.logIn':
      return customer === null && who !== 'unknown'
    case 'session.registered':
      return who === 'anonymous' || (who === 'loggedIn' && start === 'starting' && settings === null)
    case 'session.logOut':
      return who === 'loggingIn' || customer !== null
    case 'session.renewed':
      return who === 'loggedIn'
    case 'session.expired':
      // the new page starts with the data that is left here
      return who === 'loggedIn' && start === 'starting' && settings === null && refusal === null
    case 'address.saved':
      return who === 'loggedIn' && account !== null
    case 'xstate.done.actor.begin':
      return output.account === null || customer?.customerId === mai.customerId
    case 'visit.started':
      return identity.is !== 'customer' || who !== 'unknown' || identity.customer.customerId === mai.customerId
    default:
      return true
  }
}

/** The customer's token; null for a guest. */
function tokenFor(identity: Identity, now: number): string | null {
  if (identity.is === 'customer') return tokenOf(identity.customer, now)
  if (identity.is === 'guest') return null
  return identity.is === 'expired' ? tokenOf(mai, 0) : 'no token'
}

/** The visit begins, or begins again because another tab has changed the customer. */
async function begins(page: ModelPage, identity: Identity) {
  if (!page.isVisited()) {
    const token = tokenFor(identity, firstNow)
    if (token !== null) await startsWithToken(page, token)
    return page.visits(list, null)
  }
  return receivesToken(page, tokenFor(identity, await nowOf(page)))
}

async function logsIn(page: ModelPage) {
  await comesTo(page, login, 'Login')
  await sendsLogin(page)
}

async function logsOut(page: ModelPage, isCustomer: boolean) {
  const before = page.made('logout')
  await followsLink(page, logout)
  await seesHeading(page, 'You have been logged out.')
  // a cancelled login has no token yet
  if (isCustomer) await page.waitsForNewCall('logout', before)
}

/** A new password renews the token. */
async function renews(page: ModelPage) {
  await comesTo(page, password, 'Change Password')
  for (const label of ['Current password', 'Password', 'Confirm password']) await field(page, label).fill(newPassword)
  await presses(page, /^Save$/)
  await page.answers('updatePassword', { token: null })
  await seesForm(page, { filled: [], busy: false })
}

async function savesAddress(page: ModelPage) {
  await comesTo(page, address, 'Modify Billing Address')
  await presses(page, /^Save$/)
  await page.answers('updateAddress', { data: savedAddress })
  await seesForm(page, { busy: false })
}

/** The response to a call of the shop says that its token is no longer valid. */
async function isRefused(page: ModelPage) {
  const news = page.page.getByRole('contentinfo')
  await news.getByLabel('Email').fill(mai.email)
  await news.getByRole('button', { name: 'Subscribe' }).click()
  const refused = await page.taken('subscribeNewsletter')
  await refused.fulfill({ status: 401, json: { statusCode: 401, message: 'Please log in again.' } })
}

/** The browser's stored data is deleted now; the journal has written its entries before. */
async function forgets(page: ModelPage) {
  await page.writes()
  await page.page.evaluate(() => (window as unknown as { letForget(): void }).letForget())
}

/** Checks in the journal that everything was deleted, because the page does not show it. */
const hasForgotten = (page: ModelPage, then: string) =>
  waitsForValue(async () => {
    const { state } = replayed(await page.kept(), 'shop/session')
    return state && valueOf(state).who
  }, then)

async function act(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'visit.started':
      return begins(page, event.identity as Identity)
    case 'session.retry':
      await comesTo(page, profile, 'Edit Account Information')
      return presses(page, /^Try again$/)
    case 'session.logIn':
      return logsIn(page)
    case 'session.forget':
      page.page.once('dialog', dialog => dialog.accept())
      return page.page.getByRole('button', { name: 'Forget me on this device' }).click()
    case 'session.logOut':
      return logsOut(page, contextOf(before).customer !== null)
    case 'session.expired':
      return isRefused(page)
    case 'session.registered':
      // a login in another tab while the account was being created: the page then shows no registration
      if (valueOf(before).who === 'loggedIn') return page.sends('shop/session', event)
      await sendsRegistration(page)
      await registers(page)
      return seesHeading(page, 'Your account has been created')
    case 'session.renewed':
      return renews(page)
    case 'address.saved':
      return savesAddress(page)
    case 'xstate.after.expiry.session.who.loggedIn':
      return page.page.clock.fastForward(3_600_000)
    case 'xstate.after.patience.session.who.loggingOut':
    case patience:
      // the page is loaded again, and its machine with it
      if (contextOf(before).reason === 'refused') return page.page.clock.fastForward(3_000)
      return waitsForTimeout(page, valueOf(before).who)
    default:
      return ends(page, event, before)
  }
}

/** Advances the clock until the machine's time-out. */
const waitsForTimeout = (page: ModelPage, waiting: string) =>
  expect
    .poll(async () => {
      await page.page.clock.fastForward(3_000)
      return ((await page.valueOf('shop/session')) as { who: string }).who
    })
    .not.toBe(waiting)

/** Settles an effect. */
async function ends(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  const isDone = event.type.startsWith('xstate.done')
  switch (event.actorId) {
    case 'begin':
      return isDone ? beginsFor(page, event.output.account && mai, [riceLine]) : page.loses('begin', 2)
    case 'logIn': {
      const { status, message } = (event.error ?? {}) as Refusal
      return isDone ? acceptsLogin(page) : page.refuses('login', status, message)
    }
    case 'logOut':
      // the browser's logout never fails; the machine does not rely on it
      if (!isDone) return page.sends('shop/session', event)
      await forgets(page)
      await page.answers('logout', {})
      return hasForgotten(page, 'anonymous')
    default:
      if (!isDone) return page.sends('shop/session', event)
      return isForgotten(page, contextOf(before))
  }
}

async function isForgotten(page: ModelPage, { reason, customer }: SessionContext) {
  // then the page is reloaded; the walk ignores what the new page deletes
  if (reason === 'refused') await page.page.evaluate(() => sessionStorage.setItem('test.lets', ''))
  await forgets(page)
  if (reason !== 'refused') await hasForgotten(page, customer ? 'loggedIn' : 'anonymous')
}

/** The time-out for a browser that does not answer. */
const patience = 'xstate.after.patience.session.who.forgetting'

/** After these events the customer is another one: requests are sent again. */
const turns = [
  'session.registered',
  'session.logOut',
  'xstate.done.actor.logIn',
  'xstate.after.expiry.session.who.loggedIn',
]

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const made = page.made('begin')
  // a page that has not opened its journal yet has nothing to delete, so its deletion would not be held
  if (['anonymous', 'loggingIn', 'loggedIn'].includes(valueOf(before).who)) await page.kept()
  await act(page, event, before)
  const isAskedAgain =
    (valueOf(before).start === 'starting' && turns.includes(event.type)) ||
    (contextOf(before).settings === null && valueOf(before).start === 'ready' && event.type === patience)
  if (isAskedAgain || event.type === 'visit.started' || event.type === 'session.retry')
    await page.waitsForNewCall('begin', made)
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { customer, account, reason } = contextOf(state)
  const { who, start } = valueOf(state)
  // the page is being loaded again
  if (reason === 'refused' && who !== 'forgetting') return
  await waitsForValue(
    () =>
      page.page
        .getByRole('banner')
        .getByText(/^Welcome/)
        .first()
        .textContent(),
    customer ? `Welcome, ${customer.firstName} ${customer.lastName}` : 'Welcome',
  )
  if (who === 'loggingIn' && pathOf(page) === login) {
    await waitsForValue(() => page.page.getByRole('main').getByRole('button', { name: 'Logging in …' }).count(), 1)
  }
  if (customer !== null && account === null && start === 'unreachable' && pathOf(page) === profile) {
    await page.page.getByText('We couldn’t load your account').waitFor()
  }
  if (pathOf(page) === logout) {
    const out = who === 'loggingIn' ? 'Logging in …' : 'You have been logged out.'
    await seesHeading(page, customer ? `You are logged in as ${customer.firstName} ${customer.lastName}.` : out)
  }
  if (who !== 'forgetting' && who !== 'loggingOut') await forgets(page)
}

/**
 * Runs in the page: journals that are to be deleted, or begun again, stay until the walk releases them; databases answer in order.
 * The shop deletes the scroll positions of its pages just before, and its deadlines for a deletion never end.
 */
function holdForgetting(deletionPatience: number) {
  const held: IDBTransaction[] = []
  const next = { isHeld: false }
  Object.assign(window, { letForget: () => held.splice(0) })
  const wait = window.setTimeout.bind(window)
  const waitWithoutEnd = (then: TimerHandler, time = 0) => wait(then, time === deletionPatience ? 1e9 : time)
  Object.assign(window, { setTimeout: waitWithoutEnd })
  const { removeItem } = Storage.prototype
  Storage.prototype.removeItem = function (this: Storage, key: string) {
    if (key === 'shop.scroll') next.isHeld = this.getItem('test.lets') === null
    removeItem.call(this, key)
  }
  const { clear, put } = IDBObjectStore.prototype
  const holdIn = (store: IDBObjectStore) => {
    const { transaction } = store
    if (store.name !== 'head' || !next.isHeld) return
    next.isHeld = false
    held.push(transaction)
    const stay = () => {
      if (held.includes(transaction)) store.get('nothing').onsuccess = stay
    }
    stay()
  }
  IDBObjectStore.prototype.clear = function (this: IDBObjectStore) {
    holdIn(this)
    return clear.call(this)
  }
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
    holdIn(this)
    return put.apply(this, given)
  }
}

const walked = {
  actorPath: 'shop/session',
  answeredCalls: [
    'begin',
    'login',
    'logout',
    'createAccount',
    'updatePassword',
    'updateAddress',
    'subscribeNewsletter',
  ],
  cap: 100,
  prepare: page => page.page.addInitScript(holdForgetting, deletionPatience),
  causeEvent,
  checkPage,
  control: (page, { type }) =>
    type === 'session.logIn' && pathOf(page) === login ? button(page, /^(Login|Logging in …)$/) : null,
} satisfies Partial<PageWalk>

/** The browser does not delete in time, so this page stays: it reads the settings that the refused token has cleared. */
const withoutReload: PageWalk = {
  name: 'a refused token',
  model: only(sessionModel, (state, { type, identity, output }) => {
    const { customer, reason } = contextOf(state)
    const { who, start } = valueOf(state)
    if (reason === 'refused') return who === 'forgetting' && type === patience
    if (who === 'unknown') return identity?.is === 'customer' && identity.customer.customerId === mai.customerId
    if (start === 'starting') return output?.account?.info.customerId === customer?.customerId
    return type === 'session.expired'
  }),
  ...walked,
}

export const sessionWalks: WalkedMachine = {
  machine: sessionMachine,
  walks: [
    {
      name: 'who is here',
      model: {
        ...only(sessionModel, isOffered),
        key: state => JSON.stringify([sessionModel.key(state), contextOf(state).reason === 'refused']),
      },
      ...walked,
    },
    withoutReload,
  ],
}
