import { describe, expect, test } from 'vitest'
import { checkAddressFields, checkContact, checkField, isPlainEmail } from '#gateway/customers/form-rules'
import { homeAddress as home } from '../../kit/home-address.ts'

const mei = { firstName: 'Mei', lastName: 'Lin', email: 'mei@example.com', telephone: '0298765432' }
describe('an email address at the gateway', () => {
  test.each([
    'a<victim@example.com',
    'Visit\u2800evil.example<victim@example.com>',
    'x,victim@example.com',
    'x;y@example.com',
    '"x"@example.com',
    'x(y)@example.com',
    'x:y@example.com',
    'x\\y@example.com',
    'x[1]@example.com',
    'mei\u200b@example.com',
    'mei\u00ad@example.com',
    'mei\ufe0f@example.com',
    'mei\u2800@example.com',
    'mei@example.com,evil.example',
    'mei\u202e@example.com',
  ])('is refused if a mail program can read it as another address: %j', email =>
    expect(() => checkField('email', email)).toThrow('Email must be a valid email address'),
  )
  test.each(['mei+shop@example.com', "o'neil@example.com", 'mei.lin_1@mail.example.com.au', '美@例え.jp'])(
    'is accepted with the usual characters: %s',
    email => expect(checkField('email', ` ${email} `)).toBe(email),
  )
  test('is plain only if it is an address', () => {
    expect(['mei@example.com', 'mei', 'mei@'].filter(isPlainEmail)).toEqual(['mei@example.com'])
  })
})

test('blanks around a password stay', () => {
  expect(checkField('password', ' basil & lime ')).toBe(' basil & lime ')
})

describe('a name or address at the gateway', () => {
  test.each(['A\r\nShip to: B', 'A\tB', 'A\u0007B', 'Fre\u202eerF', 'A\u2066B', 'A\u200fB', 'A\u2028B'])(
    'is refused with misleading characters: %j',
    text => {
      const message = 'contains characters that are not text'
      expect(() => checkContact({ ...mei, firstName: text })).toThrow(`First name ${message}`)
      expect(() => checkContact({ ...mei, telephone: `0298765432${text}` })).toThrow(`Phone ${message}`)
      expect(() => checkAddressFields({ ...home, address1: text })).toThrow(`Address 1 ${message}`)
      expect(() => checkAddressFields({ ...home, company: text })).toThrow(`Company ${message}`)
    },
  )
  test('is accepted in every script, with joiners', () => {
    for (const name of ['李美', 'محمد', 'क्\u200dष', "O'Neil-Lê"])
      expect(checkContact({ ...mei, firstName: name }).firstName).toBe(name)
  })
  test('may have several lines only in a comment', () => {
    expect(checkField('comment', 'Ring twice.\n\tThank you.')).toBe('Ring twice.\n\tThank you.')
    expect(() => checkField('comment', 'Ring\u202etwice')).toThrow('Order comment')
  })
})
