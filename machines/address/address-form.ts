import type { AddressFields, StoreRegion } from '#contract/address'
import { meant } from '#contract/fields'
import { fieldErrors, type ErrorsByField } from '../parts/field-errors.ts'
import { hasSameFields } from '../parts/same-fields.ts'

/** An address in a form: all fields are text, ids are null until chosen. */
export interface AddressForm {
  company: string
  address1: string
  address2: string
  city: string
  postCode: string
  regionId: number | null
  regionName: string
  countryId: number | null
  countryName: string
}

/** The fields of an address that are typed; country and region are chosen. */
export const typedAddressFields = ['company', 'address1', 'address2', 'city', 'postCode'] as const
export type TypedAddressField = (typeof typedAddressFields)[number]

export const emptyAddress: AddressForm = {
  company: '',
  address1: '',
  address2: '',
  city: '',
  postCode: '',
  regionId: null,
  regionName: '',
  countryId: null,
  countryName: '',
}

/** An untouched form, with the store's country and region if they are known. */
export const startAddress = (storeRegion: StoreRegion | null | undefined): AddressForm => ({
  ...emptyAddress,
  ...storeRegion,
})

/** Whether a form is untouched: nothing was typed or chosen. */
export const isStartAddress = (form: AddressForm, storeRegion: StoreRegion | null | undefined): boolean =>
  [emptyAddress, startAddress(storeRegion)].some(start => hasSameFields(start, form))

/** A saved address as a form shows it. */
export const formOf = (address: AddressFields): AddressForm => ({
  company: address.company ?? '',
  address1: address.address1,
  address2: address.address2 ?? '',
  city: address.city,
  postCode: address.postCode,
  regionId: address.regionId,
  regionName: address.regionName,
  countryId: address.countryId,
  countryName: address.countryName,
})

/** The errors of an address. */
export const addressErrors = (form: AddressForm): ErrorsByField =>
  fieldErrors({
    company: form.company,
    country: form.countryId === null ? '' : form.countryName,
    region: form.regionId === null ? '' : form.regionName,
    address1: form.address1,
    address2: form.address2,
    city: form.city,
    postCode: form.postCode,
  })

/** The address as it is sent, with trimmed texts; only for a form without errors. */
export function addressIn(form: AddressForm): AddressFields {
  const company = meant('company', form.company)
  const address2 = meant('address2', form.address2)
  return {
    ...(company && { company }),
    address1: form.address1.trim(),
    ...(address2 && { address2 }),
    city: form.city.trim(),
    postCode: meant('postCode', form.postCode),
    regionId: form.regionId ?? 0,
    regionName: form.regionName,
    countryId: form.countryId ?? 0,
    countryName: form.countryName,
  }
}
