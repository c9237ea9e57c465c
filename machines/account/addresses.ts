import { assign, enqueueActions, sendTo, setup } from 'xstate'
import type { Address, AddressChange, AddressUse, NewAddress } from '#contract/address'
import { refusalIn, type Refusal } from '#contract/refusal'
import {
  addressIn,
  addressMistakes,
  emptyAddress,
  formOf,
  type AddressForm,
  type Mistakes,
  type TypedAddressField,
} from '../address/address-form.ts'
import { effect } from '../parts/effect.ts'
import { pageOf, type Move } from '../shop/location.ts'
import type { AccountNews, Opening } from '../shop/opening.ts'
import { placesMachine } from '../address/places.ts'
import type { Account } from '../session/customer.ts'
import { tellShop } from '../parts/tell-shop.ts'

/** A field of an address as its form names it. */
export type AddressFieldName = TypedAddressField | 'country' | 'region'

/** What was typed and chosen over a saved address, and which fields were left, typed in or chosen. */
export interface Draft {
  values: Partial<AddressForm>
  touched: AddressFieldName[]
}

export interface AddressesContext {
  /** Null while it is not known. */
  account: Account | null
  /** Which page is shown: it is named by what its addresses are for. */
  page: AddressUse
  /** What the delivery page edits: a saved address by its id, a new one, or none, and then it lists them. */
  subject: { addressId: string } | 'new' | null
  drafts: Record<AddressUse, Draft>
  /** The saved address that is picked out for deliveries; null for the one that is selected already. */
  picked: string | null
  /** What the places' chart was told last. */
  place: { countryId: number | null; regionId: number | null }
  /** What is being saved, or was last, with what its form held that was not saved yet: its answer is told with that. */
  sent: { page: AddressUse; values: Draft['values'] }
  /** Why the last try was refused, on the page that it was made on. */
  refused: { page: AddressUse; refusal: Refusal } | null
}

interface Chosen {
  id: number | null
  name: string
}

export type AddressesEvent =
  | Opening
  | AccountNews
  | { type: 'page.shown' }
  | { type: 'addresses.typed'; field: TypedAddressField; value: string }
  | { type: 'addresses.blurred'; field: AddressFieldName }
  | ({ type: 'addresses.chooseCountry' } & Chosen)
  | ({ type: 'addresses.chooseRegion' } & Chosen)
  | { type: 'addresses.retry' }
  | { type: 'addresses.pick'; addressId: string }
  | { type: 'addresses.edit'; addressId: string }
  | { type: 'addresses.add' }
  | { type: 'addresses.submit' }
  | { type: 'addresses.cancel' }

const noDraft: Draft = { values: {}, touched: [] }

const addressOf = (account: Account | null, addressId: string | null): Address | null =>
  account?.addresses.find(address => address.addressId === addressId) ?? null

/** The saved address that the form is about; null for a new one. */
export function editedAddress({ account, page, subject }: AddressesContext): Address | null {
  if (page === 'billing') return addressOf(account, account?.billingId ?? null)
  return subject === null || subject === 'new' ? null : addressOf(account, subject.addressId)
}

/** What stands in the form: what was typed, and what is saved where nothing was. */
export function addressFormOf(context: AddressesContext): AddressForm {
  const saved = editedAddress(context)
  return {
    ...(saved === null ? emptyAddress : formOf(saved)),
    ...context.drafts[context.page].values,
  }
}

/** What is wrong in the form. */
export const addressesMistakes = (context: AddressesContext): Mistakes => addressMistakes(addressFormOf(context))

/** The address that deliveries go to once the list is saved. */
export const pickedId = ({ account, picked }: AddressesContext): string | null =>
  addressOf(account, picked)?.addressId ?? account?.deliveryId ?? null

/** A new address as it is sent; it is the customer's own, so it has their name. */
function newAddressOf(context: AddressesContext): NewAddress {
  const { firstName, lastName, telephone } = context.account!.info
  return { ...addressIn(addressFormOf(context)), firstName, lastName, telephone, use: context.page }
}

