import { describe, expect, test } from 'vitest'
import { walksOf } from '#tools/walks/page-walk'
import { forgottenWalks } from './walks/forgotten.ts'
import { loginWalks } from './walks/login.ts'
import { passwordWalks } from './walks/password.ts'
import { profileWalks } from './walks/profile.ts'
import { registrationWalks } from './walks/registration.ts'
import { resetWalks } from './walks/reset.ts'
import { sessionWalks } from './walks/session.ts'
import { shopWalks } from './walks/shop.ts'

describe.each(
  walksOf([
    loginWalks,
    forgottenWalks,
    resetWalks,
    passwordWalks,
    profileWalks,
    registrationWalks,
    sessionWalks,
    shopWalks,
  ]),
)('the page follows the machine $id', ({ paths, missed, untaken }) => {
  test.each(paths)('in $title', ({ take }) => take())

  test('and takes every transition', () => {
    expect(missed()).toEqual(untaken)
  })
})
