import { assign, sendTo, setup } from 'xstate'
import type { Registration } from '#contract/account'
import type { ContactPerson } from '#contract/customer'
import { fields, type FieldName } from '#contract/fields'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import {
  addressIn,
  addressMistakes,
  emptyAddress,
  mistakesOf,
  type AddressForm,
  type Mistakes,
  type TypedAddressField,
} from '../address/address-form.ts'
import { effect } from '../parts/effect.ts'
import type { Opening } from '../shop/opening.ts'
import { placesMachine } from '../address/places.ts'
import {
  freshSecrets,
  handleOf,
  secretMistakes,
  withSecret,
  type SecretField,
  type Secrets,
  type TypedSecret,
} from '../password/secrets.ts'
import type { Account, Customer } from '../session/customer.ts'
import { tellShop } from '../parts/tell-shop.ts'

/** What is sent; `password` and `confirmPassword` are handles of the vault, and the cart's session is the browser's to know. */
export interface Registering extends Omit<Registration, 'password' | 'sessionId'> {
  password: string
  confirmPassword: string
}

/** What a registration brings; the token itself stays with the browser. */
export interface Registered {
  customer: Customer
  validFor: number
  account: Account
  /** The cart's session from now on. */
  sessionId: string | null
}

/** The form's boxes to tick. */
export type RegistrationTick = 'acceptTerms' | 'subscribeNewsletter'

export interface RegistrationContext {
  /** Null until the gateway has told. */
  settings: Settings | null
  person: ContactPerson
  address: AddressForm
  secrets: Secrets
  ticked: RegistrationTick[]
  /** Fields that were left or typed in, by the names that `registrationMistakes` has for them. */
  touched: string[]
  /** Why the last try failed. */
  refusal: Refusal | null
  /** The e-mail that the gateway has an account for already. */
  takenEmail: string | null
  /** The first name of whoever has just registered; nothing else is kept of the form then. */
  welcomed: string
}

export type RegistrationEvent =
  | Opening
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

/** What an emptied form holds. */
const emptyForm = {
  person: { firstName: '', lastName: '', email: '', telephone: '' },
  address: emptyAddress,
  ticked: [] as RegistrationTick[],
  touched: [] as string[],
  refusal: null,
  takenEmail: null,
}

/** Where the vault keeps a password of the form. */
export const registrationHandle = ({ secrets }: Pick<RegistrationContext, 'secrets'>, field: SecretField): string =>
  handleOf('registration', field, secrets)

/** What is wrong in the form, from its top to its end, by the names of its fields. */
export function registrationMistakes({
  person,
  address,
  secrets,
  ticked,
}: RegistrationContext): Record<string, string> {
  const named = (form: string, mistakes: Mistakes) =>
    Object.fromEntries(Object.entries(mistakes).map(([field, mistake]) => [`${form}.${field}`, mistake]))
  return {
    ...named('person', mistakesOf(person)),
    ...secretMistakes(secrets),
    ...named('address', addressMistakes(address)),
    ...mistakesOf({ acceptTerms: ticked.includes('acceptTerms') ? 'yes' : '' }),
  }
}

/**
 * What keeps the form from being sent, in one sentence or two: what is missing, and what is wrong.
 *
 * @returns null where nothing does
 */
export function whyNotSent(context: RegistrationContext): string | null {
  const wrong = Object.entries(registrationMistakes(context)).map(([name, mistake]) => {
    const { label, required } = fields[name.slice(name.indexOf('.') + 1) as FieldName]
    return { label, isMissing: mistake === required }
  })
  const said = (words: string, isMissing: boolean) => {
    const labels = wrong.filter(one => one.isMissing === isMissing).map(({ label }) => label)
    return labels.length > 0 ? [`${words}: ${labels.join(', ')}.`] : []
  }
  return wrong.length === 0 ? null : [...said('Still missing', true), ...said('Not right yet', false)].join(' ')
}

/** The payload; only where nothing is wrong. */
function registeringIn(context: RegistrationContext): Registering {
  const { person, address, ticked } = context
  return {
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    email: person.email.trim(),
    telephone: person.telephone.trim(),
    ...addressIn(address),
    acceptTerms: ticked.includes('acceptTerms'),
    subscribeNewsletter: ticked.includes('subscribeNewsletter'),
    password: registrationHandle(context, 'password'),
    confirmPassword: registrationHandle(context, 'confirmPassword'),
  }
}

/**
 * Registering as a customer.
 *
 * - Nothing is sent while something is wrong; a try shows all that is.
 * - One submit is in flight at a time, whatever is pressed meanwhile.
 * - A failure is said, keeps all that was typed, and the form can be sent again.
 * - A success tells the session, and lets go of what was typed.
 * - Passwords are in the vault, and are gone when the page is left or loaded again; all else stays.
 * - Where the shop delivers to certain areas only, a suburb that was typed before that was known is chosen again.
 */
