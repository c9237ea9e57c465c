import type { AnyMachineSnapshot } from 'xstate'
import { sessionMachine } from '#machines/session/session'
import type { SessionContext } from '#machines/session/session-setup'
import type { Identity } from '#machines/messages/customer'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import {
  accountFor,
  arrivalOf,
  identityOf,
  lan,
  lost,
  mai,
  refused,
  registered,
  riceLine,
  savedAddress,
  settings,
} from '../kit/outcomes.ts'

const reports = [
  'reportSettingsCleared',
  'reportLoaded',
  'reportLoadFailed',
  'reportCustomer',
  'reportEnded',
  'reportLoggedIn',
  'reportLoggedInElsewhere',
  'reportRefused',
  'announceLogout',
]

/** The possible identities of a stored token. */
const identities: Identity[] = [
  { is: 'guest' },
  { is: 'malformed' },
  { is: 'expired' },
  identityOf(mai),
  identityOf(lan),
]

/** The customer's token was renewed. */
const renewed = ({ context }: AnyMachineSnapshot) => {
  const customer = (context as SessionContext).customer ?? mai
  return { type: 'session.renewed', customer, validFor: 3_600_000, info: accountFor(customer).info }
}

/** Two customers and a guest, in this tab and in another one. */
export const sessionModel: Model = {
  machine: withoutParent(sessionMachine, reports),
  cases: state => [
    ...identities.map(identity => ({ type: 'visit.started', sessionId: 'session-1', identity })),
    { type: 'session.retry' },
    { type: 'session.logIn', email: mai.email, password: 'login/password/1' },
    { type: 'session.logOut' },
    { type: 'session.forget' },
    { type: 'session.expired' },
    { type: 'session.registered', ...registered },
    renewed(state),
    { type: 'address.saved', address: savedAddress, use: 'delivery' },
    done('begin', { settings, lines: [riceLine], account: null }),
    done('begin', { settings, lines: [riceLine], account: accountFor(mai) }),
    fails('begin', lost),
    done('logIn', arrivalOf(mai)),
    fails('logIn', refused),
    done('logOut', null),
    fails('logOut', lost),
    done('forget', null),
    fails('forget', lost),
    after('expiry', 'session.who.loggedIn'),
    after('patience', 'session.who.loggingOut'),
    after('patience', 'session.who.forgetting'),
  ],
  key(state: AnyMachineSnapshot) {
    const { settings: known, refusal, customer, account } = state.context as SessionContext
    return JSON.stringify([
      state.value,
      customer?.customerId ?? null,
      account !== null,
      known !== null,
      refusal !== null,
    ])
  },
}
