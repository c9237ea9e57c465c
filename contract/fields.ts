import { plainEmail, plainText } from './typed-text.ts'
import { isBlank } from './visible-text.ts'

/**
 * The fields of forms: labels, limits and messages (section 5). One table serves checkout,
 * registration, account and addresses in the shop, and the gateway's answers to bodies that break a rule.
 */
export type FieldName =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'telephone'
  | 'company'
  | 'address1'
  | 'address2'
  | 'city'
  | 'postCode'
  | 'region'
  | 'country'
  | 'comment'
  | 'note'
  | 'password'
  | 'confirmPassword'
  | 'acceptTerms'

interface Rule {
  label: string
  /** The message when the field is empty; optional fields have none. */
  required?: string
  /** Characters. */
  least?: { length: number; message: string }
  most: number
  pattern?: { test: (value: string) => boolean; message: string }
}

/** A label of a domain: at most 63 letters, digits and hyphens, and no hyphen at its ends. Letters of all scripts. */
const label = String.raw`(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)`
/** Characters that RFC 5322 3.2.3 allows without quotes, and letters of all scripts (RFC 6531). */
const atom = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`
const emailPattern = new RegExp(`^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`, 'u')

/**
 * An address to which a mail server of another host delivers: at most 254 characters in all and 64 before the at sign, as RFC 5321
 * 4.5.3.1 limits them. Quoted local parts, comments and IP addresses are refused, internationalised addresses are not.
 */
export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value)

/** The rule of before `isEmail`: an account may have such an address. */
const accountEmail = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/

/** The error of the address of an account that exists: to log in, or to ask for a reset link. New ones have the stricter rule. */
export const accountEmailError = (value: string): string | null =>
  accountEmail.test(meant('email', value)) && value.length <= fields.email.most ? null : fieldError('email', value)

/**
 * What a field shows once it has lost the focus: a code, number or address in other digits, letters or notations as it was understood.
 * Blanks at its ends stay.
 */
export const understood = (field: FieldName, value: string): string => {
  const text = meant(field, value)
  return isSecret(field) || text === value.trim() ? value : text
}

/** A value as it is checked and sent, empty without a visible character; the field shows it as it was typed until it loses the focus. */
export const meant = (field: FieldName, value: string): string => {
  if (isSecret(field)) return value
  if (isBlank(value)) return ''
  if (field === 'email') return plainEmail(value)
  return field === 'postCode' || field === 'telephone' ? plainText(value) : value.trim()
}

/** Labels, limits and messages, field by field. */
export const fields: Record<FieldName, Rule> = {
  firstName: { label: 'First name', required: 'First name is required', most: 100 },
  lastName: { label: 'Last name', required: 'Last name is required', most: 100 },
  email: {
    label: 'Email',
    required: 'Email is required',
    most: 254,
    pattern: { test: isEmail, message: 'Email must be a valid email address' },
  },
  telephone: {
    label: 'Phone',
    required: 'Phone number is required',
    least: { length: 8, message: 'Phone number must be at least 8 characters' },
    most: 100,
  },
  company: { label: 'Company', most: 200 },
  address1: { label: 'Address 1', required: 'Address 1 is required', most: 100 },
  address2: { label: 'Address 2', most: 100 },
  city: { label: 'Suburb/City', required: 'Suburb/City is required', most: 100 },
  postCode: { label: 'Post code', required: 'Post code is required', most: 100 },
  region: { label: 'Region/State', required: 'Region/State is required', most: 100 },
  country: { label: 'Country', required: 'Country is required', most: 100 },
  comment: { label: 'Order comment', most: 1000 },
  note: { label: 'Note for the packer', most: 200 },
  password: {
    label: 'Password',
    required: 'Password is required',
    least: { length: 6, message: 'Password must be at least 6 characters' },
    most: 200,
  },
  confirmPassword: { label: 'Confirm password', required: 'Confirm password is required', most: 200 },
  acceptTerms: { label: 'Accept Privacy Policy', required: 'Accept Privacy Policy is required', most: 3 },
}

/**
 * The error of a value, as a message for the person who typed it.
 *
 * @param value - as typed; surrounding blanks are ignored, except in passwords
 * @returns null without an error
 */
export function fieldError(field: FieldName, value: string): string | null {
  const { label, required, least, most, pattern } = fields[field]
  const text = meant(field, value)
  if (text === '') return required ?? null
  if (least !== undefined && text.length < least.length) return least.message
  if (pattern !== undefined && !pattern.test(text)) return pattern.message
  if (text.length > most) return `${label} must be at most ${most} characters`
  return null
}

/** Passwords are not trimmed or changed, and never get into machines and journals. */
export const isSecret = (field: FieldName): field is 'password' | 'confirmPassword' =>
  field === 'password' || field === 'confirmPassword'

/** The message when a password and its confirmation differ. */
export const mustMatch = 'Passwords must match'
