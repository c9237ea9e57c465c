import { describe, expect, test } from 'vitest'
import type { AddressChange, NewAddress } from '#contract/address-book'
import {
  editedAddressErrors,
  addressFormOf,
  pickedId,
  type AddressesContext,
  type AddressesEvent,
} from '#machines/account/addresses-setup'
import type { PlacesContext } from '#machines/address/places'
import { address, lost, refused, settings } from '../../kit/outcomes.ts'
import { account, goesTo, openAsCustomer, start } from '../../kit/customer-data.ts'

const billing = '/manage-account/modify-address'
const delivery = '/manage-account/modify-delivery-address'
const second = { ...address, addressId: 'address-2', address1: '40 Rowe Street', company: 'Plum' }
const two = { ...start, account: { ...account, addresses: [...account.addresses, second] } }

async function openAddresses(path: string, beginning: object | null = two) {
  const shop = await openAsCustomer(path, beginning)
  const seen = () => shop.at<{ context: AddressesContext; value: unknown }>('addresses')
  const does = (event: AddressesEvent) => shop.send('addresses', event)
  return {
    ...shop,
    seen,
    does,
    form: () => addressFormOf(seen().context),
    types: (field: 'address1' | 'city' | 'company', value: string) => does({ type: 'addresses.typed', field, value }),
    places: () => shop.at<{ context: PlacesContext }>('addresses/addressPlaces').context,
    created: () => shop.waiting('createAddress').map(one => one.input as NewAddress),
    updated: () => shop.waiting('updateAddress').map(one => one.input as AddressChange),
    async submits() {
      does({ type: 'addresses.submit' })
      await shop.settled()
    },
  }
}
type Addresses = Awaited<ReturnType<typeof openAddresses>>

function fillsIn({ does }: Addresses) {
  does({ type: 'addresses.chooseCountry', id: 1, name: 'Australia' })
  does({ type: 'addresses.chooseRegion', id: 1, name: 'New South Wales' })
  for (const [field, value] of Object.entries({ address1: ' 7 Marsden Road ', city: 'Ermington', postCode: '2115' }))
    does({ type: 'addresses.typed', field: field as 'city', value })
}

describe('a new address', () => {
  const lostTwice = async (page: Addresses) => {
    page.does({ type: 'addresses.add' })
    fillsIn(page)
    await page.submits()
    const [first] = page.created()
    await page.refuses('createAddress', lost)
    return first!
  }

  // a reloaded page is open before the settings are known
  test.each(['before', 'after'])(
    'starts with the store’s country and region if they are known %s the page',
    async when => {
      const { countryId, countryName, regionId, regionName } = address
      const storeRegion = { countryId, countryName, regionId, regionName }
      const beginning = { ...two, settings: { ...settings, storeRegion } }
      const page = await openAddresses(delivery, when === 'before' ? beginning : null)
      if (when === 'after') await page.answers('begin', beginning)
      page.does({ type: 'addresses.add' })
      await page.settled()
      expect(page.form()).toMatchObject(storeRegion)
      expect(page.places()).toMatchObject({ countryId, regionId })
    },
  )

  test('is sent again with the same key if its answer was lost', async () => {
    const page = await openAddresses(delivery)
    const first = await lostTwice(page)
    expect(first.requestId).toBe('visit/address/1')
    await page.submits()
    expect(page.created()).toEqual([first])
  })

  test('is another one with another key if it was changed since, refused, or saved', async () => {
    const page = await openAddresses(delivery)
    const first = await lostTwice(page)
    page.types('address1', '9 Marsden Road')
    await page.submits()
    const [second] = page.created()
    expect(second!.requestId).not.toBe(first.requestId)
    await page.refuses('createAddress', refused)
    await page.submits()
    const [third] = page.created()
    expect(third!.requestId).not.toBe(second!.requestId)
    await page.answers('createAddress', { ...address, addressId: 'address-9' })
    page.does({ type: 'addresses.add' })
    fillsIn(page)
    page.types('address1', '9 Marsden Road')
    await page.submits()
    expect(page.created()[0]!.requestId).not.toBe(third!.requestId)
  })
})

