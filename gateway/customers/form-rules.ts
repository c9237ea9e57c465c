import type { AddressFields } from '#contract/address'
import type { ContactPerson } from '#contract/customer'
import { isSecret, mistakeIn, type FieldName } from '#contract/fields'
import { badRequest } from '../requests/refusals.ts'

/**
 * Checks a form field and trims it; passwords are not trimmed.
 *
 * @throws Refused 400 with the same message that the storefront shows under the field
 */
export function checkField(field: FieldName, value: string): string {
  const mistake = mistakeIn(field, value)
  if (mistake !== null) throw badRequest(mistake)
  return isSecret(field) ? value : value.trim()
}

/** @throws Refused 400 naming the first field that breaks a rule */
export const checkContact = ({ firstName, lastName, email, telephone }: ContactPerson): ContactPerson => ({
  firstName: checkField('firstName', firstName),
  lastName: checkField('lastName', lastName),
  email: checkField('email', email),
  telephone: checkField('telephone', telephone),
})

/** @throws Refused 400 naming the first field that breaks a rule */
export const checkAddressFields = (address: AddressFields): AddressFields => ({
  company: checkField('company', address.company ?? ''),
  address1: checkField('address1', address.address1),
  address2: checkField('address2', address.address2 ?? ''),
  city: checkField('city', address.city),
  postCode: checkField('postCode', address.postCode),
  regionId: address.regionId,
  regionName: checkField('region', address.regionName),
  countryId: address.countryId,
  countryName: checkField('country', address.countryName),
})

/** @returns null for a blank value */
export const checkOptionalField = (field: FieldName, value: string | null | undefined): string | null =>
  (value ?? '').trim() === '' ? null : checkField(field, value!)
