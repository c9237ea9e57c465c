import { describe, expect, test } from 'vitest'
import type { CustomerInfo } from '#contract/customer'
import { personIn, profileErrors, type ProfileContext, type ProfileEvent } from '#machines/account/profile'
import type { SessionContext } from '#machines/session/session-setup'
import { lost, refused } from '../../kit/outcomes.ts'
import { account, goesTo, openAsCustomer, renewal, start } from '../../kit/customer-data.ts'

const path = '/manage-account/modify-account'

async function openProfile(beginning: object | null = start) {
  const shop = await openAsCustomer(path, beginning)
  const seen = () => shop.at<{ context: ProfileContext; value: unknown }>('profile')
  const does = (event: ProfileEvent) => shop.send('profile', event)
  return {
    ...shop,
    seen,
    does,
    person: () => personIn(seen().context),
    types: (field: 'firstName' | 'email', value: string) => does({ type: 'profile.typed', field, value }),
    sent: () => shop.waiting('saveProfile').map(one => one.input as CustomerInfo),
    session: () => shop.at<{ context: SessionContext }>('session').context,
  }
}

describe('editing the account information', () => {
  test('starts with the saved data', async () => {
    const { person } = await openProfile()
    const { customerId: _, ...kept } = account.info
    expect(person()).toEqual(kept)
  })

  test('fills in data that arrives later and never overwrites typed values', async () => {
    const profile = await openProfile(null)
    expect(profile.person().lastName).toBe('')
    profile.types('firstName', 'Maia ')
    await profile.answers('begin', start)
    expect(profile.person()).toMatchObject({ firstName: 'Maia ', lastName: 'Tran' })
  })

  test('sends nothing before the account is read', async () => {
    const profile = await openProfile(null)
    profile.types('firstName', 'Maia')
    profile.does({ type: 'profile.submit' })
    expect(profile.sent()).toEqual([])
  })

  test('shows all errors after a submission, and sends nothing', async () => {
    const profile = await openProfile()
    profile.types('email', 'mai@')
    profile.does({ type: 'profile.submit' })
    expect(profile.seen().value).toEqual({ form: 'submitted' })
    expect(profileErrors(profile.seen().context)).toEqual({ email: 'Email must be a valid email address' })
    expect(profile.sent()).toEqual([])
  })

  test('sends trimmed values, once for two clicks', async () => {
    const profile = await openProfile()
    profile.types('firstName', ' May ')
    profile.does({ type: 'profile.submit' })
    profile.does({ type: 'profile.submit' })
    await profile.settled()
    expect(profile.sent()).toEqual([{ ...account.info, firstName: 'May' }])
  })

  test('keeps values that are typed during a save, to be saved next', async () => {
    const profile = await openProfile()
    profile.types('firstName', 'May ')
    profile.does({ type: 'profile.submit' })
    await profile.settled()
    profile.types('email', 'may@example.com')
    await profile.answers('saveProfile', renewal)
    expect(profile.person()).toMatchObject({ firstName: 'May', email: 'may@example.com' })
    expect(profile.seen().context).toMatchObject({ typed: { email: 'may@example.com' }, touched: ['email'] })
  })

  // Specification: S.7.7
  test('reports the saved data to the session and announces it', async () => {
    const profile = await openProfile()
    profile.types('firstName', 'May')
    profile.does({ type: 'profile.submit' })
    await profile.answers('saveProfile', renewal)
    expect(profile.session()).toMatchObject({ customer: { firstName: 'May' }, validFor: 7_200_000 })
    expect(profile.account().info.firstName).toBe('May')
    expect(profile.said).toEqual([{ kind: 'success', text: 'Success: Your account has been updated.' }])
    expect(profile.seen().context).toMatchObject({ typed: {}, touched: [], saved: { firstName: 'May' } })
  })

  test('names a new email address that waits for its link, and shows the old one until then', async () => {
    const profile = await openProfile()
    profile.types('email', ' new@example.com ')
    profile.does({ type: 'profile.submit' })
    await profile.answers('saveProfile', { ...renewal, info: account.info, pendingEmail: 'new@example.com' })
    expect(profile.seen().context).toMatchObject({ typed: {}, pendingEmail: 'new@example.com' })
    expect(profile.person().email).toBe(account.info.email)
    profile.types('firstName', 'May')
    profile.does({ type: 'profile.submit' })
    await profile.answers('saveProfile', renewal)
    expect(profile.seen().context.pendingEmail).toBeNull()
  })

  test.each([
    ['a refusal', { ...refused, message: 'An account with this email already exists.' }],
    ['a lost answer', lost],
  ])('keeps the form after %s, shows the error, and can be sent again', async (_name, refusal) => {
    const profile = await openProfile()
    profile.types('email', 'may@example.com')
    profile.does({ type: 'profile.submit' })
    await profile.refuses('saveProfile', refusal)
    expect(profile.seen().context.refusal).toEqual(refusal)
    expect(profile.person().email).toBe('may@example.com')
    profile.does({ type: 'profile.submit' })
    await profile.settled()
    expect(profile.sent()).toHaveLength(1)
    expect(profile.seen().context.refusal).toBeNull()
  })

  test('keeps typed values while another page is shown, and drops them on cancel', async () => {
    const profile = await openProfile()
    profile.types('firstName', 'May')
    await goesTo(profile, '/manage-account')
    await goesTo(profile, path)
    expect(profile.person().firstName).toBe('May')
    profile.does({ type: 'profile.cancel' })
    expect(profile.person().firstName).toBe('Mai')
  })

  test('continues a save while another page is shown', async () => {
    const profile = await openProfile()
    profile.types('firstName', 'May')
    profile.does({ type: 'profile.submit' })
    await goesTo(profile, '/manage-account')
    await goesTo(profile, path)
    await profile.answers('saveProfile', renewal)
    expect(profile.account().info.firstName).toBe('May')
  })

  test('stops on logout: a late answer changes nothing', async () => {
    const profile = await openProfile()
    profile.types('firstName', 'May')
    profile.does({ type: 'profile.submit' })
    await profile.settled()
    const [late] = profile.waiting('saveProfile')
    profile.send('session', { type: 'session.logOut' })
    late!.resolve(renewal)
    await profile.settled()
    expect(profile.session()).toMatchObject({ customer: null, account: null })
    expect(profile.said).toEqual([])
  })
})
