import type { AnyMachineSnapshot } from 'xstate'
import { personIn, profileMachine, type ProfileContext } from '#machines/account/profile'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { openingOf } from '../kit/page-openings.ts'
import { accountFor, lost, mai } from '../kit/outcomes.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as ProfileContext
const path = '/manage-account/modify-account'
const account = accountFor(mai)

/** The result of a save: the sent form and the claims of the token. */
const renewal = { customer: mai, validFor: 3_600_000, info: account.info }

/** The customer's data, in a form whose first name is cleared and filled in. */
export const profileModel: Model = {
  machine: withoutParent(profileMachine, ['reportRenewal', 'announceSaved', 'reportReady']),
  cases: state => [
    openingOf(path, null, 'PUSH'),
    openingOf(path, account, 'PUSH'),
    openingOf(path, account),
    { type: 'account.changed', account },
    { type: 'account.changed', account: null },
    { type: 'profile.typed', field: 'firstName', value: personIn(contextOf(state)).firstName === '' ? 'Mai' : '' },
    { type: 'profile.blurred', field: 'firstName' },
    { type: 'profile.blurred', field: 'lastName' },
    { type: 'profile.submit' },
    { type: 'profile.cancel' },
    done('saveProfile', renewal),
    fails('saveProfile', lost),
  ],
  key(state: AnyMachineSnapshot) {
    const { saved, typed, touched, refusal } = contextOf(state)
    return JSON.stringify([state.value, saved !== null, typed, [...touched].toSorted(), refusal !== null])
  },
}
