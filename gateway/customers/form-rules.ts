import type { AddressFields } from '#contract/address'
import type { ContactPerson } from '#contract/customer'
import { fields, isEmail, isSecret, fieldError, meant, type FieldName } from '#contract/fields'
import { badRequest } from '../requests/refusals.ts'

/**
 * Control characters, line and paragraph separators, and characters that change the direction of text: on a label or
 * in a mail they would show something else than was typed.
 */
const misleading = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u
/** The same, but for the line breaks and tabs of a comment. */
const misleadingInComment = /(?![\n\r\t])[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u

/**
 * Characters that make a mail program read another address or a display name, and characters that are not visible
 * (U+2800 is a blank Braille pattern). Stricter than the form: section 5 of the specification fixes that pattern.
 */
const ambiguous = /[<>(),;:"[\]\\\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether mail programs read an email address as exactly this address. */
export const isPlainEmail = (email: string): boolean => isEmail(email) && !ambiguous.test(email)

/**
 * Checks a form field and trims it; passwords are not trimmed.
 *
 * @throws Refused 400 with the same message that the storefront shows under the field, or, for characters that mislead,
 * with one of its own
 */
export function checkField(field: FieldName, value: string): string {
  const error = fieldError(field, value)
  if (error !== null) throw badRequest(error)
  if (isSecret(field)) return value
  // what is invisible inside is refused as it came; at the ends it was pasted along
  const raw = value.replace(
    /^[\s\p{Default_Ignorable_Code_Point}\uFEFF]+|[\s\p{Default_Ignorable_Code_Point}\uFEFF]+$/gu,
    '',
  )
  const text = meant(field, raw)
  if (field === 'email' && !isPlainEmail(raw)) throw badRequest(fields.email.pattern!.message)
  if ((field === 'comment' ? misleadingInComment : misleading).test(raw))
    throw badRequest(`${fields[field].label} contains characters that are not text`)
  return text
}

/** @throws Refused 400 naming the first field that breaks a rule */
export const checkContact = ({ email, ...person }: ContactPerson): ContactPerson => ({
  ...checkPerson(person),
  email: checkField('email', email),
})

/** @throws Refused 400 naming the first field that breaks a rule */
export const checkPerson = ({ firstName, lastName, telephone }: Omit<ContactPerson, 'email'>) => ({
  firstName: checkField('firstName', firstName),
  lastName: checkField('lastName', lastName),
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
  meant(field, value ?? '') === '' ? null : checkField(field, value!)
