import type { AddressFields } from '#contract/address'
import type { ContactPerson } from '#contract/customer'
import { isSecret, mistakeIn, type FieldName } from '#contract/fields'
import { badRequest } from '../requests/refusals.ts'

/**
 * What a person typed, without the blanks around it; passwords are taken to the letter.
 *
 * @throws Refused 400, with the same words that stand under the field in the shop
 */
export function checked(field: FieldName, value: string): string {
  const mistake = mistakeIn(field, value)
  if (mistake !== null) throw badRequest(mistake)
  return isSecret(field) ? value : value.trim()
}

/** @throws Refused 400 naming the first field that breaks a rule */
export const trimmedContact = ({ firstName, lastName, email, telephone }: ContactPerson): ContactPerson => ({
  firstName: checked('firstName', firstName),
  lastName: checked('lastName', lastName),
  email: checked('email', email),
  telephone: checked('telephone', telephone),
})

/** @throws Refused 400 naming the first field that breaks a rule */
export const trimmedAddress = (address: AddressFields): AddressFields => ({
  company: checked('company', address.company ?? ''),
  address1: checked('address1', address.address1),
  address2: checked('address2', address.address2 ?? ''),
  city: checked('city', address.city),
  postCode: checked('postCode', address.postCode),
  regionId: address.regionId,
  regionName: checked('region', address.regionName),
  countryId: address.countryId,
  countryName: checked('country', address.countryName),
})

/** @returns null where nothing was said */
export const trimmedOptional = (field: FieldName, value: string | null | undefined): string | null =>
  (value ?? '').trim() === '' ? null : checked(field, value!)
