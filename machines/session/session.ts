import { assertEvent, assign, enqueueActions, raise, setup, type SnapshotFrom } from 'xstate'
import type { Address, AddressUse } from '#contract/address'
import type { CartLine } from '#contract/cart'
import type { CustomerInfo } from '#contract/customer'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { withAddress, type Account, type Customer, type Identity } from '../messages/customer.ts'

/** The answer to the first request of a visit: the settings, the cart of the stored session, and the customer's account. */
export interface Start {
  settings: Settings
  lines: CartLine[]
  account: Account | null
}

/** The result of a login, without the token. */
export interface LoginResult {
  customer: Customer
  validFor: number
  account: Account
  /** The cart's session after the login. */
  sessionId: string | null
  lines: CartLine[]
}

/** Why a customer was logged out. `elsewhere`: another tab logged out, or logged in as another customer. */
export type LogoutReason = 'expired' | 'malformed' | 'refused' | 'elsewhere'

export interface SessionContext {
  settings: Settings | null
  /** Why settings and cart could not be read. */
  refusal: Refusal | null
  customer: Customer | null
  validFor: number
  account: Account | null
  reason: LogoutReason
}

export type SessionEvent =
  | { type: 'visit.started'; sessionId: string | null; identity: Identity }
  | { type: 'session.retry' }
  /** `password` is a handle of the vault. */
  | { type: 'session.logIn'; email: string; password: string }
  | { type: 'session.logOut' }
  /** Deletes all data of the guest or customer from this device. */
  | { type: 'session.forget' }
  /** The gateway refused the token. */
  | { type: 'session.expired' }
  | { type: 'session.registered'; customer: Customer; validFor: number; account: Account; sessionId: string | null }
  /** The token was renewed, possibly with other claims. `info` is null if the customer's data did not change. */
  | { type: 'session.renewed'; customer: Customer; validFor: number; info: CustomerInfo | null }
  | { type: 'address.saved'; address: Address; use: AddressUse }
  /** Raised by the machine itself: answers for the previous customer are dropped. */
  | { type: 'session.customerChanged' }

const noCustomer = { customer: null, validFor: 0, account: null }

