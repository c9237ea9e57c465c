import {
  registrationMistakes,
  type RegistrationContext,
  type RegistrationEvent,
} from '#machines/registration/registration'
import type { AddressActs } from '../form/form-actions.ts'
import type { MistakesByField } from '../form/field-errors.ts'

/** Whether the e-mail is still the one that the gateway has an account for. */
export const isEmailTaken = ({ takenEmail, person }: RegistrationContext): boolean =>
  takenEmail !== null && takenEmail === person.email.trim()

/** The mistakes that may be said: of fields that were left or typed in, and of all once a submit was tried. */
export function saidMistakes(context: RegistrationContext, tried: boolean): MistakesByField {
  const mistakes = Object.entries(registrationMistakes(context))
  const said = tried ? mistakes : mistakes.filter(([name]) => context.touched.includes(name))
  return {
    ...(isEmailTaken(context) && context.refusal && { 'person.email': context.refusal.message }),
    ...Object.fromEntries(said),
  }
}

/** What the address form tells the registration's chart. */
export const addressActs = (send: (event: RegistrationEvent) => void): AddressActs => ({
  onType: (field, value) => send({ type: 'registration.typed', form: 'address', field, value }),
  onLeave: field => send({ type: 'registration.left', name: `address.${field}` }),
  onChooseCountry: (id, name) => send({ type: 'registration.chooseCountry', id, name }),
  onChooseRegion: (id, name) => send({ type: 'registration.chooseRegion', id, name }),
  onRetry: () => send({ type: 'registration.retry' }),
})