export const registrationMachine = setup({
  types: { context: {} as RegistrationContext, events: {} as RegistrationEvent, tags: {} as 'busy' },
  actors: { places: placesMachine, register: effect<Registered, Registering>('register') },
  guards: {
    /** No field has a mistake, and the terms are accepted. */
    isRight: ({ context }) => Object.keys(registrationMistakes(context)).length === 0,
  },
  actions: {
    open: assign({
      settings: ({ context }, settings: Settings | null) => settings ?? context.settings,
      secrets: ({ context }) => freshSecrets(context.secrets.round + 1),
      touched: ({ context }) => context.touched.filter(name => name !== 'password' && name !== 'confirmPassword'),
    }),
    keepSettings: assign({
      settings: (_, settings: Settings) => settings,
      address: ({ context: { address, settings: known } }, { limitAreaShipping }) =>
        limitAreaShipping && !known?.limitAreaShipping ? { ...address, city: '' } : address,
    }),
    keepTyped: assign(
      ({ context }, { form, field, value }: { form: 'person' | 'address'; field: string; value: string }) => ({
        [form]: { ...context[form], [field]: value },
      }),
    ),
    keepSecret: assign({ secrets: ({ context }, typed: TypedSecret) => withSecret(context.secrets, typed) }),
    tick: assign({
      ticked: ({ context }, { box, to }: { box: RegistrationTick; to: 'on' | 'off' }) => [
        ...context.ticked.filter(one => one !== box),
        ...(to === 'on' ? [box] : []),
      ],
    }),
    touch: assign({
      touched: ({ context }, name: string) => [...context.touched.filter(one => one !== name), name],
    }),
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
    tellCountry: sendTo('registrationPlaces', (_, countryId: number | null) => ({
      type: 'places.chooseCountry' as const,
      countryId,
    })),
    tellRegion: sendTo('registrationPlaces', (_, regionId: number | null) => ({
      type: 'places.chooseRegion' as const,
      regionId,
    })),
    tellRetry: sendTo('registrationPlaces', { type: 'places.retry' }),
    forgetRefusal: assign({ refusal: null, takenEmail: null }),
    explain: assign({
      refusal: (_, refusal: Refusal) => refusal,
      takenEmail: ({ context }, { code, status }) =>
        code === 'refused' && status === 409 ? context.person.email.trim() : null,
    }),
    say: tellShop((_, { message }: Refusal) => ({
      type: 'toast.raised',
      toast: { kind: 'error', text: message },
    })),
    welcome: assign({
      ...emptyForm,
      welcomed: (_, { account }: Registered) => account.info.firstName,
      secrets: ({ context }) => freshSecrets(context.secrets.round + 1),
    }),
    tellSession: tellShop((_, { customer, validFor, account, sessionId }: Registered) => ({
      type: 'session.registered',
      customer,
      validFor,
      account,
      sessionId,
    })),
    tellReady: tellShop({ type: 'page.ready', page: 'register' }),
  },
}).createMachine({
  id: 'registration',
  description: 'Registering as a customer',
  context: { settings: null, secrets: freshSecrets(), welcomed: '', ...emptyForm },
  invoke: { id: 'registrationPlaces', src: 'places' },
  initial: 'unregistered',
  on: {
    'page.open': {
      target: '.unregistered',
      actions: [{ type: 'open', params: ({ event }) => event.settings }, 'tellReady'],
    },
    'settings.changed': { actions: { type: 'keepSettings', params: ({ event }) => event.settings } },
    // what is typed while an answer is waited for is kept, too: the try may fail
    'registration.typed': {
      actions: [
        { type: 'keepTyped', params: ({ event }) => event },
        { type: 'touch', params: ({ event }) => `${event.form}.${event.field}` },
      ],
    },
    'registration.typedSecret': {
      actions: [
        { type: 'keepSecret', params: ({ event: { field, mistake, match } }) => ({ field, mistake, match }) },
        { type: 'touch', params: ({ event }) => event.field },
      ],
    },
    'registration.tick': {
      actions: [
        { type: 'tick', params: ({ event }) => event },
        { type: 'touch', params: ({ event }) => event.box },
      ],
    },
    'registration.chooseCountry': {
      actions: [
        { type: 'chooseCountry', params: ({ event }) => event },
        { type: 'tellCountry', params: ({ event }) => event.id },
        { type: 'touch', params: 'address.country' },
      ],
    },
    'registration.chooseRegion': {
      actions: [
        { type: 'chooseRegion', params: ({ event }) => event },
        { type: 'tellRegion', params: ({ event }) => event.id },
        { type: 'touch', params: 'address.region' },
      ],
    },
    'registration.blurred': { actions: { type: 'touch', params: ({ event }) => event.name } },
    'registration.retry': { actions: 'tellRetry' },
  },
  states: {
    unregistered: {
      description: 'The form is being filled in',
      initial: 'untried',
      on: {
        'registration.submit': [
          { guard: 'isRight', target: 'submitting', actions: 'forgetRefusal' },
          { target: '.tried' },
        ],
      },
      states: {
        untried: { description: 'Mistakes show in fields that were left or typed in' },
        tried: { description: 'A submit was tried: all mistakes show' },
      },
    },
    submitting: {
      description: 'The account is being created',
      tags: 'busy',
      // somebody who comes back to the page finds the answer still on its way
      on: { 'page.open': { actions: [{ type: 'open', params: ({ event }) => event.settings }, 'tellReady'] } },
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => registeringIn(context),
        onDone: {
          target: 'registered',
          actions: [
            { type: 'welcome', params: ({ event }) => event.output },
            { type: 'tellCountry', params: null },
            { type: 'tellSession', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'unregistered.tried',
          actions: [
            { type: 'explain', params: ({ event }) => refusalIn(event.error) },
            { type: 'say', params: ({ event }) => refusalIn(event.error) },
          ],
        },
      },
    },
    registered: { description: 'The account is there, and its customer is logged in' },
  },
})
