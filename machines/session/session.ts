import { assertEvent, assign, enqueueActions, raise, setup } from 'xstate'
import type { Address, AddressUse } from '#contract/address'
import type { CartLine } from '#contract/cart'
import type { CustomerInfo } from '#contract/customer'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../parts/tell-shop.ts'
import { withAddress, type Account, type Customer, type Identity } from './customer.ts'

/** What a visit starts with: the shop's settings, the cart of the stored session, and the customer's data if there is one. */
export interface Start {
  settings: Settings
  lines: CartLine[]
  account: Account | null
}

/** What a login brings. */
export interface Arrival {
  customer: Customer
  validFor: number
  account: Account
  /** The cart's session from now on. */
  sessionId: string | null
  lines: CartLine[]
}

/** Why a customer's data is let go; `elsewhere`: another tab logged out, or in as somebody else. */
export type Farewell = 'expired' | 'malformed' | 'refused' | 'elsewhere'

export interface SessionContext {
  settings: Settings | null
  /** Why settings and cart could not be had. */
  refusal: Refusal | null
  customer: Customer | null
  validFor: number
  account: Account | null
  farewell: Farewell
}

export type SessionEvent =
  | { type: 'visit.started'; sessionId: string | null; identity: Identity }
  | { type: 'session.retry' }
  /** `password` is a handle of the vault. */
  | { type: 'session.logIn'; email: string; password: string }
  | { type: 'session.logOut' }
  /** The gateway no longer takes the token. */
  | { type: 'session.expired' }
  | { type: 'session.registered'; customer: Customer; validFor: number; account: Account; sessionId: string | null }
  /** The token was renewed, with other claims perhaps; the customer's data has changed where `info` is given. */
  | { type: 'session.renewed'; customer: Customer; validFor: number; info: CustomerInfo | null }
  | { type: 'address.saved'; address: Address; use: AddressUse }
  /** Somebody else is shopping from now on: what was asked for somebody else is dropped. */
  | { type: 'session.customerChanged' }

const nobody = { customer: null, validFor: 0, account: null }