/** A changed address as it is sent; what was emptied is said to be empty. */
const changeOf = (context: AddressesContext): AddressChange => ({
  ...editedAddress(context)!,
  company: null,
  address2: null,
  ...addressIn(addressFormOf(context)),
  use: context.page,
})

const withValues = (context: AddressesContext, values: Partial<AddressForm>, field: AddressFieldName) => {
  const { page, drafts } = context
  const draft = drafts[page]
  const touched = [...draft.touched.filter(one => one !== field), field]
  return { drafts: { ...drafts, [page]: { values: { ...draft.values, ...values }, touched } } }
}

/** What was typed and chosen in a draft since it was sent. */
function draftSince({ values, touched }: Draft, sent: Draft['values']): Draft {
  const fields = (Object.keys(values) as (keyof AddressForm)[]).filter(field => values[field] !== sent[field])
  if (fields.length === 0) return noDraft
  return { values: Object.fromEntries(fields.map(field => [field, values[field]])), touched }
}

/**
 * The customer's addresses: the one that bills, and those that orders can go to.
 *
 * - The form is filled from the account, which may come later; what was typed is never overwritten.
 * - Each of the two pages has its own draft; it is let go when it is saved, or taken back.
 * - One save is under way at a time, and goes on when the other page is opened; one that fails keeps what was typed, and so
 *   is what is typed meanwhile.
 * - A saved address is told to the session with what it is for, which selects it.
 * - Country, region and suburb follow the address that is edited.
 */
