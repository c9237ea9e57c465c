import { assign, setup } from 'xstate'
import type { ContactPerson, CustomerInfo } from '#contract/customer'
import { refusalIn, type Refusal } from '#contract/refusal'
import { mistakesOf, type Mistakes } from '../address/address-form.ts'
import { effect } from '../parts/effect.ts'
import type { Move } from '../shop/location.ts'
import type { AccountNews, Opening } from '../shop/opening.ts'
import type { Account, Customer } from '../session/customer.ts'
import { tellShop } from '../parts/tell-shop.ts'

export type PersonField = keyof ContactPerson

/** What a renewed token says, and what the gateway keeps of the customer where that has changed. */
export interface Renewal {
  customer: Customer
  validFor: number
  info: CustomerInfo | null
}

export interface ProfileContext {
  /** What the gateway keeps; null while that is not known. */
  saved: CustomerInfo | null
  /** What was typed over it, to the letter. */
  typed: Partial<ContactPerson>
  /** Fields that were left or typed in. */
  touched: PersonField[]
  /** Why the last try was refused. */
  refusal: Refusal | null
}

export type ProfileEvent =
  | Opening
  | AccountNews
  | { type: 'page.shown' }
  | { type: 'profile.typed'; field: PersonField; value: string }
  | { type: 'profile.blurred'; field: PersonField }
  | { type: 'profile.submit' }
  | { type: 'profile.cancel' }

/** What stands in the form: what was typed, and what is saved where nothing was. */
export const personIn = ({ saved, typed }: Pick<ProfileContext, 'saved' | 'typed'>): ContactPerson => ({
  firstName: typed.firstName ?? saved?.firstName ?? '',
  lastName: typed.lastName ?? saved?.lastName ?? '',
  email: typed.email ?? saved?.email ?? '',
  telephone: typed.telephone ?? saved?.telephone ?? '',
})

/** What is wrong in the form. */
export const profileMistakes = (context: ProfileContext): Mistakes => mistakesOf(personIn(context))

/** The form as it is sent, without blanks around. */
function changeOf(context: ProfileContext): CustomerInfo {
  const { firstName, lastName, email, telephone } = personIn(context)
  return {
    customerId: context.saved?.customerId ?? '',
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
    telephone: telephone.trim(),
  }
}

/** What was typed while the save was under way: all that is not what was saved. */
const typedSince = (typed: ProfileContext['typed'], saved: CustomerInfo | null): ProfileContext['typed'] =>
  Object.fromEntries(Object.entries(typed).filter(([field, text]) => text.trim() !== saved?.[field as PersonField]))

/**
 * Editing the customer's own data.
 *
 * - The form is filled from the account, which may come later; what was typed is never overwritten.
 * - One save is under way at a time; one that fails keeps what was typed, and so is what is typed meanwhile.
 * - What was saved is told to the session, with the claims of the renewed token.
 */
export const profileMachine = setup({
  types: { context: {} as ProfileContext, events: {} as ProfileEvent, tags: {} as 'busy' },
  actors: { saveProfile: effect<Renewal, CustomerInfo>('saveProfile') },
  guards: {
    /** The account is here, and no field has a mistake. */
    isSaveable: ({ context }) => context.saved !== null && Object.keys(profileMistakes(context)).length === 0,
  },
  actions: {
    keepAccount: assign({ saved: (_, account: Account | null) => account?.info ?? null }),
    keepTyped: assign({
      typed: ({ context }, { field, value }: { field: PersonField; value: string }) => ({
        ...context.typed,
        [field]: value,
      }),
    }),
    touch: assign({
      touched: ({ context }, field: PersonField) => [...context.touched.filter(one => one !== field), field],
    }),
    startAgain: assign({ typed: {}, touched: [], refusal: null }),
    keepSaved: assign(({ context }, { info }: Renewal) => {
      const saved = info ?? context.saved
      const typed = typedSince(context.typed, saved)
      return { saved, typed, touched: context.touched.filter(field => field in typed), refusal: null }
    }),
    forgetRefusal: assign({ refusal: null }),
    /** Over a reload it stays: what became of the save is still worth knowing. */
    forgetOldRefusal: assign({
      refusal: ({ context }, move: Move) => (move === 'POP' ? context.refusal : null),
    }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    tellRenewed: tellShop((_, renewal: Renewal) => ({ type: 'session.renewed', ...renewal })),
    celebrate: tellShop({
      type: 'toast.raised',
      toast: { kind: 'success', text: 'Success: Your account has been updated.' },
    }),
    tellReady: tellShop({ type: 'page.ready', page: 'profile' }),
  },
}).createMachine({
  id: 'profile',
  description: "Editing the customer's own data",
  context: { saved: null, typed: {}, touched: [], refusal: null },
  initial: 'filling',
  on: {
    'page.open': { actions: [{ type: 'keepAccount', params: ({ event }) => event.account }, 'tellReady'] },
    'account.changed': { actions: { type: 'keepAccount', params: ({ event }) => event.account } },
    // what is typed while an answer is waited for is kept, too
    'profile.typed': {
      actions: [
        { type: 'keepTyped', params: ({ event }) => event },
        { type: 'touch', params: ({ event }) => event.field },
      ],
    },
    'profile.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    filling: {
      description: 'The form is being filled in',
      initial: 'untried',
      on: {
        'page.open': {
          target: '.untried',
          actions: [
            { type: 'forgetOldRefusal', params: ({ event }) => event.move },
            { type: 'keepAccount', params: ({ event }) => event.account },
            'tellReady',
          ],
        },
        'profile.submit': [
          { guard: 'isSaveable', target: 'saving', actions: 'forgetRefusal' },
          { target: '.tried', actions: 'forgetRefusal' },
        ],
        'profile.cancel': { target: '.untried', actions: 'startAgain' },
      },
      states: {
        untried: { description: 'Mistakes are said of fields that were touched' },
        tried: { description: "'Save' was tried: all mistakes are said" },
      },
    },
    saving: {
      description: 'The gateway is told',
      tags: 'busy',
      invoke: {
        id: 'saveProfile',
        src: 'saveProfile',
        input: ({ context }) => changeOf(context),
        onDone: {
          target: 'filling',
          actions: [
            { type: 'keepSaved', params: ({ event }) => event.output },
            { type: 'tellRenewed', params: ({ event }) => event.output },
            'celebrate',
          ],
        },
        onError: { target: 'filling', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
      },
    },
  },
})