/**
 * Who is shopping, and with which settings.
 *
 * - Every start of a visit asks the gateway for settings and cart, visitors too; what a customer has saved comes along.
 * - When that fails the shop can still be browsed, and 'Try again' asks once more.
 * - A stored token that is expired or can't be read is a logout, and is never sent.
 * - A logout, here or in another tab, lets go of everything that is the customer's.
 * - A token that the gateway refuses clears the shop's settings, too; menus are read anew with the page that is loaded then.
 * - An answer to somebody who has left changes nothing.
 * - A visitor can log in at any time, also while the one before is still being logged out.
 */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent, tags: {} as 'busy' },
  actors: {
    begin: effect<Start, null>('begin'),
    logIn: effect<Arrival, { email: string; password: string }>('logIn'),
    logOut: effect<null>('logOut'),
    forget: effect<null, { why: Farewell }>('forget'),
  },
  guards: {
    /** The token that is kept is good, and names a customer. */
    isCustomer: (_, identity: Identity) => identity.is === 'customer',
    /** The token that is kept has run out, or is none. */
    isUnusable: (_, identity: Identity) => identity.is === 'expired' || identity.is === 'malformed',
    /** No token is kept. */
    isNobody: (_, identity: Identity) => identity.is === 'nobody',
    /** The token that is kept is not that of the customer who was here. */
    isSomebodyElse: ({ context }, identity: Identity) =>
      context.customer !== null &&
      (identity.is !== 'customer' || identity.customer.customerId !== context.customer.customerId),
    /** A customer is logged in. */
    hasCustomer: ({ context }) => context.customer !== null,
    /** Nobody is logged in. */
    isVisitor: ({ context }) => context.customer === null,
  },
  actions: {
    keepStart: assign({
      settings: (_, start: Start) => start.settings,
      account: ({ context }, { account }) =>
        account && account.info.customerId === context.customer?.customerId ? account : context.account,
      refusal: null,
    }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    keepIdentity: assign((_, identity: Identity) =>
      identity.is === 'customer' ? { customer: identity.customer, validFor: identity.validFor } : nobody,
    ),
    forgetAccount: assign({ account: null }),
    keepFarewell: assign({ farewell: (_, farewell: Farewell) => farewell }),
    keepArrival: assign((_, { customer, validFor, account }: Pick<Arrival, 'customer' | 'validFor' | 'account'>) => ({
      customer,
      validFor,
      account,
    })),
    keepRenewal: assign({
      customer: (_, { customer }: { customer: Customer; validFor: number; info: CustomerInfo | null }) => customer,
      validFor: (_, { validFor }) => validFor,
      account: ({ context }, { info }) => (context.account && info ? { ...context.account, info } : context.account),
    }),
    keepAddress: assign({
      account: ({ context }, { address, use }: { address: Address; use: AddressUse }) =>
        context.account && withAddress(context.account, address, use),
    }),
    leave: assign(nobody),
    /** Fees and flags go, too: the page is loaded again, and asks for them as on the first day. */
    clear: assign({ settings: null }),
    tellCleared: tellShop({ type: 'settings.cleared' }),
    turn: raise({ type: 'session.customerChanged' }),
    tellBegun: tellShop((_, { settings, lines }: Start) => ({ type: 'session.loaded', settings, lines })),
    tellUnreachable: tellShop({ type: 'session.loadFailed' }),
    tellCustomer: tellShop(({ context: { customer, account } }) => ({
      type: 'session.changed',
      customer,
      account,
    })),
    /** Told after `tellCustomer`, so that pages are guarded for whoever is here now. The parameter is the cart's session. */
    tellEnded: tellShop((_, sessionId: string | null) => ({ type: 'session.ended', sessionId })),
    tellEntered: tellShop((_, { sessionId, lines }: Pick<Arrival, 'sessionId' | 'lines'>) => ({
      type: 'session.loggedIn',
      sessionId,
      lines,
    })),
    /** For a login whose cart was not read with it: the cart reads it. */
    tellJoined: tellShop((_, sessionId: string | null) => ({ type: 'session.loggedIn', sessionId, lines: null })),
    tellRefused: tellShop((_, refusal: Refusal) => ({ type: 'session.refused', refusal })),
    say: enqueueActions(({ enqueue }, { is, amid }: { is: string; amid?: string }) => {
      const what = is === 'expired' ? 'has expired' : 'could not be read'
      const text = `Your login ${what}${amid === 'online' ? ' while you paid; nothing is charged' : ''}. Please log in again.`
      enqueue(tellShop({ type: 'toast.raised', toast: { kind: 'error', text } }))
    }),
  },
  delays: { expiry: ({ context }) => context.validFor, patience: 3_000 },
}).createMachine({
  id: 'session',
  description: 'Who is shopping',
  context: { settings: null, refusal: null, ...nobody, farewell: 'elsewhere' },
  type: 'parallel',
  states: {
    who: {
      description: 'Visitor or customer',
      initial: 'unknown',
      on: {
        'visit.started': [
          {
            guard: { type: 'isSomebodyElse', params: ({ event }) => event.identity },
            target: '.forgetting',
            actions: [
              {
                type: 'keepFarewell',
                params: ({ event: { identity } }) =>
                  identity.is === 'expired' || identity.is === 'malformed' ? identity.is : 'elsewhere',
              },
              'forgetAccount',
              { type: 'keepIdentity', params: ({ event }) => event.identity },
              'tellCustomer',
              { type: 'tellEnded', params: ({ event }) => (event.identity.is === 'expired' ? null : event.sessionId) },
            ],
          },
          {
            guard: { type: 'isCustomer', params: ({ event }) => event.identity },
            target: '.loggedIn',
            actions: [{ type: 'keepIdentity', params: ({ event }) => event.identity }, 'tellCustomer'],
          },
          {
            guard: { type: 'isUnusable', params: ({ event }) => event.identity },
            target: '.forgetting',
            actions: [
              {
                type: 'keepFarewell',
                params: ({ event }) => (event.identity.is === 'expired' ? 'expired' : 'malformed'),
              },
              { type: 'say', params: ({ event }) => event.identity },
              'tellCustomer',
              { type: 'tellEnded', params: ({ event }) => (event.identity.is === 'expired' ? null : event.sessionId) },
            ],
          },
          { target: '.anonymous', actions: 'tellCustomer' },
        ],
        // whatever has happened meanwhile, in another tab perhaps: the newer token is the stored one
        'session.registered': {
          target: '.loggedIn',
          actions: [
            { type: 'keepArrival', params: ({ event }) => event },
            'turn',
            { type: 'tellJoined', params: ({ event }) => event.sessionId },
            'tellCustomer',
          ],
        },
      },
      states: {
        unknown: { description: 'The visit has not begun: this is what the server draws' },
        anonymous: {
          description: 'A visitor without an account',
          on: { 'session.logIn': 'loggingIn' },
        },
        loggingIn: {
          description: 'E-mail and password are being looked at',
          tags: 'busy',
          on: {
            'visit.started': [
              { guard: { type: 'isNobody', params: ({ event }) => event.identity } },
              {
                guard: { type: 'isCustomer', params: ({ event }) => event.identity },
                target: 'loggedIn',
                // another tab was faster: the login leads on all the same
                actions: [
                  { type: 'keepIdentity', params: ({ event }) => event.identity },
                  { type: 'tellJoined', params: ({ event }) => event.sessionId },
                  'tellCustomer',
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
                { type: 'keepArrival', params: ({ event }) => event.output },
                'turn',
                'tellCustomer',
                { type: 'tellEntered', params: ({ event }) => event.output },
              ],
            },
            onError: {
              target: 'anonymous',
              actions: { type: 'tellRefused', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        loggedIn: {
          description: 'A customer with a token that holds',
          on: {
            'session.logOut': 'loggingOut',
            'session.expired': {
              target: 'forgetting',
              actions: [
                { type: 'keepFarewell', params: 'refused' },
                'leave',
                'clear',
                'tellCleared',
                'tellCustomer',
                { type: 'tellEnded', params: null },
                'turn',
              ],
            },
            'session.renewed': {
              target: 'loggedIn',
              reenter: true,
              actions: [{ type: 'keepRenewal', params: ({ event }) => event }, 'tellCustomer'],
            },
            'address.saved': { actions: [{ type: 'keepAddress', params: ({ event }) => event }, 'tellCustomer'] },
            // somebody logged in while the account was being created: the newer token is the stored one, and they have left
            'session.registered': {
              target: 'forgetting',
              actions: [
                { type: 'keepFarewell', params: 'elsewhere' },
                { type: 'keepArrival', params: ({ event }) => event },
                'turn',
                'tellCustomer',
                { type: 'tellEnded', params: ({ event }) => event.sessionId },
                { type: 'tellJoined', params: ({ event }) => event.sessionId },
              ],
            },
          },
          after: {
            expiry: {
              target: 'forgetting',
              actions: [
                { type: 'keepFarewell', params: 'expired' },
                'leave',
                { type: 'say', params: { is: 'expired' } },
                'tellCustomer',
                { type: 'tellEnded', params: null },
                'turn',
              ],
            },
          },
        },
        loggingOut: {
          description: 'The browser has let go of the customer; the gateway is told',
          tags: 'busy',
          entry: ['leave', 'tellCustomer', { type: 'tellEnded', params: null }, 'turn'],
          on: {
            'visit.started': { guard: { type: 'isNobody', params: ({ event }) => event.identity } },
            // the gateway is told all the same
            'session.logIn': 'loggingIn',
          },
          invoke: { id: 'logOut', src: 'logOut', onDone: 'anonymous', onError: 'anonymous' },
          after: { patience: 'anonymous' },
        },
        forgetting: {
          description: 'What the browser holds of somebody who is no longer here is let go',
          tags: 'busy',
          on: {
            'visit.started': { guard: { type: 'isNobody', params: ({ event }) => event.identity } },
            'session.logIn': { guard: 'isVisitor', target: 'loggingIn' },
          },
          invoke: {
            id: 'forget',
            src: 'forget',
            input: ({ context }) => ({ why: context.farewell }),
            onDone: [{ guard: 'hasCustomer', target: 'loggedIn' }, { target: 'anonymous' }],
            onError: [{ guard: 'hasCustomer', target: 'loggedIn' }, { target: 'anonymous' }],
          },
        },
      },
    },
    start: {
      description: 'Settings and cart at the beginning of a visit',
      initial: 'unopened',
      on: {
        // not reentered: a region that leaves itself would leave the other one, too, and only one of the two may go
        'visit.started': '.starting',
      },
      states: {
        unopened: { description: 'The visit has not begun' },
        starting: {
          description: 'Settings and cart are asked for',
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
                { type: 'keepStart', params: ({ event }) => event.output },
                { type: 'tellBegun', params: ({ event }) => event.output },
                'tellCustomer',
              ],
            },
            onError: {
              target: 'unreachable',
              actions: [{ type: 'explain', params: ({ event }) => refusalIn(event.error) }, 'tellUnreachable'],
            },
          },
        },
        ready: { description: 'Settings and cart are here' },
        unreachable: { description: 'The gateway did not answer', on: { 'session.retry': 'starting' } },
      },
    },
  },
})
