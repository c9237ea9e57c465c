import { assign, enqueueActions, sendTo, setup } from 'xstate'
import type { Registration } from '#contract/account'
import type { ContactPerson } from '#contract/customer'
import { meant, fields, type FieldName } from '#contract/fields'
import type { Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import {
  addressIn,
  addressErrors,
  emptyAddress,
  isStartAddress,
  startAddress,
  type AddressForm,
  type TypedAddressField,
} from '../address/address-form.ts'
import { placesMachine } from '../address/places.ts'
import type { Account, Customer } from '../messages/customer.ts'
import type { PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'
import { fieldErrors, type ErrorsByField } from '../parts/field-errors.ts'
import { touch } from '../parts/form.ts'
import {
  freshSecrets,
  handleOf,
  refusalAfterTyping,
  secretErrors,
  withSecret,
  type SecretField,
  type Secrets,
  type TypedSecret,
} from '../password/secrets.ts'

/** The request. `password` and `confirmPassword` are handles of the vault; the effect adds the cart's session. */
export interface Registering extends Omit<Registration, 'password' | 'sessionId'> {
  password: string
  confirmPassword: string
}

/** The result of a registration, without the token. */
export interface Registered {
  customer: Customer
  validFor: number
  account: Account
  /** The cart's session after the registration. */
  sessionId: string | null
}

/** The checkboxes of the form. */
export type RegistrationTick = 'acceptTerms' | 'subscribeNewsletter'

export interface RegistrationContext {
  /** Null until they are read. */
  settings: Settings | null
  person: ContactPerson
  address: AddressForm
  secrets: Secrets
  ticked: RegistrationTick[]
  /** Fields that were typed in or lost focus, by their names in `registrationErrors`. */
  touched: string[]
  /** Why the last submission failed. */
  refusal: Refusal | null
  /** The email that already has an account. */
  takenEmail: string | null
  /** The first name of the customer who has just registered; the rest of the form is cleared. */
  welcomed: string
}

export type RegistrationEvent =
  | PageOpening
  | { type: 'page.shown' }
  | { type: 'settings.changed'; settings: Settings }
  | { type: 'registration.typed'; form: 'person'; field: keyof ContactPerson; value: string }
  | { type: 'registration.typed'; form: 'address'; field: TypedAddressField; value: string }
  | ({ type: 'registration.typedSecret' } & TypedSecret)
  | { type: 'registration.tick'; box: RegistrationTick; to: 'on' | 'off' }
  | { type: 'registration.chooseCountry'; id: number | null; name: string }
  | { type: 'registration.chooseRegion'; id: number | null; name: string }
  | { type: 'registration.blurred'; name: string }
  | { type: 'registration.retry' }
  | { type: 'registration.submit' }

interface Choice {
  id: number | null
  name: string
}

/** A cleared form. */
export const emptyForm = {
  person: { firstName: '', lastName: '', email: '', telephone: '' },
  address: emptyAddress,
  ticked: [] as RegistrationTick[],
  touched: [] as string[],
  refusal: null,
  takenEmail: null,
}

/** The handle of a password in the vault. */
export const registrationHandle = ({ secrets }: Pick<RegistrationContext, 'secrets'>, field: SecretField): string =>
  handleOf('registration', field, secrets)

/** The errors in the form by field name, in display order. */
export function registrationErrors({ person, address, secrets, ticked }: RegistrationContext): Record<string, string> {
  const named = (form: string, errors: ErrorsByField) =>
    Object.fromEntries(Object.entries(errors).map(([field, error]) => [`${form}.${field}`, error]))
  return {
    ...named('person', fieldErrors(person)),
    ...secretErrors(secrets),
    ...named('address', addressErrors(address)),
    ...fieldErrors({ acceptTerms: ticked.includes('acceptTerms') ? 'yes' : '' }),
  }
}

/** More wrong fields than this are counted, not listed. */
const mostListed = 3

/** What is missing or invalid: a list of the fields, or their number while it is long; null if there is nothing. */
export function whyNotSent(context: RegistrationContext): string | null {
  const wrong = Object.entries(registrationErrors(context)).map(([name, error]) => {
    const { label, required } = fields[name.slice(name.indexOf('.') + 1) as FieldName]
    return { label, isMissing: error === required }
  })
  const said = (words: string, isMissing: boolean) => {
    const labels = wrong.filter(one => one.isMissing === isMissing).map(({ label }) => label)
    return labels.length > 0 ? [`${words}: ${labels.join(', ')}.`] : []
  }
  if (wrong.length > mostListed) return `${wrong.length} fields left.`
  return wrong.length === 0 ? null : [...said('Please complete', true), ...said('Please correct', false)].join(' ')
}

/** The request; only for a form without errors. */
export function registeringIn(context: RegistrationContext): Registering {
  const { person, address, ticked } = context
  return {
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    email: meant('email', person.email),
    telephone: meant('telephone', person.telephone),
    ...addressIn(address),
    acceptTerms: ticked.includes('acceptTerms'),
    subscribeNewsletter: ticked.includes('subscribeNewsletter'),
    password: registrationHandle(context, 'password'),
    confirmPassword: registrationHandle(context, 'confirmPassword'),
  }
}

/** An address in which nothing was chosen or typed starts with the store's country and region. */
const preselectRegion = enqueueActions<
  RegistrationContext,
  RegistrationEvent,
  undefined,
  RegistrationEvent,
  never,
  never,
  never,
  never,
  never
>(({ context: { address, settings }, enqueue }) => {
  const storeRegion = settings?.storeRegion
  if (!storeRegion || address.countryId !== null || !isStartAddress(address, storeRegion)) return
  enqueue.assign({ address: startAddress(storeRegion) })
  enqueue.sendTo('registrationPlaces', { type: 'places.chooseCountry', countryId: storeRegion.countryId })
  enqueue.sendTo('registrationPlaces', { type: 'places.chooseRegion', regionId: storeRegion.regionId })
})

/** Types, guards, actions and effects of the registration machine. */
export const registrationSetup = setup({
  types: { context: {} as RegistrationContext, events: {} as RegistrationEvent, tags: {} as 'busy' },
  actors: { places: placesMachine, register: effect<Registered, Registering>('register') },
  guards: {
    /** No field has an error, and the terms are accepted. */
    isRegistrationValid: ({ context }) => Object.keys(registrationErrors(context)).length === 0,
  },
  actions: {
    openForm: assign({
      settings: ({ context }, settings: Settings | null) => settings ?? context.settings,
      secrets: ({ context }) => freshSecrets(context.secrets.round + 1),
      touched: ({ context }) => context.touched.filter(name => name !== 'password' && name !== 'confirmPassword'),
    }),
    storeSettings: assign({ settings: (_, settings: Settings) => settings }),
    preselectRegion,
    storeValue: assign(
      ({ context }, { form, field, value }: { form: 'person' | 'address'; field: string; value: string }) => ({
        [form]: { ...context[form], [field]: value },
      }),
    ),
    storeTypedSecret: assign({
      secrets: ({ context }, typed: TypedSecret) => withSecret(context.secrets, typed),
      refusal: ({ context }) => refusalAfterTyping(context.refusal),
    }),
    tick: assign({
      ticked: ({ context }, { box, to }: { box: RegistrationTick; to: 'on' | 'off' }) => [
        ...context.ticked.filter(one => one !== box),
        ...(to === 'on' ? [box] : []),
      ],
    }),
    touch: touch<RegistrationContext, RegistrationEvent, string>(),
    chooseCountry: assign({
      address: ({ context }, { id, name }: Choice) => ({
        ...context.address,
        countryId: id,
        countryName: name,
        regionId: null,
        regionName: '',
      }),
    }),
    chooseRegion: assign({
      address: ({ context }, { id, name }: Choice) => ({ ...context.address, regionId: id, regionName: name }),
    }),
    sendCountry: sendTo('registrationPlaces', (_, countryId: number | null) => ({
      type: 'places.chooseCountry' as const,
      countryId,
    })),
    sendRegion: sendTo('registrationPlaces', (_, regionId: number | null) => ({
      type: 'places.chooseRegion' as const,
      regionId,
    })),
    sendRetry: sendTo('registrationPlaces', { type: 'places.retry' }),
    clearRefusal: assign({ refusal: null, takenEmail: null }),
    storeRefusal: assign({
      refusal: (_, refusal: Refusal) => refusal,
      takenEmail: ({ context }, { code, status }) =>
        code === 'refused' && status === 409 ? meant('email', context.person.email) : null,
    }),
    announceRefusal: tellShop((_, { message }: Refusal) => ({
      type: 'toast.raised',
      toast: { kind: 'error', text: message },
    })),
    clearForm: assign({
      ...emptyForm,
      welcomed: (_, { account }: Registered) => account.info.firstName,
      secrets: ({ context }) => freshSecrets(context.secrets.round + 1),
    }),
    reportRegistered: tellShop((_, { customer, validFor, account, sessionId }: Registered) => ({
      type: 'session.registered',
      customer,
      validFor,
      account,
      sessionId,
    })),
    reportRefused: tellShop((_, refusal: Refusal) => ({ type: 'registration.refused', refusal })),
    reportReady: tellShop({ type: 'page.ready', page: 'register' }),
  },
})