/**
 * The login session: guest or customer, the customer's account, and the shop's settings.
 *
 * - Each visit starts by reading settings and cart, and a customer's account with them.
 * - If that fails, the shop can be browsed, and a retry reads them again.
 * - A stored token that is expired or malformed logs the customer out. It is never sent.
 * - A logout, here or in another tab, clears all data of the customer.
 * - A token that the gateway refuses also clears the settings; the page is then reloaded.
 * - An answer for a previous customer is dropped.
 * - A guest can log in at any time, also while the previous customer is still being logged out.
 * - A second login replaces the one in flight.
 * - A logout is accepted in every state; it cancels a login in flight, and changes nothing for a guest.
 * - A browser that does not answer delays a logout by at most 3 s.
 */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent, tags: {} as 'busy' },
  actors: {
    begin: effect<Start, null>('begin'),
    logIn: effect<LoginResult, { email: string; password: string }>('logIn'),
    logOut: effect<null>('logOut'),
    forget: effect<null, { why: LogoutReason }>('forget'),
  },
  guards: {
    /** The stored token is valid. */
    isTokenValid: (_, identity: Identity) => identity.is === 'customer',
    /** The stored token is expired or malformed. */
    isTokenUnusable: (_, identity: Identity) => identity.is === 'expired' || identity.is === 'malformed',
    /** No token is stored. */
    isTokenMissing: (_, identity: Identity) =>
      // journals of older builds have another name for 'guest'
      identity.is !== 'customer' && identity.is !== 'expired' && identity.is !== 'malformed',
    /** The stored token is not that of the logged-in customer. */
    isOtherCustomer: ({ context }, identity: Identity) =>
      context.customer !== null &&
      (identity.is !== 'customer' || identity.customer.customerId !== context.customer.customerId),
    /** A customer is logged in. */
    isLoggedIn: ({ context }) => context.customer !== null,
    /** The settings were cleared with the customer. */
    areSettingsMissing: ({ context }) => context.settings === null,
    /** No customer is logged in. */
    isLoggedOut: ({ context }) => context.customer === null,
  },
  actions: {
    storeStart: assign({
      settings: (_, start: Start) => start.settings,
      account: ({ context }, { account }) =>
        account && account.info.customerId === context.customer?.customerId ? account : context.account,
      refusal: null,
    }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal }),
    storeIdentity: assign((_, identity: Identity) =>
      identity.is === 'customer' ? { customer: identity.customer, validFor: identity.validFor } : noCustomer,
    ),
    clearAccount: assign({ account: null }),
    storeReason: assign({ reason: (_, reason: LogoutReason) => reason }),
    storeCustomer: assign(
      (_, { customer, validFor, account }: Pick<LoginResult, 'customer' | 'validFor' | 'account'>) => ({
        customer,
        validFor,
        account,
      }),
    ),
    storeRenewal: assign({
      customer: (_, { customer }: { customer: Customer; validFor: number; info: CustomerInfo | null }) => customer,
      validFor: (_, { validFor }) => validFor,
      account: ({ context }, { info }) => (context.account && info ? { ...context.account, info } : context.account),
    }),
    storeAddress: assign({
      account: ({ context }, { address, use }: { address: Address; use: AddressUse }) =>
        context.account && withAddress(context.account, address, use),
    }),
    clearCustomer: assign(noCustomer),
    clearSettings: assign({ settings: null }),
    reportSettingsCleared: tellShop({ type: 'settings.cleared' }),
    raiseCustomerChanged: raise({ type: 'session.customerChanged' }),
    /** For settings that a refused token has cleared, if the page is not reloaded, which would read them. */
    raiseRetry: raise({ type: 'session.retry' }),
    reportLoaded: tellShop((_, { settings, lines }: Start) => ({ type: 'session.loaded', settings, lines })),
    reportLoadFailed: tellShop({ type: 'session.loadFailed' }),
    reportCustomer: tellShop(({ context: { customer, account } }) => ({
      type: 'session.changed',
      customer,
      account,
    })),
    /** After `reportCustomer`, so that page guards see the current customer. The parameter is the cart's session. */
    reportEnded: tellShop((_, sessionId: string | null) => ({ type: 'session.ended', sessionId })),
    reportLoggedIn: tellShop((_, { sessionId, lines }: Pick<LoginResult, 'sessionId' | 'lines'>) => ({
      type: 'session.loggedIn',
      sessionId,
      lines,
    })),
    /** For a login whose cart was not read with it: the cart reads it. */
    reportLoggedInElsewhere: tellShop((_, sessionId: string | null) => ({
      type: 'session.loggedIn',
      sessionId,
      lines: null,
    })),
    reportRefused: tellShop((_, refusal: Refusal) => ({ type: 'session.refused', refusal })),
    announceLogout: enqueueActions(({ enqueue }, { is, amid }: { is: string; amid?: string }) => {
      const what = is === 'expired' ? 'has expired' : 'could not be read'
      const text = `Your login ${what}${amid === 'online' ? '. You haven’t been charged' : ''}. Please log in again.`
      enqueue(tellShop({ type: 'toast.raised', toast: { kind: 'error', text } }))
    }),
  },
  delays: { expiry: ({ context }) => context.validFor, patience: 3_000 },
}).createMachine({
  id: 'session',
  description: 'Login session and settings',
  context: { settings: null, refusal: null, ...noCustomer, reason: 'elsewhere' },
  type: 'parallel',
  states: {
    who: {
      description: 'Guest or customer',
      initial: 'unknown',
      on: {
        'visit.started': [
          {
            guard: { type: 'isOtherCustomer', params: ({ event }) => event.identity },
            target: '.forgetting',
            actions: [
              {
                type: 'storeReason',
                params: ({ event: { identity } }) =>
                  identity.is === 'expired' || identity.is === 'malformed' ? identity.is : 'elsewhere',
              },
              'clearAccount',
              { type: 'storeIdentity', params: ({ event }) => event.identity },
              'reportCustomer',
              {
                type: 'reportEnded',
                params: ({ event }) => (event.identity.is === 'expired' ? null : event.sessionId),
              },
            ],
          },
          {
            guard: { type: 'isTokenValid', params: ({ event }) => event.identity },
            target: '.loggedIn',
            actions: [{ type: 'storeIdentity', params: ({ event }) => event.identity }, 'reportCustomer'],
          },
          {
            guard: { type: 'isTokenUnusable', params: ({ event }) => event.identity },
            target: '.forgetting',
            actions: [
              {
                type: 'storeReason',
                params: ({ event }) => (event.identity.is === 'expired' ? 'expired' : 'malformed'),
              },
              { type: 'announceLogout', params: ({ event }) => event.identity },
              'reportCustomer',
              {
                type: 'reportEnded',
                params: ({ event }) => (event.identity.is === 'expired' ? null : event.sessionId),
              },
            ],
          },
          { target: '.anonymous', actions: 'reportCustomer' },
        ],
        'session.forget': '.loggingOut',
        // handled in every state: the token of the registration is the stored one, whatever another tab did
        'session.registered': {
          target: '.loggedIn',
          actions: [
            { type: 'storeCustomer', params: ({ event }) => event },
            'raiseCustomerChanged',
            { type: 'reportLoggedInElsewhere', params: ({ event }) => event.sessionId },
            'reportCustomer',
          ],
        },
      },
      states: {
        unknown: { description: 'The visit has not started: the state on the server' },
        anonymous: {
          description: 'A guest',
          on: { 'session.logIn': 'loggingIn' },
        },
        loggingIn: {
          description: 'E-mail and password are being checked',
          tags: 'busy',
          on: {
            'session.logIn': { target: 'loggingIn', reenter: true },
            'session.logOut': 'loggingOut',
            'visit.started': [
              { guard: { type: 'isTokenMissing', params: ({ event }) => event.identity } },
              {
                guard: { type: 'isTokenValid', params: ({ event }) => event.identity },
                target: 'loggedIn',
                // another tab logged in first: the page changes as after a login here
                actions: [
                  { type: 'storeIdentity', params: ({ event }) => event.identity },
                  { type: 'reportLoggedInElsewhere', params: ({ event }) => event.sessionId },
                  'reportCustomer',
                ],
              },
            ],
          },
          invoke: {
            id: 'logIn',
            src: 'logIn',
            input: ({ event }) => {
              assertEvent(event, 'session.logIn')
              return { email: event.email, password: event.password }
            },
            onDone: {
              target: 'loggedIn',
              actions: [
                { type: 'storeCustomer', params: ({ event }) => event.output },
                'raiseCustomerChanged',
                'reportCustomer',
                { type: 'reportLoggedIn', params: ({ event }) => event.output },
              ],
            },
            onError: {
              target: 'anonymous',
              actions: { type: 'reportRefused', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        loggedIn: {
          description: 'A customer with a valid token',
          on: {
            'session.logOut': 'loggingOut',
            'session.expired': {
              target: 'forgetting',
              actions: [
                { type: 'storeReason', params: 'refused' },
                'clearCustomer',
                'clearSettings',
                'reportSettingsCleared',
                'reportCustomer',
                { type: 'reportEnded', params: null },
                'raiseCustomerChanged',
              ],
            },
            'session.renewed': {
              target: 'loggedIn',
              reenter: true,
              actions: [{ type: 'storeRenewal', params: ({ event }) => event }, 'reportCustomer'],
            },
            'address.saved': { actions: [{ type: 'storeAddress', params: ({ event }) => event }, 'reportCustomer'] },
            // a login in another tab during the registration: the newer token replaced that customer's
            'session.registered': {
              target: 'forgetting',
              actions: [
                { type: 'storeReason', params: 'elsewhere' },
                { type: 'storeCustomer', params: ({ event }) => event },
                'raiseCustomerChanged',
                'reportCustomer',
                { type: 'reportEnded', params: ({ event }) => event.sessionId },
                { type: 'reportLoggedInElsewhere', params: ({ event }) => event.sessionId },
              ],
            },
          },
          after: {
            expiry: {
              target: 'forgetting',
              actions: [
                { type: 'storeReason', params: 'expired' },
                'clearCustomer',
                { type: 'announceLogout', params: { is: 'expired' } },
                'reportCustomer',
                { type: 'reportEnded', params: null },
                'raiseCustomerChanged',
              ],
            },
          },
        },
        loggingOut: {
          description: "The browser has cleared the customer's data; the gateway revokes the token",
          tags: 'busy',
          entry: ['clearCustomer', 'reportCustomer', { type: 'reportEnded', params: null }, 'raiseCustomerChanged'],
          on: {
            'visit.started': { guard: { type: 'isTokenMissing', params: ({ event }) => event.identity } },
            // the request to revoke the token was sent and is not cancelled
            'session.logIn': 'loggingIn',
          },
          invoke: { id: 'logOut', src: 'logOut', onDone: 'anonymous', onError: 'anonymous' },
          after: { patience: 'anonymous' },
        },
        forgetting: {
          description: "The browser's data of the previous customer is being deleted",
          tags: 'busy',
          on: {
            'visit.started': { guard: { type: 'isTokenMissing', params: ({ event }) => event.identity } },
            'session.logIn': { guard: 'isLoggedOut', target: 'loggingIn', actions: 'raiseRetry' },
            'session.logOut': { guard: 'isLoggedIn', target: 'loggingOut' },
          },
          invoke: {
            id: 'forget',
            src: 'forget',
            input: ({ context }) => ({ why: context.reason }),
            onDone: [{ guard: 'isLoggedIn', target: 'loggedIn' }, { target: 'anonymous' }],
            onError: [{ guard: 'isLoggedIn', target: 'loggedIn' }, { target: 'anonymous' }],
          },
          after: {
            patience: [
              { guard: 'isLoggedIn', target: 'loggedIn' },
              { target: 'anonymous', actions: 'raiseRetry' },
            ],
          },
        },
      },
    },
    start: {
      description: 'Settings and cart at the start of a visit',
      initial: 'unopened',
      on: {
        // no reenter: a region that reenters itself also exits the other region
        'visit.started': '.starting',
      },
      states: {
        unopened: { description: 'The visit has not started' },
        starting: {
          description: 'Settings and cart are being read',
          tags: 'busy',
          on: {
            'session.customerChanged': { target: 'starting', reenter: true },
          },
          invoke: {
            id: 'begin',
            src: 'begin',
            input: null,
            onDone: {
              target: 'ready',
              actions: [
                { type: 'storeStart', params: ({ event }) => event.output },
                { type: 'reportLoaded', params: ({ event }) => event.output },
                'reportCustomer',
              ],
            },
            onError: {
              target: 'unreachable',
              actions: [{ type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) }, 'reportLoadFailed'],
            },
          },
        },
        ready: {
          description: 'Settings and cart were read',
          on: { 'session.retry': { guard: 'areSettingsMissing', target: 'starting' } },
        },
        unreachable: { description: 'Settings and cart could not be read', on: { 'session.retry': 'starting' } },
      },
    },
  },
})
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>
