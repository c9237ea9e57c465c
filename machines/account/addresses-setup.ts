import { assign, enqueueActions, sendTo, setup } from 'xstate'
import type { Address, StoreRegion } from '#contract/address'
import type { AddressChange, AddressUse, NewAddress } from '#contract/address-book'
import type { Move } from '#contract/location'
import type { Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import {
  addressIn,
  addressErrors,
  formOf,
  startAddress,
  type AddressForm,
  type TypedAddressField,
} from '../address/address-form.ts'
import { placesMachine } from '../address/places.ts'
import type { Account } from '../messages/customer.ts'
import type { AccountChange, PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'
import type { ErrorsByField } from '../parts/field-errors.ts'
import { withTouched } from '../parts/form.ts'

/** A field of an address as its form names it. */
export type AddressFieldName = TypedAddressField | 'country' | 'region'

/** Unsaved changes to an address. `touched` are the fields that were typed in, chosen, or lost focus. */
export interface Draft {
  values: Partial<AddressForm>
  touched: AddressFieldName[]
}

export interface AddressesContext {
  /** Begins the idempotency keys of this visit. */
  visitId: string
  /** How many additions were begun; each has a key of its own. */
  additions: number
  /** The last addition that was sent, while its outcome is unknown: the same address is sent again with the same key. */
  addition: NewAddress | null
  /** As the session reported it last; null until it is read. Guards and requests of this machine need it. */
  account: Account | null
  /** A new address starts with it; null if it is not known. */
  storeRegion: StoreRegion | null
  /** The open page, named by the use of its addresses. */
  page: AddressUse
  /** The address in the form of the delivery page; null if the page shows the list. */
  subject: { addressId: string } | 'new' | null
  drafts: Record<AddressUse, Draft>
  /** The address that the shopper picked for deliveries; null for the currently selected one. */
  picked: string | null
  /** The last country and region sent to the `places` machine. */
  place: { countryId: number | null; regionId: number | null }
  /** The last submission: its page, and the unsaved values of its form. */
  sent: { page: AddressUse; values: Draft['values'] }
  /** Why the gateway refused the last submission, and on which page. */
  refused: { page: AddressUse; refusal: Refusal } | null
}

interface Chosen {
  id: number | null
  name: string
}

export type AddressesEvent =
  | PageOpening
  | AccountChange
  | { type: 'settings.changed'; settings: Settings }
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

export const noDraft: Draft = { values: {}, touched: [] }

export const addressOf = (account: Account | null, addressId: string | null): Address | null =>
  account?.addresses.find(address => address.addressId === addressId) ?? null

/** The saved address in the form; null for a new one. */
export function editedAddress({ account, page, subject }: AddressesContext): Address | null {
  if (page === 'billing') return addressOf(account, account?.billingId ?? null)
  return subject === null || subject === 'new' ? null : addressOf(account, subject.addressId)
}

/** The values in the form: typed or chosen, or saved for untouched fields. */
export function addressFormOf(context: AddressesContext): AddressForm {
  const saved = editedAddress(context)
  return {
    ...(saved === null ? startAddress(context.storeRegion) : formOf(saved)),
    ...context.drafts[context.page].values,
  }
}

/** The errors in the form. */
export const editedAddressErrors = (context: AddressesContext): ErrorsByField => addressErrors(addressFormOf(context))

/** The id of the delivery address after the list is saved. */
export const pickedId = ({ account, picked }: AddressesContext): string | null =>
  addressOf(account, picked)?.addressId ?? account?.deliveryId ?? null

/** The request for a new address, with the customer's name: the unsettled one with its key if it is for the same address. */
function additionOf(context: AddressesContext): Pick<AddressesContext, 'addition' | 'additions'> {
  const { visitId, additions, addition } = context
  const { firstName, lastName, telephone } = context.account!.info
  const request = { ...addressIn(addressFormOf(context)), firstName, lastName, telephone, use: context.page }
  const isSame =
    addition !== null && JSON.stringify({ ...request, requestId: addition.requestId }) === JSON.stringify(addition)
  if (isSame) return { addition, additions }
  return { addition: { ...request, requestId: `${visitId}/address/${additions + 1}` }, additions: additions + 1 }
}

/** The request for a changed address. Optional fields without text are null. */
export const changeOf = (context: AddressesContext): AddressChange => ({
  ...editedAddress(context)!,
  company: null,
  address2: null,
  ...addressIn(addressFormOf(context)),
  use: context.page,
})

const withValues = (context: AddressesContext, values: Partial<AddressForm>, field: AddressFieldName) => {
  const { page, drafts } = context
  const draft = drafts[page]
  const touched = withTouched(draft.touched, field)
  return { drafts: { ...drafts, [page]: { values: { ...draft.values, ...values }, touched } } }
}

/** The values that changed since the draft was sent. */
function draftSince({ values, touched }: Draft, sent: Draft['values']): Draft {
  const fields = (Object.keys(values) as (keyof AddressForm)[]).filter(field => values[field] !== sent[field])
  if (fields.length === 0) return noDraft
  return { values: Object.fromEntries(fields.map(field => [field, values[field]])), touched }
}

/** Types, guards, actions and effects of the addresses machine. */
export const addressesSetup = setup({
  types: { context: {} as AddressesContext, events: {} as AddressesEvent, tags: {} as 'busy' },
  actors: {
    places: placesMachine,
    createAddress: effect<Address, NewAddress>('createAddress'),
    updateAddress: effect<Address, AddressChange>('updateAddress'),
  },
  guards: {
    /** The delivery page is open, and no address is in its form. */
    isListRequested: ({ context }) => context.page === 'delivery' && context.subject === null,
    /** The opened page is not the one that was open before. */
    isOnOtherPage: ({ context }, page: AddressUse) => context.page !== page,
    /** The account was read, and no field has an error. */
    isAddressValid: ({ context }) => context.account !== null && Object.keys(editedAddressErrors(context)).length === 0,
    /** The form is for a new address, and no field has an error. */
    isNewAddressValid: ({ context }) =>
      context.account !== null &&
      editedAddress(context) === null &&
      Object.keys(editedAddressErrors(context)).length === 0,
    /** The picked address is one of the account. */
    isPickSaved: ({ context }) => addressOf(context.account, pickedId(context)) !== null,
    /** The address is one of the account. */
    isSavedAddress: ({ context }, addressId: string) => addressOf(context.account, addressId) !== null,
  },
  actions: {
    storeAccount: assign({ account: (_, account: Account | null) => account }),
    storeSettings: assign({ storeRegion: (_, { storeRegion }: Settings) => storeRegion ?? null }),
    storePage: assign({ page: (_, page: AddressUse) => page }),
    storeOpening: assign((_, { visitId, account, settings }: PageOpening) => ({
      visitId,
      account,
      storeRegion: settings?.storeRegion ?? null,
    })),
    storeAddition: assign(({ context }) => additionOf(context)),
    clearAddition: assign({ addition: null }),
    storeValue: assign(({ context }, { field, value }: { field: TypedAddressField; value: string }) =>
      withValues(context, { [field]: value }, field),
    ),
    touch: assign(({ context }, field: AddressFieldName) => withValues(context, {}, field)),
    chooseCountry: assign(({ context }, { id, name }: Chosen) =>
      withValues(context, { countryId: id, countryName: name, regionId: null, regionName: '' }, 'country'),
    ),
    chooseRegion: assign(({ context }, { id, name }: Chosen) =>
      withValues(context, { regionId: id, regionName: name }, 'region'),
    ),
    /** Sends only what changed since the last time, so that lists are not read again. */
    sendPlaces: enqueueActions(({ context, enqueue }) => {
      const { countryId, regionId } = addressFormOf(context)
      const isMoved = countryId !== context.place.countryId
      if (isMoved) enqueue.sendTo('addressPlaces', { type: 'places.chooseCountry', countryId })
      if (isMoved ? regionId !== null : regionId !== context.place.regionId)
        enqueue.sendTo('addressPlaces', { type: 'places.chooseRegion', regionId })
      enqueue.assign({ place: { countryId, regionId } })
    }),
    sendRetry: sendTo('addressPlaces', { type: 'places.retry' }),
    pick: assign({ picked: (_, addressId: string) => addressId }),
    edit: assign({
      subject: (_, subject: { addressId: string } | 'new') => subject,
      drafts: ({ context }) => ({ ...context.drafts, delivery: noDraft }),
      refused: null,
    }),
    /** The delivery page returns to its list and keeps the pick. */
    discardDraft: assign(({ context: { page, drafts, subject } }) => ({
      drafts: { ...drafts, [page]: noDraft },
      subject: page === 'delivery' ? null : subject,
      refused: null,
    })),
    clearPick: assign({ picked: null, refused: null }),
    storeSent: assign({
      sent: ({ context: { page, drafts } }) => ({ page, values: drafts[page].values }),
      refused: null,
    }),
    clearRefusal: assign({ refused: null }),
    /** The error of a save is still shown after a reload or going back. */
    clearRefusalUnlessGoingBack: assign({
      refused: ({ context }, move: Move) => (move === 'POP' ? context.refused : null),
    }),
    /** The delivery page returns to its list; the billing form keeps values that were typed in the meantime. */
    clearSavedDraft: assign(({ context: { sent, drafts, subject, picked } }) =>
      sent.page === 'delivery'
        ? { drafts: { ...drafts, delivery: noDraft }, subject: null, picked: null }
        : { drafts: { ...drafts, billing: draftSince(drafts.billing, sent.values) }, subject, picked },
    ),
    clearSavedPick: assign({ picked: null }),
    storeRefusal: assign({
      refused: ({ context }, refusal: Refusal) => ({ page: context.sent.page, refusal }),
      addition: ({ context }, refusal) => (refusal.code === 'refused' ? null : context.addition),
    }),
    reportSaved: tellShop(({ context }, address: Address) => ({
      type: 'address.saved',
      address,
      use: context.sent.page,
    })),
    announceSaved: tellShop({
      type: 'toast.raised',
      toast: { kind: 'success', text: 'Success: Your address has been saved.' },
    }),
    reportReady: tellShop(({ context }) => ({ type: 'page.ready', page: context.page })),
  },
})