describe('the billing address', () => {
  test('is filled from the account, with its regions and suburbs', async () => {
    const page = await openAddresses(billing)
    expect(page.form()).toMatchObject({
      address1: '88 Lantern Lane',
      company: '',
      regionId: 1,
      countryName: 'Australia',
    })
    expect(page.places()).toMatchObject({ countryId: 1, regionId: 1 })
    expect(page.waiting('readRegions/ask').map(one => one.input)).toEqual([{ countryId: 1 }])
    expect(page.waiting('readSuburbs/ask').map(one => one.input)).toEqual([{ regionId: 1 }])
  })

  test('may arrive later and never overwrites typed values', async () => {
    const page = await openAddresses(billing, null)
    page.types('address1', '1 New Street')
    await page.answers('begin', two)
    expect(page.form()).toMatchObject({ address1: '1 New Street', city: 'Eastwood', regionId: 1 })
    expect(page.places()).toMatchObject({ countryId: 1, regionId: 1 })
  })

  test('is sent once for two clicks, with null for cleared optional fields', async () => {
    const page = await openAddresses(billing)
    page.types('address1', ' 1 New Street ')
    await page.submits()
    await page.submits()
    expect(page.updated()).toEqual([
      { ...address, addressId: 'address-1', address1: '1 New Street', company: null, address2: null, use: 'billing' },
    ])
  })

  // Specification: 4.26
  test('is reported to the session and announced after a save', async () => {
    const page = await openAddresses(billing)
    page.types('address1', '1 New Street')
    await page.submits()
    const saved = { ...account.addresses[0]!, address1: '1 New Street' }
    await page.answers('updateAddress', saved)
    expect(page.account()).toMatchObject({
      addresses: [saved, second],
      billingId: 'address-1',
      deliveryId: 'address-1',
    })
    expect(page.said).toEqual([{ kind: 'success', text: 'Success: Your address has been saved.' }])
    expect(page.seen().context.drafts.billing).toEqual({ values: {}, touched: [] })
    expect(page.form().address1).toBe('1 New Street')
  })

  test('is created if the customer has none', async () => {
    const none = { ...start, account: { ...account, addresses: [], billingId: null, deliveryId: null } }
    const page = await openAddresses(billing, none)
    fillsIn(page)
    await page.submits()
    expect(page.created()).toMatchObject([{ address1: '7 Marsden Road', firstName: 'Mai', use: 'billing' }])
    await page.answers('createAddress', { ...address, addressId: 'address-9' })
    expect(page.account()).toMatchObject({ billingId: 'address-9', deliveryId: null })
  })

  test.each([
    ['a refusal', refused],
    ['a lost answer', lost],
  ])('keeps the form after %s, shows the error, and can be sent again', async (_name, refusal) => {
    const page = await openAddresses(billing)
    page.types('address1', '1 New Street')
    await page.submits()
    await page.refuses('updateAddress', refusal)
    expect(page.seen().context.refused).toEqual({ page: 'billing', refusal })
    expect(page.form().address1).toBe('1 New Street')
    await page.submits()
    expect(page.updated()).toHaveLength(1)
  })

  test('keeps values that are typed and chosen during a save, to be saved next', async () => {
    const page = await openAddresses(billing)
    page.types('address1', '1 New Street')
    await page.submits()
    page.types('city', 'Ermington')
    page.does({ type: 'addresses.chooseRegion', id: 2, name: 'Victoria' })
    await page.answers('updateAddress', { ...account.addresses[0]!, address1: '1 NEW STREET' })
    expect(page.form()).toMatchObject({ address1: '1 NEW STREET', city: 'Ermington', regionName: 'Victoria' })
    expect(page.places().regionId).toBe(2)
  })

  test('with an error is not sent; the error is shown', async () => {
    const page = await openAddresses(billing)
    page.types('address1', ' ')
    await page.submits()
    expect(page.seen().value).toEqual({ form: 'submitted' })
    expect(editedAddressErrors(page.seen().context)).toEqual({ address1: 'Address 1 is required' })
    expect(page.updated()).toEqual([])
  })

  test('needs a region of the chosen country', async () => {
    const page = await openAddresses(billing)
    page.does({ type: 'addresses.chooseCountry', id: 2, name: 'New Zealand' })
    expect(editedAddressErrors(page.seen().context)).toEqual({ region: 'Region/State is required' })
    expect(page.places()).toMatchObject({ countryId: 2, regionId: null, regions: [] })
    page.does({ type: 'addresses.cancel' })
    expect(page.places()).toMatchObject({ countryId: 1, regionId: 1 })
  })
})

