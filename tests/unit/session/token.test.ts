import { describe, expect, test } from 'vitest'
import { identityAfter } from '#src/effects/logout-notice.ts'
import { identityIn } from '#src/effects/token.ts'
import { identityOf, mai } from '../../kit/outcomes.ts'
import { tokenOf } from '../../kit/recorded-calls.ts'

const claims = { sub: 'customer-1', firstName: 'Mai Anh', lastName: 'Trần', email: 'mai@example.com', exp: 60 }

describe('a stored token', () => {
  // Specification: 6.2
  test('holds the customer in its claims, including first and last name', () => {
    const { sub: customerId, exp: _, ...names } = claims
    expect(identityIn(tokenOf(claims), 0)).toEqual({
      is: 'customer',
      customer: { customerId, ...names },
      validFor: 60_000,
    })
  })

  test('that is missing means no customer', () => expect(identityIn(null, 0)).toEqual({ is: 'guest' }))

  test('expires at the second in its claims', () => {
    expect(identityIn(tokenOf(claims), 59_999)).toMatchObject({ is: 'customer', validFor: 1 })
    expect(identityIn(tokenOf(claims), 60_000)).toEqual({ is: 'expired' })
  })

  test.each([
    ['has one part', 'token'],
    ['has two parts', tokenOf(claims).split('.').slice(0, 2).join('.')],
    ['has four parts', `${tokenOf(claims)}.more`],
    ['has an empty part', '..'],
    ['contains no JSON', 'a.b.c'],
    ['has no customer id', tokenOf({ ...claims, sub: undefined })],
    ['has no expiry', tokenOf({ ...claims, exp: undefined })],
  ])('that %s is malformed', (_name, token) => expect(identityIn(token, 0)).toEqual({ is: 'malformed' }))
})

describe('a page that was reloaded because its token was refused', () => {
  const refusal = { method: 'online' }

  test('says that the login has expired', () =>
    expect(identityAfter(refusal, { is: 'guest' })).toEqual({ is: 'expired', method: 'online' }))

  test('keeps the customer who has logged in in another tab since', () =>
    expect(identityAfter(refusal, identityOf(mai))).toEqual(identityOf(mai)))
})
