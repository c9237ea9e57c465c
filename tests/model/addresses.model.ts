import { raise, type AnyEventObject, type AnyMachineSnapshot } from 'xstate'
import type { Address } from '#contract/address'
import { addressesMachine } from '#machines/account/addresses'
import { editedAddressErrors, addressFormOf, type AddressesContext } from '#machines/account/addresses-setup'
import { effect } from '#machines/parts/effect'
import type { Location, Move } from '#contract/location'
import { withAddress, type Account } from '#machines/messages/customer'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { accountFor, address, mai, refused, savedAddress, settings } from '../kit/outcomes.ts'

const home = { ...savedAddress, addressId: 'address-2', address1: '1 Plum Street' }

/** An account with addresses; the first one is selected for billing and delivery. */
export const account: Account = { ...accountFor(mai), addresses: [savedAddress, home] }

/** A customer without an address. */
const newcomer: Account = { ...accountFor(mai), addresses: [], billingId: null, deliveryId: null }

const pages = { billing: '/manage-account/modify-address', delivery: '/manage-account/modify-delivery-address' }

const opens = (page: keyof typeof pages, move: Move, known: Account | null) => {
  const location: Location = { pathname: pages[page], search: '', hash: '', state: null, key: page }
  return { type: 'page.open', location, move, visitId: 'visit', account: known }
}
const becomes = (known: Account | null): AnyEventObject => ({ type: 'account.changed', account: known })

const contextOf = (state: AnyMachineSnapshot) => state.context as AddressesContext

const city = (value: string) => ({ type: 'addresses.typed', field: 'city', value })
const third = { ...savedAddress, addressId: 'address-3', address1: '5 Tea Alley' }
const noCountry = { type: 'addresses.chooseCountry', id: null, name: '' }
const country = { type: 'addresses.chooseCountry', id: 1, name: address.countryName }
const region = { type: 'addresses.chooseRegion', id: 1, name: address.regionName }

/** The values of the form; a walk fills in the next one. */
const filling = [
  ['city', city(address.city)],
  ['country', country],
  ['region', region],
  ['address1', { type: 'addresses.typed', field: 'address1', value: address.address1 }],
  ['postCode', { type: 'addresses.typed', field: 'postCode', value: address.postCode }],
] as const

const nextToFill = (context: AddressesContext): AnyEventObject[] => {
  const wrong = editedAddressErrors(context)
  return filling
    .filter(([field]) => field in wrong)
    .map(([, event]) => event)
    .slice(0, 1)
}

const machine = withoutParent(addressesMachine, ['reportReady', 'announceSaved']).provide({
  // the places machine has its own model
  actors: { places: effect('places') },
  actions: {
    // the session stores the address and reports it at once
    reportSaved: raise(({ context }: { context: AddressesContext }, saved: Address) => ({
      type: 'account.changed',
      account: withAddress(context.account!, saved, context.sent.page),
    })),
  },
} as never)

const key = (state: AnyMachineSnapshot) => {
  const context = contextOf(state)
  const { account: known, page, subject, drafts, picked, place, sent, refused: no } = context
  const { city: town, regionId } = addressFormOf(context)
  return JSON.stringify([
    state.value,
    known && [known.addresses.length, known.billingId, known.deliveryId],
    [page, subject, picked, state.hasTag('busy') && [sent.page, sent.values.city], no?.page],
    // the city represents all fields that lose focus
    [drafts.billing, drafts.delivery].map(({ touched }) => touched.includes('city')),
    [place, town, regionId, Object.keys(editedAddressErrors(context))],
  ])
}

/** The gateway's answers to a save in flight. */
const outcomesOf = ({ account: known, sent, picked }: AddressesContext) => [
  done('createAddress', sent.page === 'billing' ? savedAddress : third),
  done('updateAddress', sent.page === 'billing' ? savedAddress : home),
  done(
    'selectAddress',
    known?.addresses.find(({ addressId }) => addressId === (picked ?? known.deliveryId)),
  ),
  ...['createAddress', 'updateAddress', 'selectAddress'].map(id => fails(id, refused)),
]

/** The form of the billing address: a saved one or the first one. */
export const billingModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const context = contextOf(state)
    const { account: known, place } = context
    if (known === null) return [opens('billing', 'PUSH', null), becomes(account), becomes(newcomer)]
    return [
      opens('billing', 'PUSH', known),
      ...nextToFill(context),
      ...(known.billingId === null ? [] : [city('')]),
      { type: 'addresses.blurred', field: 'city' },
      ...(place.countryId === null ? [] : [noCountry]),
      { type: 'addresses.retry' },
      { type: 'addresses.submit' },
      { type: 'addresses.cancel' },
      ...outcomesOf(context),
    ]
  },
  key,
}

/** The delivery addresses, and navigation between the two pages. */
export const deliveryModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const context = contextOf(state)
    const { account: known, subject } = context
    if (known === null) return [opens('delivery', 'PUSH', account), { type: 'settings.changed', settings }]
    return [
      opens('delivery', 'PUSH', known),
      opens('delivery', 'POP', known),
      opens('billing', 'PUSH', known),
      { type: 'addresses.pick', addressId: home.addressId },
      { type: 'addresses.edit', addressId: home.addressId },
      { type: 'addresses.edit', addressId: 'gone' },
      { type: 'addresses.add' },
      ...(subject === 'new' ? nextToFill(context) : []),
      { type: 'addresses.submit' },
      { type: 'addresses.cancel' },
      ...outcomesOf(context),
    ]
  },
  key,
}
