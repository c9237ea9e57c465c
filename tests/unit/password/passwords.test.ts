import { describe, expect, test } from 'vitest'
import type { Refusal } from '#contract/refusal'
import type { ForgottenContext } from '#machines/password/forgotten'
import type { ResetContext } from '#machines/password/reset'
import { resetErrors } from '#machines/password/reset'
import { forgottenErrors } from '#machines/password/forgotten'
import { lost } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'

const interrupted: Refusal = { code: 'interrupted', message: 'The page was reloaded.', status: 0 }
const used: Refusal = { code: 'refused', message: 'This link was used already.', status: 410 }
const tooMany: Refusal = { code: 'refused', message: 'Please wait a minute.', status: 429, retryAfter: 60_000 }

async function open(path: string) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
  const goes = () => shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(path) })
  goes()
  await shop.answers('loadPage')
  return { ...shop, goes }
}

describe('requesting a reset link', () => {
  async function openForgotten() {
    const shop = await open('/forget-password')
    await shop.answers('reveal')
    const seen = () => shop.at<{ context: ForgottenContext; value: unknown }>('forgotten')
    const types = (value: string) => shop.send('forgotten', { type: 'forgotten.typed', value })
    const submits = () => shop.send('forgotten', { type: 'forgotten.submit' })
    return { ...shop, seen, is: () => seen().value, types, submits }
  }

  test('sends nothing without a valid email', async () => {
    const shop = await openForgotten()
    shop.submits()
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(forgottenErrors(shop.seen().context)).toEqual({ email: 'Email is required' })
    shop.types('mai@')
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(forgottenErrors(shop.seen().context)).toEqual({ email: 'Email must be a valid email address' })
    shop.submits()
    expect(shop.waiting('sendLink')).toEqual([])
  })

  test('shows the error after typing or after the field loses focus', async () => {
    const shop = await openForgotten()
    expect(shop.is()).toEqual({ form: 'untouched' })
    shop.send('forgotten', { type: 'forgotten.blurred' })
    expect(shop.is()).toEqual({ form: 'touched' })
  })

  test('has one request in flight, with the email trimmed', async () => {
    const shop = await openForgotten()
    shop.types(' mai@example.com ')
    shop.submits()
    shop.submits()
    expect(shop.waiting('sendLink').map(one => one.input)).toEqual([{ email: 'mai@example.com' }])
    await shop.answers('sendLink')
    expect(shop.is()).toBe('sent')
  })

  test.each([lost, tooMany, interrupted])('shows a failure, keeps the email, and can be sent again', async refusal => {
    const shop = await openForgotten()
    shop.types('mai@example.com')
    shop.submits()
    await shop.refuses('sendLink', refusal)
    expect(shop.seen().context).toEqual({ email: 'mai@example.com', refusal })
    shop.submits()
    await shop.answers('sendLink')
    expect(shop.is()).toBe('sent')
    expect(shop.seen().context.refusal).toBeNull()
  })

  test('can be repeated with the same email', async () => {
    const shop = await openForgotten()
    shop.types('mai@example.com')
    shop.submits()
    await shop.answers('sendLink')
    shop.goes()
    expect(shop.is()).toEqual({ form: 'untouched' })
    expect(shop.seen().context.email).toBe('mai@example.com')
  })

  test('is not interrupted by opening the page again', async () => {
    const shop = await openForgotten()
    shop.types('mai@example.com')
    shop.submits()
    shop.goes()
    expect(shop.is()).toBe('sending')
  })
})

describe('a reset link', () => {
  async function openReset(token: 'held' | 'gone' = 'held') {
    const shop = await open('/reset-password')
    if (token === 'held') await shop.answers('findToken')
    else
      await shop.refuses('findToken', {
        code: 'refused',
        message: 'This page needs the link from your email.',
        status: 0,
      })
    await shop.answers('reveal')
    const seen = () => shop.at<{ context: ResetContext; value: unknown }>('reset')
    const types = (field: 'password' | 'confirmPassword', match: 'same' | 'different' = 'same') =>
      shop.send('reset', { type: 'reset.typed', field, error: null, match })
    const fillsIn = () => (types('password', 'different'), types('confirmPassword'))
    const submits = () => shop.send('reset', { type: 'reset.submit' })
    return { ...shop, seen, is: () => seen().value, types, fillsIn, submits }
  }

  test('without its token has no form', async () => {
    const shop = await openReset('gone')
    shop.fillsIn()
    shop.submits()
    expect(shop.is()).toBe('tokenMissing')
    expect(shop.waiting('resetPassword')).toEqual([])
  })

  test('that was used or has expired has no form, and says so before a password is typed', async () => {
    const shop = await open('/reset-password')
    await shop.refuses('findToken', used)
    await shop.answers('reveal')
    const { value, context } = shop.at<{ context: ResetContext; value: unknown }>('reset')
    expect([value, context.refusal]).toEqual(['linkExpired', used])
    shop.send('reset', { type: 'reset.submit' })
    expect(shop.waiting('resetPassword')).toEqual([])
    shop.goes()
    await shop.answers('findToken')
    expect(shop.at<{ context: ResetContext }>('reset').context.refusal).toBeNull()
  })

  test('sends nothing while the form has errors', async () => {
    const shop = await openReset()
    shop.submits()
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(resetErrors(shop.seen().context)).toEqual({
      password: 'Password is required',
      confirmPassword: 'Confirm password is required',
    })
    shop.types('password', 'different')
    shop.types('confirmPassword', 'different')
    shop.submits()
    expect(resetErrors(shop.seen().context)).toEqual({ confirmPassword: 'Passwords must match' })
    expect(shop.waiting('resetPassword')).toEqual([])
  })

  test('sends the vault handles of the passwords once, and clears them', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    shop.submits()
    const asked = shop.waiting('resetPassword').map(one => one.input)
    expect(asked).toEqual([{ password: 'reset/password/1', confirmPassword: 'reset/confirmPassword/1' }])
    await shop.answers('resetPassword')
    expect(shop.is()).toBe('changed')
    expect(shop.seen().context.secrets.round).toBe(2)
  })

  test('that was used or has expired cannot be submitted again', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    await shop.refuses('resetPassword', used)
    expect(shop.is()).toBe('linkExpired')
    expect(shop.seen().context.refusal).toEqual(used)
    shop.submits()
    expect(shop.waiting('resetPassword')).toEqual([])
  })

  test('keeps the form after a failure, and can be submitted again', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    await shop.refuses('resetPassword', lost)
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(shop.seen().context).toMatchObject({ refusal: lost, secrets: { round: 1 } })
    shop.submits()
    expect(shop.seen().context.refusal).toBeNull()
    await shop.answers('resetPassword')
    expect(shop.is()).toBe('changed')
  })

  test('is read each time the page is opened, and a new one starts an empty form', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    await shop.refuses('resetPassword', used)
    shop.goes()
    expect(shop.is()).toBe('finding')
    await shop.answers('findToken')
    expect(shop.is()).toEqual({ form: 'unsubmitted' })
    expect(shop.seen().context).toMatchObject({ refusal: null, touched: [] })
  })

  test('whose submission a reload interrupted shows that, also if its token is missing', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    await shop.refuses('resetPassword', interrupted)
    shop.goes()
    await shop.refuses('findToken', interrupted)
    expect(shop.is()).toBe('tokenMissing')
    expect(shop.seen().context.refusal).toEqual(interrupted)
  })

  test('is not interrupted by opening the page again', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    shop.goes()
    expect(shop.is()).toBe('changing')
  })
})
