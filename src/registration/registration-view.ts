import { meant } from '#contract/fields'
import {
  registrationErrors,
  type RegistrationContext,
  type RegistrationEvent,
} from '#machines/registration/registration-setup'
import type { AddressHandlers } from '../address/address-handlers.ts'
import { refusedPasswordErrors } from '../password/refused-passwords.ts'
import { visibleErrors, type FieldErrors } from '#machines/parts/field-errors'
import type { SnapshotOf } from '../system/actors.tsx'

/** Whether the gateway has refused the email in the form because an account with it exists. */
export const isEmailTaken = ({ takenEmail, person }: RegistrationContext): boolean =>
  takenEmail !== null && takenEmail === meant('email', person.email)

/** Whether a submit was tried, so that all errors are shown. */
export const isSubmittedIn = (snapshot: SnapshotOf<'registration'>): boolean => snapshot.matches({ form: 'submitted' })

/** The errors the form shows, the gateway's about the email included. */
export function errorsIn(snapshot: SnapshotOf<'registration'>): FieldErrors {
  const { context } = snapshot
  return {
    ...(isEmailTaken(context) && context.refusal && { 'person.email': context.refusal.message }),
    ...refusedPasswordErrors(context.refusal),
    ...visibleErrors(registrationErrors(context), context.touched, isSubmittedIn(snapshot)),
  }
}

/** The callbacks of the form's name, email and telephone fields. */
export const personHandlers = (send: (event: RegistrationEvent) => void) => ({
  onType: (field: keyof RegistrationContext['person'], value: string) =>
    send({ type: 'registration.typed', form: 'person', field, value }),
  onLeave: (field: keyof RegistrationContext['person']) =>
    send({ type: 'registration.blurred', name: `person.${field}` }),
})

/** The callbacks of the form's address. */
export const addressHandlers = (send: (event: RegistrationEvent) => void): AddressHandlers => ({
  onType: (field, value) => send({ type: 'registration.typed', form: 'address', field, value }),
  onLeave: field => send({ type: 'registration.blurred', name: `address.${field}` }),
  onChooseCountry: (id, name) => send({ type: 'registration.chooseCountry', id, name }),
  onChooseRegion: (id, name) => send({ type: 'registration.chooseRegion', id, name }),
  onRetry: () => send({ type: 'registration.retry' }),
})
