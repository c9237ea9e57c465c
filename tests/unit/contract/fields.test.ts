import { describe, expect, test } from 'vitest'
import { accountEmailError, fieldError, isEmail, meant, type FieldName } from '#contract/fields'

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

describe('a password', () => {
  test.each<FieldName>(['password', 'confirmPassword'])('is sent with its blanks in the field %s', field => {
    expect(meant(field, ' lime ')).toBe(' lime ')
  })
})

describe('an email address', () => {
  // Specification: 5.31
  test('has up to 254 characters, also if it is that of an account of before the rule', () => {
    const longest = (start: string) => `${start}@${'b.'.repeat(124 - start.length / 2)}com`.padEnd(254, 'm')
    expect(longest('ab')).toHaveLength(254)
    expect([isEmail(longest('ab')), isEmail(`${longest('ab')}m`)]).toEqual([true, false])
    expect(accountEmailError(longest('a..b'))).toBeNull()
    expect(accountEmailError(`${longest('a..b')}m`)).toBe('Email must be a valid email address')
  })
  test('in brackets may have blanks around it', () => {
    expect(meant('email', 'Mai Tran < mai@example.com >')).toBe('mai@example.com')
  })
  test('is refused as it is if it is a mail link that cannot be decoded', () => {
    expect(meant('email', 'mailto:mai%example.com')).toBe('mai%example.com')
    expect(fieldError('email', 'mailto:mai%example.com')).toBe('Email must be a valid email address')
  })
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
