import { refusalIn } from '#contract/refusal'
import { submissionStates } from '../parts/form.ts'
import { freshSecrets } from '../password/secrets.ts'
import { emptyForm, registeringIn, registrationSetup } from './registration-setup.ts'

/**
 * Registering as a customer.
 *
 * - A form with errors is not sent; submitting it shows all errors.
 * - One submission is in flight at a time.
 * - A failure is announced and keeps the form, which can be submitted again.
 * - A success is reported to the session and clears the form.
 * - The passwords are in the vault. They are cleared when the page is opened or reloaded; all other fields stay.
 * - An address in which nothing was chosen or typed starts with the store's country and region.
 * - A suburb that was typed before the settings limit delivery to listed suburbs stays.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  description: 'Registering as a customer',
  context: { settings: null, secrets: freshSecrets(), welcomed: '', ...emptyForm },
  invoke: { id: 'registrationPlaces', src: 'places' },
  initial: 'form',
  on: {
    'page.open': {
      target: '.form',
      actions: [{ type: 'openForm', params: ({ event }) => event.settings }, 'preselectRegion', 'reportReady'],
    },
    'settings.changed': {
      actions: [{ type: 'storeSettings', params: ({ event }) => event.settings }, 'preselectRegion'],
    },
    // handled in every state: the form is kept if the registration fails
    'registration.typed': {
      actions: [
        { type: 'storeValue', params: ({ event }) => event },
        { type: 'touch', params: ({ event }) => `${event.form}.${event.field}` },
      ],
    },
    'registration.typedSecret': {
      actions: [
        { type: 'storeTypedSecret', params: ({ event: { field, error, match } }) => ({ field, error, match }) },
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
        { type: 'sendCountry', params: ({ event }) => event.id },
        { type: 'touch', params: 'address.country' },
      ],
    },
    'registration.chooseRegion': {
      actions: [
        { type: 'chooseRegion', params: ({ event }) => event },
        { type: 'sendRegion', params: ({ event }) => event.id },
        { type: 'touch', params: 'address.region' },
      ],
    },
    'registration.blurred': { actions: { type: 'touch', params: ({ event }) => event.name } },
    'registration.retry': { actions: 'sendRetry' },
  },
  states: {
    form: {
      description: 'The shopper fills in the form',
      initial: 'unsubmitted',
      on: {
        'registration.submit': [
          { guard: 'isRegistrationValid', target: 'submitting', actions: 'clearRefusal' },
          { target: '.submitted' },
        ],
      },
      states: submissionStates,
    },
    submitting: {
      description: 'The account is being created',
      tags: 'busy',
      // leaving the page and coming back does not interrupt the submission
      on: { 'page.open': { actions: [{ type: 'openForm', params: ({ event }) => event.settings }, 'reportReady'] } },
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => registeringIn(context),
        onDone: {
          target: 'registered',
          actions: [
            { type: 'clearForm', params: ({ event }) => event.output },
            { type: 'sendCountry', params: null },
            { type: 'reportRegistered', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'form.submitted',
          actions: [
            { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
            { type: 'announceRefusal', params: ({ event }) => refusalIn(event.error) },
            { type: 'reportRefused', params: ({ event }) => refusalIn(event.error) },
          ],
        },
      },
    },
    registered: { description: 'The account exists, and its customer is logged in' },
  },
})
