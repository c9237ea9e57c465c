import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { addressesMachine, addressesMistakes, addressFormOf, type AddressesContext } from '#machines/addresses'
import { effect } from '#machines/effect'
import type { Location, Move } from '#machines/location'
import type { Account } from '#machines/session'
import { alone, done, fails, type Model } from './graph.ts'
import { accountFor, address, mai, refused, savedAddress } from './outcomes.ts'

export const home = { ...savedAddress, addressId: 'address-2', address1: '1 Plum Street' }

/** The customer's addresses as the session keeps them, the second of which is where deliveries go. */
export const account: Account = { ...accountFor(mai), addresses: [savedAddress, home], deliveryId: home.addressId }

/** A customer without an address. */
export const newcomer: Account = { ...accountFor(mai), addresses: [], billingId: null, deliveryId: null }

const pages = { billing: '/manage-account/modify-address', delivery: '/manage-account/modify-delivery-address' }

const opens = (page: keyof typeof pages, move: Move, known: Account | null) => {
  const location: Location = { pathname: pages[page], search: '', hash: '', state: null, key: page }
  return { type: 'page.open', location, move, account: known }
}
const becomes = (known: Account | null): AnyEventObject => ({ type: 'account.became', account: known })

const contextOf = (state: AnyMachineSnapshot) => state.context as AddressesContext

const city = (value: string) => ({ type: 'addresses.typed', field: 'city', value })
const country = { type: 'addresses.chooseCountry', id: 1, name: address.countryName }
const region = { type: 'addresses.chooseRegion', id: 1, name: address.regionName }

/** Whatever a form may be filled in with, in the order of its fields; a walk fills in what comes next. */
const filling = [
  ['country', country],
  ['region', region],
  ['address1', { type: 'addresses.typed', field: 'address1', value: address.address1 }],
  ['city', city(address.city)],
  ['postCode', { type: 'addresses.typed', field: 'postCode', value: address.postCode }],
] as const

const nextToFill = (context: AddressesContext): AnyEventObject[] => {
  const wrong = addressesMistakes(context)
  return filling
    .filter(([field]) => field in wrong)
    .map(([, event]) => event)
    .slice(0, 1)
}

const machine = alone(addressesMachine, ['tellReady', 'tellSaved', 'celebrate']).provide({
  // the places have walks of their own
  actors: { places: effect('places') },
} as never)

const key = (state: AnyMachineSnapshot) => {
  const context = contextOf(state)
  const { account: known, page, subject, drafts, picked, place, sent, refused: no } = context
  const { city: town, regionId } = addressFormOf(context)
  return JSON.stringify([
    state.value,
    [known?.addresses.length, page, subject, picked, sent, no?.page],
    [drafts.billing, drafts.delivery].map(({ touched }) => touched.toSorted()),
    [place, town, regionId, Object.keys(addressesMistakes(context))],
  ])
}

const outcomes = ['createAddress', 'updateAddress', 'selectAddress'].flatMap(id => [
  done(id, id === 'selectAddress' ? home : savedAddress),
  fails(id, refused),
])

/** Filling in the address that bills: the one that is saved, or the first one. */
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
      { type: 'addresses.left', field: 'city' },
      ...(place.countryId === null ? [] : [country]),
      { type: 'addresses.retry' },
      { type: 'addresses.submit' },
      { type: 'addresses.cancel' },
      ...outcomes,
    ]
  },
  key,
}

/** Choosing where deliveries go, and the way between the two pages. */
export const deliveryModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const context = contextOf(state)
    const { account: known, subject } = context
    if (known === null) return [opens('delivery', 'PUSH', account)]
    return [
      opens('delivery', 'PUSH', known),
      opens('delivery', 'POP', known),
      opens('billing', 'PUSH', known),
      { type: 'addresses.pick', addressId: savedAddress.addressId },
      { type: 'addresses.edit', addressId: home.addressId },
      { type: 'addresses.edit', addressId: 'gone' },
      { type: 'addresses.add' },
      ...(subject === 'new' ? nextToFill(context) : []),
      { type: 'addresses.submit' },
      { type: 'addresses.cancel' },
      ...outcomes,
    ]
  },
  key,
}
