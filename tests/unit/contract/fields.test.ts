import { describe, expect, test } from 'vitest'
import { isEmail, fieldError, type FieldName } from '#contract/fields'

describe('a field', () => {
  // Specification: 5.9, 5.10, 5.11, 5.13, 5.19, 5.20, 5.21, 5.22, 5.23
  test.each<[FieldName, string]>([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Email is required'],
    ['telephone', 'Phone number is required'],
    ['address1', 'Address 1 is required'],
    ['city', 'Suburb/City is required'],
    ['postCode', 'Post code is required'],
    ['region', 'Region/State is required'],
    ['country', 'Country is required'],
  ])('%s says "%s" when it is empty or blank', (field, message) => {
    expect(fieldError(field, '')).toBe(message)
    expect(fieldError(field, '   ')).toBe(message)
  })

  // Specification: 5.25
  test.each<FieldName>(['company', 'address2', 'comment'])('%s may be empty', field => {
    expect(fieldError(field, '')).toBeNull()
  })

  // Specification: 5.14, 9.23, S.1.20
  test('requires a minimum length for a phone number', () => {
    expect(fieldError('telephone', '1234567')).toBe('Phone number must be at least 8 characters')
    expect(fieldError('telephone', '12345678')).toBeNull()
  })

  // Specification: 5.31
  test('accepts names in any script, up to 100 characters', () => {
    expect(fieldError('lastName', '阮')).toBeNull()
    expect(fieldError('lastName', 'x'.repeat(101))).toBe('Last name must be at most 100 characters')
  })
})

describe('an email address', () => {
  // Specification: 5.33
  test.each(['a@b.co', 'mai.tran+shop@example.com.au', `${'x'.repeat(64)}@example.com`])('may be %s', address => {
    expect(isEmail(address)).toBe(true)
  })
  // Specification: 5.12, 5.31, 5.32, 5.33
  test.each([
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b..c',
    `${'x'.repeat(65)}@example.com`,
    `a@${'b'.repeat(250)}.com`,
  ])('is not %s', address => expect(isEmail(address)).toBe(false))
})
