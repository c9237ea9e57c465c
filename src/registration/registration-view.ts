import {
  registrationMistakes,
  type RegistrationContext,
  type RegistrationEvent,
} from '#machines/registration/registration'
import type { AddressHandlers } from '../address/address-handlers.ts'
import { visibleErrors, type FieldErrors } from '../form/field-errors.ts'

/** Whether the e-mail is still the one that the gateway has an account for. */
export const isEmailTaken = ({ takenEmail, person }: RegistrationContext): boolean =>
  takenEmail !== null && takenEmail === person.email.trim()

/** The errors the form shows, the gateway's about the e-mail included. */
export const registrationErrors = (context: RegistrationContext, isSubmitted: boolean): FieldErrors => ({
  ...(isEmailTaken(context) && context.refusal && { 'person.email': context.refusal.message }),
  ...visibleErrors(registrationMistakes(context), context.touched, isSubmitted),
})

/** What the address form tells the registration's chart. */
export const addressHandlers = (send: (event: RegistrationEvent) => void): AddressHandlers => ({
  onType: (field, value) => send({ type: 'registration.typed', form: 'address', field, value }),
  onLeave: field => send({ type: 'registration.blurred', name: `address.${field}` }),
  onChooseCountry: (id, name) => send({ type: 'registration.chooseCountry', id, name }),
  onChooseRegion: (id, name) => send({ type: 'registration.chooseRegion', id, name }),
  onRetry: () => send({ type: 'registration.retry' }),
})