describe('the delivery addresses', () => {
  test('are a list in which the selected one is picked', async () => {
    const page = await openAddresses(delivery)
    expect(page.seen().value).toBe('list')
    expect(pickedId(page.seen().context)).toBe('address-1')
  })

  test('another one is selected by submitting the list', async () => {
    const page = await openAddresses(delivery)
    page.does({ type: 'addresses.pick', addressId: 'address-2' })
    expect(page.account().deliveryId).toBe('address-1')
    await page.submits()
    expect(page.updated()).toEqual([{ ...second, use: 'delivery' }])
    await page.answers('updateAddress', second)
    expect(page.account()).toMatchObject({ deliveryId: 'address-2', billingId: 'address-1' })
    expect(page.said.map(({ text }) => text)).toEqual(['Success: Your address has been saved.'])
  })

  // Specification: 4.25
  test('a new one is appended and selected, and the list is shown again', async () => {
    const page = await openAddresses(delivery)
    page.does({ type: 'addresses.add' })
    expect(page.form()).toMatchObject({ address1: '', countryId: null })
    fillsIn(page)
    await page.submits()
    const { firstName, lastName, telephone } = account.info
    const typed = { ...address, address1: '7 Marsden Road', city: 'Ermington', postCode: '2115' }
    const requestId = 'visit/address/1'
    expect(page.created()).toEqual([{ ...typed, firstName, lastName, telephone, use: 'delivery', requestId }])
    await page.answers('createAddress', { ...typed, addressId: 'address-3' })
    expect(page.account().addresses.map(({ addressId }) => addressId)).toEqual(['address-1', 'address-2', 'address-3'])
    expect(page.account().deliveryId).toBe('address-3')
    expect(page.seen().value).toBe('list')
  })

  // Specification: 4.26
  test('an edited one is replaced and selected', async () => {
    const page = await openAddresses(delivery)
    page.does({ type: 'addresses.edit', addressId: 'address-2' })
    page.types('company', '')
    await page.submits()
    expect(page.updated()).toMatchObject([{ addressId: 'address-2', company: null, use: 'delivery' }])
    await page.answers('updateAddress', { ...second, company: '' })
    expect(page.account()).toMatchObject({ deliveryId: 'address-2' })
    expect(page.account().addresses[1]).toMatchObject({ company: '' })
  })

  test('outside the delivery area are refused, and the form is kept', async () => {
    const page = await openAddresses(delivery)
    page.does({ type: 'addresses.add' })
    fillsIn(page)
    await page.submits()
    const refusal = { ...refused, status: 422, message: 'We do not deliver to Ermington.' }
    await page.refuses('createAddress', refusal)
    expect(page.seen().context.refused).toEqual({ page: 'delivery', refusal })
    expect(page.form()).toMatchObject({ city: 'Ermington', regionName: 'New South Wales' })
  })

  test('cancelling a form shows the list again with the same pick', async () => {
    const page = await openAddresses(delivery)
    page.does({ type: 'addresses.pick', addressId: 'address-2' })
    page.does({ type: 'addresses.add' })
    page.types('address1', '7 Marsden Road')
    page.does({ type: 'addresses.cancel' })
    expect(page.seen().value).toBe('list')
    expect(pickedId(page.seen().context)).toBe('address-2')
    page.does({ type: 'addresses.add' })
    expect(page.form().address1).toBe('')
  })

  test('and the billing address have separate drafts', async () => {
    const page = await openAddresses(delivery)
    page.does({ type: 'addresses.add' })
    page.types('city', 'Ermington')
    await goesTo(page, billing)
    expect(page.form().city).toBe('Eastwood')
    page.types('city', 'Denistone')
    await goesTo(page, delivery)
    expect(page.form()).toMatchObject({ city: 'Ermington', countryId: null })
    expect(page.places()).toMatchObject({ countryId: null, regionId: null })
    await goesTo(page, billing)
    expect(page.form().city).toBe('Denistone')
    expect(page.places()).toMatchObject({ countryId: 1, regionId: 1 })
    page.does({ type: 'addresses.cancel' })
    expect(page.form().city).toBe('Eastwood')
    await goesTo(page, delivery)
    expect(page.form().city).toBe('Ermington')
  })

  test('are saved for deliveries, also if the other page is opened before the answer', async () => {
    const page = await openAddresses(delivery)
    page.does({ type: 'addresses.pick', addressId: 'address-2' })
    await page.submits()
    await goesTo(page, billing)
    await page.answers('updateAddress', second)
    expect(page.account()).toMatchObject({ deliveryId: 'address-2', billingId: 'address-1' })
    expect(page.seen().value).toEqual({ form: 'unsubmitted' })
  })
})
