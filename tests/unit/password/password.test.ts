import { describe, expect, test } from 'vitest'
import {
  passwordHandle,
  passwordErrors,
  type PasswordContext,
  type PasswordEvent,
  type PasswordHandles,
} from '#machines/password/password'
import type { SessionContext } from '#machines/session/session-setup'
import { refusedPasswordErrors } from '#src/password/refused-passwords.ts'
import { refused } from '../../kit/outcomes.ts'
import { goesTo, openAsCustomer, renewal } from '../../kit/customer-data.ts'

const path = '/manage-account/change-password'

async function openPassword() {
  const shop = await openAsCustomer(path)
  const seen = () => shop.at<{ context: PasswordContext; value: unknown }>('password')
  const does = (event: PasswordEvent) => shop.send('password', event)
  return {
    ...shop,
    seen,
    does,
    errors: () => passwordErrors(seen().context),
    sent: () => shop.waiting('changePassword').map(one => one.input as PasswordHandles),
    session: () => shop.at<{ context: SessionContext }>('session').context,
    /** Fills in three valid passwords. */
    fills() {
      does({ type: 'password.typedCurrent', error: null })
      does({ type: 'password.typed', field: 'password', error: null, match: 'different' })
      does({ type: 'password.typed', field: 'confirmPassword', error: null, match: 'same' })
    },
  }
}

describe('changing the password', () => {
  test('needs the current password, and the new one twice', async () => {
    const password = await openPassword()
    expect(password.errors()).toEqual({
      currentPassword: 'Current password is required',
      password: 'Password is required',
      confirmPassword: 'Confirm password is required',
    })
    password.does({ type: 'password.submit' })
    expect(password.seen().value).toEqual({ form: 'submitted' })
    expect(password.sent()).toEqual([])
  })

  test('requires the same new password twice', async () => {
    const password = await openPassword()
    password.fills()
    password.does({ type: 'password.typed', field: 'password', error: null, match: 'different' })
    expect(password.errors()).toEqual({ confirmPassword: 'Passwords must match' })
  })

  test('sends vault handles, never a password, once for two clicks', async () => {
    const password = await openPassword()
    password.fills()
    password.does({ type: 'password.submit' })
    password.does({ type: 'password.submit' })
    await password.settled()
    expect(password.sent()).toEqual([
      {
        currentPassword: 'password/currentPassword/1',
        password: 'password/password/1',
        confirmPassword: 'password/confirmPassword/1',
      },
    ])
  })

  test('checks passwords that are typed during a change: after a failure, two different ones are not sent', async () => {
    const password = await openPassword()
    password.fills()
    password.does({ type: 'password.submit' })
    await password.settled()
    password.does({ type: 'password.typed', field: 'password', error: null, match: 'different' })
    await password.refuses('changePassword', refused)
    password.does({ type: 'password.submit' })
    expect(password.errors()).toEqual({ confirmPassword: 'Passwords must match' })
    expect(password.sent()).toEqual([])
  })

  // Specification: S.7.9
  test('clears the fields, reports the new token to the session, and announces the change', async () => {
    const password = await openPassword()
    password.fills()
    password.does({ type: 'password.submit' })
    await password.answers('changePassword', { ...renewal, info: null })
    expect(passwordHandle(password.seen().context, 'password')).toBe('password/password/2')
    expect(Object.keys(password.errors())).toHaveLength(3)
    expect(password.session().validFor).toBe(renewal.validFor)
    expect(password.said).toEqual([{ kind: 'success', text: 'Success: Your password has been changed.' }])
  })

  test('keeps the fields after a refusal, shows the reason, and can be sent again', async () => {
    const password = await openPassword()
    password.fills()
    password.does({ type: 'password.submit' })
    const refusal = {
      ...refused,
      status: 422,
      field: 'currentPassword',
      message: 'Your current password is incorrect.',
    }
    await password.refuses('changePassword', refusal)
    expect(password.seen().context.refusal).toEqual(refusal)
    expect(password.errors()).toEqual({})
    password.does({ type: 'password.submit' })
    await password.settled()
    expect(password.sent()).toHaveLength(1)
  })

  test.each([
    ['currentPassword', { type: 'password.typedCurrent', error: null }],
    ['password', { type: 'password.typed', field: 'password', error: null, match: 'same' }],
  ] as const)('a refused %s is an error of its own field until it is typed again', async (field, typing) => {
    const password = await openPassword()
    password.fills()
    password.does({ type: 'password.submit' })
    await password.refuses('changePassword', { ...refused, status: 422, field, message: 'This is not it.' })
    const shown = () => refusedPasswordErrors(password.seen().context.refusal)
    expect(shown()).toEqual({ [field]: 'This is not it.' })
    password.does(typing)
    expect(shown()).toEqual({})
  })

  test('clears the fields each time the page is opened, and shows a change that a reload interrupted', async () => {
    const password = await openPassword()
    password.fills()
    password.does({ type: 'password.submit' })
    await password.refuses('changePassword', refused)
    await goesTo(password, '/manage-account')
    await goesTo(password, path)
    expect(Object.keys(password.errors())).toHaveLength(3)
    expect(password.seen().context).toMatchObject({ touched: [], refusal: null })
    password.fills()
    password.does({ type: 'password.submit' })
    await password.refuses('changePassword', { code: 'interrupted', message: 'The page was reloaded.', status: 0 })
    await goesTo(password, path, 'POP')
    expect(password.seen().context.refusal).toMatchObject({ code: 'interrupted' })
  })
})
