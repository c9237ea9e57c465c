import { assertEvent, type SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { noCustomer, sessionSetup } from './session-setup.ts'

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
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'Login session and settings',
  context: { settings: null, refusal: null, ...noCustomer, reason: 'otherTab' },
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
                  identity.is === 'expired' || identity.is === 'malformed' ? identity.is : 'otherTab',
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
          description: 'Email and password are being checked',
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
                { type: 'storeReason', params: 'otherTab' },
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
          description: 'The gateway revokes the token',
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
          description: 'The data of the previous customer is being deleted',
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
