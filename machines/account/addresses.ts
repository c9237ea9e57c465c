import type { AddressUse } from '#contract/address-book'
import { pageOf } from '#contract/paths'
import { refusalIn } from '#contract/refusal'
import type { PageOpening } from '../messages/page-opening.ts'
import { submissionStates } from '../parts/form.ts'
import { addressesSetup, addressOf, changeOf, noDraft, pickedId } from './addresses-setup.ts'

/**
 * The customer's billing address and delivery addresses.
 *
 * - A new address starts with the store's country and region.
 * - The form is filled from the account, which may arrive later; typed values are never overwritten.
 * - Each of the two pages has its own draft, until it is saved or cancelled.
 * - One save is in flight at a time, also while the other page is open. Values typed in the meantime are kept, and so is
 *   everything if the save fails.
 * - An addition whose answer was lost is sent again with the same idempotency key: it is added once.
 * - A saved address is reported to the session with its use, which selects it.
 * - The country, region and suburb lists belong to the address in the form.
 */
export const addressesMachine = addressesSetup.createMachine({
  id: 'addresses',
  description: "The customer's addresses",
  context: {
    visitId: '',
    additions: 0,
    addition: null,
    account: null,
    storeRegion: null,
    page: 'billing',
    subject: null,
    drafts: { billing: noDraft, delivery: noDraft },
    picked: null,
    place: { countryId: null, regionId: null },
    sent: { page: 'billing', values: {} },
    refused: null,
  },
  invoke: { id: 'addressPlaces', src: 'places' },
  initial: 'opened',
  on: {
    'page.open': {
      actions: [
        { type: 'storeOpening', params: ({ event }) => event },
        { type: 'storePage', params: ({ event }) => addressUseIn(event) },
        'sendPlaces',
        'reportReady',
      ],
    },
    'account.changed': {
      actions: [{ type: 'storeAccount', params: ({ event }) => event.account }, 'sendPlaces'],
    },
    'settings.changed': {
      actions: [{ type: 'storeSettings', params: ({ event }) => event.settings }, 'sendPlaces'],
    },
    'addresses.retry': { actions: 'sendRetry' },
    // handled in every state: typing is possible while an address is being saved
    'addresses.typed': { actions: { type: 'storeValue', params: ({ event }) => event } },
    'addresses.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
    'addresses.chooseCountry': {
      actions: [{ type: 'chooseCountry', params: ({ event }) => event }, 'sendPlaces'],
    },
    'addresses.chooseRegion': {
      actions: [{ type: 'chooseRegion', params: ({ event }) => event }, 'sendPlaces'],
    },
  },
  states: {
    opened: {
      description: 'Chooses the list or the form',
      always: [{ guard: 'isListRequested', target: 'list' }, { target: 'form' }],
    },
    list: {
      description: 'The saved delivery addresses',
      on: {
        'page.open': {
          target: 'opened',
          actions: [
            { type: 'storeOpening', params: ({ event }) => event },
            { type: 'storePage', params: ({ event }) => addressUseIn(event) },
            { type: 'clearRefusalUnlessGoingBack', params: ({ event }) => event.move },
            'sendPlaces',
            'reportReady',
          ],
        },
        'addresses.pick': { actions: { type: 'pick', params: ({ event }) => event.addressId } },
        'addresses.edit': {
          guard: { type: 'isSavedAddress', params: ({ event }) => event.addressId },
          target: 'form',
          actions: [{ type: 'edit', params: ({ event }) => ({ addressId: event.addressId }) }, 'sendPlaces'],
        },
        'addresses.add': { target: 'form', actions: [{ type: 'edit', params: 'new' }, 'sendPlaces'] },
        'addresses.submit': { guard: 'isPickSaved', target: 'selecting', actions: 'storeSent' },
        'addresses.cancel': { actions: 'clearPick' },
      },
    },
    form: {
      description: 'The shopper fills in an address',
      initial: 'unsubmitted',
      on: {
        'page.open': [
          {
            guard: { type: 'isOnOtherPage', params: ({ event }) => addressUseIn(event) },
            target: 'opened',
            actions: [
              { type: 'storeOpening', params: ({ event }) => event },
              { type: 'storePage', params: ({ event }) => addressUseIn(event) },
              { type: 'clearRefusalUnlessGoingBack', params: ({ event }) => event.move },
              'sendPlaces',
              'reportReady',
            ],
          },
          {
            target: '.unsubmitted',
            actions: [
              { type: 'storeOpening', params: ({ event }) => event },
              { type: 'clearRefusalUnlessGoingBack', params: ({ event }) => event.move },
              'sendPlaces',
              'reportReady',
            ],
          },
        ],
        'addresses.submit': [
          { guard: 'isNewAddressValid', target: 'creating', actions: ['storeSent', 'storeAddition'] },
          { guard: 'isAddressValid', target: 'updating', actions: 'storeSent' },
          { target: '.submitted', actions: 'clearRefusal' },
        ],
        'addresses.cancel': { target: 'opened', actions: ['discardDraft', 'sendPlaces'] },
      },
      states: submissionStates,
    },
    creating: {
      description: 'A new address is being saved',
      tags: 'busy',
      invoke: {
        id: 'createAddress',
        src: 'createAddress',
        input: ({ context }) => context.addition!,
        onDone: {
          target: 'opened',
          actions: [
            'clearAddition',
            'clearSavedDraft',
            { type: 'reportSaved', params: ({ event }) => event.output },
            'announceSaved',
          ],
        },
        onError: { target: 'opened', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
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
          target: 'opened',
          actions: ['clearSavedDraft', { type: 'reportSaved', params: ({ event }) => event.output }, 'announceSaved'],
        },
        onError: { target: 'opened', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
      },
    },
    selecting: {
      description: 'Another delivery address is being selected',
      tags: 'busy',
      invoke: {
        id: 'selectAddress',
        src: 'updateAddress',
        input: ({ context }) => ({ ...addressOf(context.account, pickedId(context))!, use: 'delivery' as const }),
        onDone: {
          target: 'opened',
          actions: ['clearSavedPick', { type: 'reportSaved', params: ({ event }) => event.output }, 'announceSaved'],
        },
        onError: { target: 'opened', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
      },
    },
  },
})

/** The use of the addresses on a page. */
function addressUseIn({ location }: PageOpening): AddressUse {
  return pageOf(location.pathname) === 'delivery' ? 'delivery' : 'billing'
}
