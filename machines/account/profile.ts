import { meant } from '#contract/fields'
import { assign, setup } from 'xstate'
import type { ContactPerson, CustomerInfo } from '#contract/customer'
import { refusalIn, type Refusal } from '#contract/refusal'
import { fieldErrors, type ErrorsByField } from '../parts/field-errors.ts'
import { effect } from '../parts/effect.ts'
import { clearRefusalUnlessGoingBack, refusalActions, submissionStates, touch } from '../parts/form.ts'
import type { AccountChange, PageOpening } from '../messages/page-opening.ts'
import type { Account, Customer } from '../messages/customer.ts'
import { tellShop } from '../messages/tell-shop.ts'

export type PersonField = keyof ContactPerson

/** The claims of a renewed token. `info` is null if the customer's data did not change. */
export interface Renewal {
  customer: Customer
  validFor: number
  info: CustomerInfo | null
}

/** The result of a save. `pendingEmail` is the email address that waits for its mailed link to be opened. */
export interface ProfileRenewal extends Renewal {
  pendingEmail?: string | null
}

export interface ProfileContext {
  /** The customer's data at the gateway, as the session reported it last; null until it is read. The save needs it. */
  saved: CustomerInfo | null
  /** Unsaved values, exactly as typed. */
  typed: Partial<ContactPerson>
  /** Fields that were typed in or lost focus. */
  touched: PersonField[]
  /** Why the gateway refused the last submission. */
  refusal: Refusal | null
  /** The new email address that a link was mailed to; null without one. */
  pendingEmail: string | null
}

export type ProfileEvent =
  | PageOpening
  | AccountChange
  | { type: 'page.shown' }
  | { type: 'profile.typed'; field: PersonField; value: string }
  | { type: 'profile.blurred'; field: PersonField }
  | { type: 'profile.submit' }
  | { type: 'profile.cancel' }

/** The values in the form: typed, or saved for fields that were not typed in. */
export const personIn = ({ saved, typed }: Pick<ProfileContext, 'saved' | 'typed'>): ContactPerson => ({
  firstName: typed.firstName ?? saved?.firstName ?? '',
  lastName: typed.lastName ?? saved?.lastName ?? '',
  email: typed.email ?? saved?.email ?? '',
  telephone: typed.telephone ?? saved?.telephone ?? '',
})

/** The errors in the form. */
export function profileErrors(context: ProfileContext): ErrorsByField {
  const { email, ...person } = personIn(context)
  // an address of before the rule is no reason to refuse another name
  return fieldErrors(email === context.saved?.email ? person : { ...person, email })
}

/** The request body. Values are trimmed. */
function changeOf(context: ProfileContext): CustomerInfo {
  const { firstName, lastName, email, telephone } = personIn(context)
  return {
    customerId: context.saved?.customerId ?? '',
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: meant('email', email),
    telephone: meant('telephone', telephone),
  }
}

/** The values that differ from the saved ones: those typed while the save was in flight. */
const unsavedOf = (typed: ProfileContext['typed'], saved: CustomerInfo | null): ProfileContext['typed'] =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, text]) => {
      const field = name as PersonField
      return meant(field, text) !== saved?.[field]
    }),
  )

/**
 * Editing the customer's own data.
 *
 * - The form is filled from the account, which may arrive later; typed values are never overwritten.
 * - One save is in flight at a time. Values typed in the meantime are kept, and so is everything if the save fails.
 * - A new email address is saved once its owner opens the mailed link; until then the page names it.
 * - A save is reported to the session, with the claims of the renewed token.
 */
export const profileMachine = setup({
  types: { context: {} as ProfileContext, events: {} as ProfileEvent, tags: {} as 'busy' },
  actors: { saveProfile: effect<ProfileRenewal, CustomerInfo>('saveProfile') },
  guards: {
    /** The account was read, and no field has an error. */
    isSaveable: ({ context }) => context.saved !== null && Object.keys(profileErrors(context)).length === 0,
  },
  actions: {
    storeAccount: assign({ saved: (_, account: Account | null) => account?.info ?? null }),
    storeValue: assign({
      typed: ({ context }, { field, value }: { field: PersonField; value: string }) => ({
        ...context.typed,
        [field]: value,
      }),
    }),
    touch: touch<ProfileContext, ProfileEvent, PersonField>(),
    discardChanges: assign({ typed: {}, touched: [], refusal: null }),
    storeSaved: assign(({ context }, { info, pendingEmail = null }: ProfileRenewal) => {
      const saved = info ?? context.saved
      const { email, ...others } = unsavedOf(context.typed, saved)
      const typed = email === undefined || meant('email', email) === pendingEmail ? others : { ...others, email }
      return { saved, typed, touched: context.touched.filter(field => field in typed), refusal: null, pendingEmail }
    }),
    ...refusalActions<ProfileContext, ProfileEvent>(),
    clearRefusalUnlessGoingBack: clearRefusalUnlessGoingBack<ProfileContext, ProfileEvent>(),
    reportRenewal: tellShop((_, { customer, validFor, info }: ProfileRenewal) => ({
      type: 'session.renewed',
      customer,
      validFor,
      info,
    })),
    announceSaved: tellShop({
      type: 'toast.raised',
      toast: { kind: 'success', text: 'Success: Your account has been updated.' },
    }),
    reportReady: tellShop({ type: 'page.ready', page: 'profile' }),
  },
}).createMachine({
  id: 'profile',
  description: "Editing the customer's own data",
  context: { saved: null, typed: {}, touched: [], refusal: null, pendingEmail: null },
  initial: 'form',
  on: {
    'page.open': { actions: [{ type: 'storeAccount', params: ({ event }) => event.account }, 'reportReady'] },
    'account.changed': { actions: { type: 'storeAccount', params: ({ event }) => event.account } },
    // typing is possible while a save is in flight
    'profile.typed': {
      actions: [
        { type: 'storeValue', params: ({ event }) => event },
        { type: 'touch', params: ({ event }) => event.field },
      ],
    },
    'profile.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    form: {
      description: 'The shopper fills in the form',
      initial: 'unsubmitted',
      on: {
        'page.open': {
          target: '.unsubmitted',
          actions: [
            { type: 'clearRefusalUnlessGoingBack', params: ({ event }) => event.move },
            { type: 'storeAccount', params: ({ event }) => event.account },
            'reportReady',
          ],
        },
        'profile.submit': [
          { guard: 'isSaveable', target: 'saving', actions: 'clearRefusal' },
          { target: '.submitted', actions: 'clearRefusal' },
        ],
        'profile.cancel': { target: '.unsubmitted', actions: 'discardChanges' },
      },
      states: submissionStates,
    },
    saving: {
      description: 'The change is being sent',
      tags: 'busy',
      invoke: {
        id: 'saveProfile',
        src: 'saveProfile',
        input: ({ context }) => changeOf(context),
        onDone: {
          target: 'form',
          actions: [
            { type: 'storeSaved', params: ({ event }) => event.output },
            { type: 'reportRenewal', params: ({ event }) => event.output },
            'announceSaved',
          ],
        },
        onError: { target: 'form', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
      },
    },
  },
})
