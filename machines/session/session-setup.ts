import { assign, enqueueActions, raise, setup } from 'xstate'
import type { Address } from '#contract/address'
import type { AddressUse } from '#contract/address-book'
import type { CartLine } from '#contract/cart'
import type { CustomerInfo } from '#contract/customer'
import type { Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { withAddress, type Account, type Customer, type Identity } from '../messages/customer.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'

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

/** Why a customer was logged out. `otherTab`: another tab logged out, or logged in as another customer. */
export type LogoutReason = 'expired' | 'malformed' | 'refused' | 'otherTab'

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

export const noCustomer = { customer: null, validFor: 0, account: null }

/** Types, guards, actions and effects of the session machine. */
export const sessionSetup = setup({
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
    announceLogout: enqueueActions(({ enqueue }, { is, method }: { is: string; method?: string }) => {
      const what = is === 'expired' ? 'has expired' : 'could not be read'
      const text = `Your login ${what}${method === 'online' ? '. You haven’t been charged' : ''}. Please log in again.`
      enqueue(tellShop({ type: 'toast.raised', toast: { kind: 'error', text } }))
    }),
  },
  delays: { expiry: ({ context }) => context.validFor, patience: 3_000 },
})