export const addressesMachine = setup({
  types: { context: {} as AddressesContext, events: {} as AddressesEvent, tags: {} as 'busy' },
  actors: {
    places: placesMachine,
    createAddress: effect<Address, NewAddress>('createAddress'),
    updateAddress: effect<Address, AddressChange>('updateAddress'),
  },
  guards: {
    /** The page of delivery addresses is open, and the form for none of them. */
    isListAsked: ({ context }) => context.page === 'delivery' && context.subject === null,
    /** The address that comes is for the other page: billing in place of delivery, or the other way round. */
    isOnOtherPage: ({ context }, page: AddressUse) => context.page !== page,
    /** The account is here, and no field of the form has a mistake. */
    isRight: ({ context }) => context.account !== null && Object.keys(addressesMistakes(context)).length === 0,
    /** The form is for an address that is not saved yet, and no field of it has a mistake. */
    isNew: ({ context }) =>
      context.account !== null &&
      editedAddress(context) === null &&
      Object.keys(addressesMistakes(context)).length === 0,
    /** The address that is picked is one of the account. */
    isPicked: ({ context }) => addressOf(context.account, pickedId(context)) !== null,
    /** The address is one of the account. */
    isKnown: ({ context }, addressId: string) => addressOf(context.account, addressId) !== null,
  },
  actions: {
    keepAccount: assign({ account: (_, account: Account | null) => account }),
    turnTo: assign({ page: (_, page: AddressUse) => page }),
    keepTyped: assign(({ context }, { field, value }: { field: TypedAddressField; value: string }) =>
      withValues(context, { [field]: value }, field),
    ),
    touch: assign(({ context }, field: AddressFieldName) => withValues(context, {}, field)),
    chooseCountry: assign(({ context }, { id, name }: Chosen) =>
      withValues(context, { countryId: id, countryName: name, regionId: null, regionName: '' }, 'country'),
    ),
    chooseRegion: assign(({ context }, { id, name }: Chosen) =>
      withValues(context, { regionId: id, regionName: name }, 'region'),
    ),
    /** The places follow the form, whatever has changed it; what they know already is not asked again. */
    tellPlaces: enqueueActions(({ context, enqueue }) => {
      const { countryId, regionId } = addressFormOf(context)
      const isMoved = countryId !== context.place.countryId
      if (isMoved) enqueue.sendTo('addressPlaces', { type: 'places.chooseCountry', countryId })
      if (isMoved ? regionId !== null : regionId !== context.place.regionId)
        enqueue.sendTo('addressPlaces', { type: 'places.chooseRegion', regionId })
      enqueue.assign({ place: { countryId, regionId } })
    }),
    tellRetry: sendTo('addressPlaces', { type: 'places.retry' }),
    pick: assign({ picked: (_, addressId: string) => addressId }),
    edit: assign({
      subject: (_, subject: { addressId: string } | 'new') => subject,
      drafts: ({ context }) => ({ ...context.drafts, delivery: noDraft }),
      refused: null,
    }),
    /** On the delivery page the list is there again, with what was picked out. */
    takeBack: assign(({ context: { page, drafts, subject } }) => ({
      drafts: { ...drafts, [page]: noDraft },
      subject: page === 'delivery' ? null : subject,
      refused: null,
    })),
    dropPick: assign({ picked: null, refused: null }),
    noteSent: assign({
      sent: ({ context: { page, drafts } }) => ({ page, values: drafts[page].values }),
      refused: null,
    }),
    forgetRefusal: assign({ refused: null }),
    /** Over a reload it stays: what became of the save is still worth knowing. */
    forgetOldRefusal: assign({
      refused: ({ context }, move: Move) => (move === 'POP' ? context.refused : null),
    }),
    /** The delivery page shows its list again; the form of the other one stays, with what was typed in the meantime. */
    keepSaved: assign(({ context: { sent, drafts, subject, picked } }) =>
      sent.page === 'delivery'
        ? { drafts: { ...drafts, delivery: noDraft }, subject: null, picked: null }
        : { drafts: { ...drafts, billing: draftSince(drafts.billing, sent.values) }, subject, picked },
    ),
    keepPicked: assign({ picked: null }),
    explain: assign({ refused: ({ context }, refusal: Refusal) => ({ page: context.sent.page, refusal }) }),
    tellSaved: tellShop(({ context }, address: Address) => ({
      type: 'address.saved',
      address,
      use: context.sent.page,
    })),
    celebrate: tellShop({
      type: 'toast.raised',
      toast: { kind: 'success', text: 'Success: Your address has been saved.' },
    }),
    tellReady: tellShop(({ context }) => ({ type: 'page.ready', page: context.page })),
  },
}).createMachine({
  id: 'addresses',
  description: "The customer's addresses",
  context: {
    account: null,
    page: 'billing',
    subject: null,
    drafts: { billing: noDraft, delivery: noDraft },
    picked: null,
    place: { countryId: null, regionId: null },
    sent: { page: 'billing', values: {} },
    refused: null,
  },
  invoke: { id: 'addressPlaces', src: 'places' },
  initial: 'deciding',
  on: {
    'page.open': {
      actions: [
        { type: 'keepAccount', params: ({ event }) => event.account },
        { type: 'turnTo', params: ({ event }) => addressUseIn(event) },
        'tellPlaces',
        'tellReady',
      ],
    },
    'account.changed': {
      actions: [{ type: 'keepAccount', params: ({ event }) => event.account }, 'tellPlaces'],
    },
    'addresses.retry': { actions: 'tellRetry' },
    // what is typed and chosen while an address is being saved is kept, too
    'addresses.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
    'addresses.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
    'addresses.chooseCountry': {
      actions: [{ type: 'chooseCountry', params: ({ event }) => event }, 'tellPlaces'],
    },
    'addresses.chooseRegion': {
      actions: [{ type: 'chooseRegion', params: ({ event }) => event }, 'tellPlaces'],
    },
  },
  states: {
    deciding: {
      description: 'A list, or a form?',
      always: [{ guard: 'isListAsked', target: 'listing' }, { target: 'filling' }],
    },
    listing: {
      description: 'The addresses that orders can go to',
      on: {
        'page.open': {
          target: 'deciding',
          actions: [
            { type: 'keepAccount', params: ({ event }) => event.account },
            { type: 'turnTo', params: ({ event }) => addressUseIn(event) },
            { type: 'forgetOldRefusal', params: ({ event }) => event.move },
            'tellPlaces',
            'tellReady',
          ],
        },
        'addresses.pick': { actions: { type: 'pick', params: ({ event }) => event.addressId } },
        'addresses.edit': {
          guard: { type: 'isKnown', params: ({ event }) => event.addressId },
          target: 'filling',
          actions: [{ type: 'edit', params: ({ event }) => ({ addressId: event.addressId }) }, 'tellPlaces'],
        },
        'addresses.add': { target: 'filling', actions: [{ type: 'edit', params: 'new' }, 'tellPlaces'] },
        'addresses.submit': { guard: 'isPicked', target: 'selecting', actions: 'noteSent' },
        'addresses.cancel': { actions: 'dropPick' },
      },
    },
    filling: {
      description: 'An address is being filled in',
      initial: 'untried',
      on: {
        'page.open': [
          {
            guard: { type: 'isOnOtherPage', params: ({ event }) => addressUseIn(event) },
            target: 'deciding',
            actions: [
              { type: 'keepAccount', params: ({ event }) => event.account },
              { type: 'turnTo', params: ({ event }) => addressUseIn(event) },
              { type: 'forgetOldRefusal', params: ({ event }) => event.move },
              'tellPlaces',
              'tellReady',
            ],
          },
          {
            target: '.untried',
            actions: [
              { type: 'keepAccount', params: ({ event }) => event.account },
              { type: 'forgetOldRefusal', params: ({ event }) => event.move },
              'tellPlaces',
              'tellReady',
            ],
          },
        ],
        'addresses.submit': [
          { guard: 'isNew', target: 'creating', actions: 'noteSent' },
          { guard: 'isRight', target: 'updating', actions: 'noteSent' },
          { target: '.tried', actions: 'forgetRefusal' },
        ],
        'addresses.cancel': { target: 'deciding', actions: ['takeBack', 'tellPlaces'] },
      },
      states: {
        untried: { description: 'Mistakes are said of fields that were touched' },
        tried: { description: "'Save' was tried: all mistakes are said" },
      },
    },
    creating: {
      description: 'A new address is being saved',
      tags: 'busy',
      invoke: {
        id: 'createAddress',
        src: 'createAddress',
        input: ({ context }) => newAddressOf(context),
        onDone: {
          target: 'deciding',
          actions: ['keepSaved', { type: 'tellSaved', params: ({ event }) => event.output }, 'celebrate'],
        },
        onError: { target: 'deciding', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
      },
    },
    updating: {
      description: 'A changed address is being saved',
      tags: 'busy',
      invoke: {
        id: 'updateAddress',
        src: 'updateAddress',
        input: ({ context }) => changeOf(context),
        onDone: {
          target: 'deciding',
          actions: ['keepSaved', { type: 'tellSaved', params: ({ event }) => event.output }, 'celebrate'],
        },
        onError: { target: 'deciding', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
      },
    },
    selecting: {
      description: 'Deliveries are to go to another address',
      tags: 'busy',
      invoke: {
        id: 'selectAddress',
        src: 'updateAddress',
        input: ({ context }) => ({ ...addressOf(context.account, pickedId(context))!, use: 'delivery' as const }),
        onDone: {
          target: 'deciding',
          actions: ['keepPicked', { type: 'tellSaved', params: ({ event }) => event.output }, 'celebrate'],
        },
        onError: { target: 'deciding', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
      },
    },
  },
})

/** Which addresses a page is about. */
function addressUseIn({ location }: Opening): AddressUse {
  return pageOf(location.pathname) === 'delivery' ? 'delivery' : 'billing'
}
