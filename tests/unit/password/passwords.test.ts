import { describe, expect, test } from 'vitest'
import type { Refusal } from '#contract/refusal'
import type { ForgottenContext } from '#machines/password/forgotten'
import type { ResetContext } from '#machines/password/reset'
import { resetMistakes } from '#machines/password/reset'
import { forgottenMistakes } from '#machines/password/forgotten'
import { lost } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'

const interrupted: Refusal = { code: 'interrupted', message: 'The page was reloaded.', status: 0 }
const used: Refusal = { code: 'refused', message: 'This link was used already.', status: 410 }
const tooMany: Refusal = { code: 'refused', message: 'Please wait a minute.', status: 429, retryAfter: 60_000 }

async function open(path: string) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: null, identity: { is: 'nobody' } })
  const goes = () => shop.send('shop', { type: 'address.changed', move: 'PUSH', location: locationOf(path) })
  goes()
  await shop.answers('loadPage')
  return { ...shop, goes }
}

describe('asking for a reset link', () => {
  async function openForgotten() {
    const shop = await open('/forget-password')
    await shop.answers('reveal')
    const seen = () => shop.at<{ context: ForgottenContext; value: unknown }>('forgotten')
    const types = (value: string) => shop.send('forgotten', { type: 'forgotten.typed', value })
    const submits = () => shop.send('forgotten', { type: 'forgotten.submit' })
    return { ...shop, seen, is: () => seen().value, types, submits }
  }

  test('sends nothing but an e-mail', async () => {
    const shop = await openForgotten()
    shop.submits()
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(forgottenMistakes(shop.seen().context)).toEqual({ email: 'Email is required' })
    shop.types('mai@')
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(forgottenMistakes(shop.seen().context)).toEqual({ email: 'Email must be a valid email address' })
    shop.submits()
    expect(shop.waiting('sendLink')).toEqual([])
  })

  test('says what is wrong once something was typed, or the field was left', async () => {
    const shop = await openForgotten()
    expect(shop.is()).toEqual({ form: 'untouched' })
    shop.send('forgotten', { type: 'forgotten.blurred' })
    expect(shop.is()).toEqual({ form: 'touched' })
  })

  test('has one request in flight, with the e-mail trimmed', async () => {
    const shop = await openForgotten()
    shop.types(' mai@example.com ')
    shop.submits()
    shop.submits()
    expect(shop.waiting('sendLink').map(one => one.input)).toEqual([{ email: 'mai@example.com' }])
    await shop.answers('sendLink')
    expect(shop.is()).toBe('sent')
  })

  test.each([lost, tooMany, interrupted])('says a failure, keeps the e-mail, and sends again', async refusal => {
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

  test('can be asked once more, with the e-mail as it was', async () => {
    const shop = await openForgotten()
    shop.types('mai@example.com')
    shop.submits()
    await shop.answers('sendLink')
    shop.goes()
    expect(shop.is()).toEqual({ form: 'untouched' })
    expect(shop.seen().context.email).toBe('mai@example.com')
  })

  test('finds its answer on the way when the page is opened again meanwhile', async () => {
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
    else await shop.refuses('findToken', { code: 'refused', message: 'There is no reset link here.', status: 0 })
    await shop.answers('reveal')
    const seen = () => shop.at<{ context: ResetContext; value: unknown }>('reset')
    const types = (field: 'password' | 'confirmPassword', match: 'same' | 'different' = 'same') =>
      shop.send('reset', { type: 'reset.typed', field, mistake: null, match })
    const fillsIn = () => (types('password', 'different'), types('confirmPassword'))
    const submits = () => shop.send('reset', { type: 'reset.submit' })
    return { ...shop, seen, is: () => seen().value, types, fillsIn, submits }
  }

  test('takes no password without its token', async () => {
    const shop = await openReset('gone')
    shop.fillsIn()
    shop.submits()
    expect(shop.is()).toBe('tokenMissing')
    expect(shop.waiting('resetPassword')).toEqual([])
  })

  test('sends nothing while something is wrong', async () => {
    const shop = await openReset()
    shop.submits()
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(resetMistakes(shop.seen().context)).toEqual({
      password: 'Password is required',
      confirmPassword: 'Confirm password is required',
    })
    shop.types('password', 'different')
    shop.types('confirmPassword', 'different')
    shop.submits()
    expect(resetMistakes(shop.seen().context)).toEqual({ confirmPassword: 'Passwords must match' })
    expect(shop.waiting('resetPassword')).toEqual([])
  })

  test('sends the handles of the passwords, once, and lets go of them', async () => {
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

  test('that was used or has expired is not tried again', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    await shop.refuses('resetPassword', used)
    expect(shop.is()).toBe('linkExpired')
    expect(shop.seen().context.refusal).toEqual(used)
    shop.submits()
    expect(shop.waiting('resetPassword')).toEqual([])
  })

  test('whose call fails keeps what was typed, and can be tried again', async () => {
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

  test('is looked for each time the page is opened, and a new one begins anew', async () => {
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

  test('that was interrupted by a reload still says so where it is gone', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    await shop.refuses('resetPassword', interrupted)
    shop.goes()
    await shop.refuses('findToken', interrupted)
    expect(shop.is()).toBe('tokenMissing')
    expect(shop.seen().context.refusal).toEqual(interrupted)
  })

  test('finds its answer on the way when the page is opened again meanwhile', async () => {
    const shop = await openReset()
    shop.fillsIn()
    shop.submits()
    shop.goes()
    expect(shop.is()).toBe('changing')
  })
})
