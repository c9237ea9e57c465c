import type { AnyMachineSnapshot } from 'xstate'
import { registrationMachine } from '#machines/registration/registration'
import { registrationErrors, type RegistrationContext } from '#machines/registration/registration-setup'
import type { Location } from '#contract/location'
import type { Model } from '#tools/walks/graph'
import { done, fails, withoutParent } from '#tools/walks/graph'
import { lost, refused, registered, settings } from '../kit/outcomes.ts'

const location: Location = { pathname: '/main/register', search: '', hash: '', state: null, key: 'default' }
const opening = {
  type: 'page.open',
  location,
  move: 'PUSH',
  visitId: 'visit',
  basket: { sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null },
  settings: null,
  account: null,
}
const typed = (form: string, field: string, value: string) => ({ type: 'registration.typed', form, field, value })
const secret = (field: string) => ({ type: 'registration.typedSecret', field, error: null, match: 'same' })

/** The values of the form in the order of its fields; a walk fills in the next one. */
const filling = [
  ['person.firstName', typed('person', 'firstName', 'Mai')],
  ['person.lastName', typed('person', 'lastName', 'Tran')],
  ['person.email', typed('person', 'email', 'mai@example.com')],
  ['person.telephone', typed('person', 'telephone', '0255500188')],
  ['password', secret('password')],
  ['confirmPassword', secret('confirmPassword')],
  ['address.country', { type: 'registration.chooseCountry', id: 1, name: 'Australia' }],
  ['address.region', { type: 'registration.chooseRegion', id: 1, name: 'New South Wales' }],
  ['address.address1', typed('address', 'address1', '88 Lantern Lane')],
  ['address.city', typed('address', 'city', 'Eastwood')],
  ['address.postCode', typed('address', 'postCode', '2122')],
  ['acceptTerms', { type: 'registration.tick', box: 'acceptTerms', to: 'on' }],
] as const

const nextToFill = (context: RegistrationContext) => {
  const wrong = registrationErrors(context)
  return filling.filter(([name]) => name in wrong).map(([, event]) => event)[0]
}

/** Registering, from an empty form to an account. */
export const registrationModel: Model = {
  machine: withoutParent(registrationMachine, [
    'reportReady',
    'reportRegistered',
    'announceRefusal',
    'reportRefused',
    'sendCountry',
    'sendRegion',
    'sendRetry',
  ]),
  cases(state: AnyMachineSnapshot) {
    const next = nextToFill(state.context as RegistrationContext)
    return [
      opening,
      { type: 'settings.changed', settings },
      { type: 'registration.blurred', name: 'person.email' },
      { type: 'registration.retry' },
      { type: 'registration.submit' },
      ...(next && !state.matches('registered') ? [next] : []),
      ...(state.matches('submitting')
        ? [done('register', registered), fails('register', refused), fails('register', lost)]
        : []),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const context = state.context as RegistrationContext
    const { settings: known, refusal } = context
    return JSON.stringify([
      state.value,
      Object.keys(registrationErrors(context)),
      known !== null,
      refusal?.code ?? null,
    ])
  },
}
