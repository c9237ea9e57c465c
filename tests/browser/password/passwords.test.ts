import { describe, expect, test } from 'vitest'
import { keptJournal } from '../../kit/kept-journal.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const token = 'canary-reset-token-77'
const canary = 'canary-Lantern-77'

const sent = 'If an account with this email exists, a reset link is on its way.'

describe('forget-password', () => {
  async function opens(): Promise<Shopper> {
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    await shopper.follows('Forgotten your password?')
    await shopper.seesHeading('Forgotten your password?')
    return shopper
  }
  const sends = (shopper: Shopper) => shopper.presses('Send reset link')

  // Specification: S.5.12, S.5.13
  test('sends a link, and shows the same message with and without an account', async () => {
    const shopper = await opens()
    for (const [email, message] of [
      ['', 'Email is required'],
      ['mai@', 'Email must be a valid email address'],
    ] as const) {
      await shopper.field('Email').fill(email)
      await sends(shopper)
      await shopper.sees(message, shopper.main.locator('form'))
      await shopper.sees('Please fix this field')
    }
    await shopper.seesTitle('Error: Forgotten your password? · Lucky Lantern Grocer')
    expect(shopper.gateway.count('forgotPassword')).toBe(0)
    await shopper.field('Email').fill(' unknown@example.com ')
    await shopper.field('Email').press('Enter')
    await shopper.sees(sent)
    expect(await shopper.h1.evaluate(one => one === document.activeElement)).toBe(true)
    expect(shopper.gateway.count('forgotPassword')).toBe(1)
    await shopper.follows('resend it')
    await shopper.seesHeading('Forgotten your password?')
    await expect.poll(() => shopper.field('Email').inputValue()).toContain('unknown@example.com')
  })

  // Specification: S.1.28
  test('shows a failure, keeps the email over a reload, and can be sent again', async () => {
    const shopper = await opens()
    await shopper.field('Email').fill('mai.tran@example.com')
    shopper.gateway.fails('forgotPassword', 'down')
    await sends(shopper)
    await shopper.main.getByRole('alert').getByText('Something bad happened; please try again later.').waitFor()
    await shopper.reloads()
    await expect.poll(() => shopper.field('Email').inputValue()).toBe('mai.tran@example.com')
    shopper.gateway.says('forgotPassword', {})
    await sends(shopper)
    await shopper.sees(sent)
  })
})

describe('reset-password', () => {
  async function opens(width = 1280): Promise<Shopper> {
    const shopper = await openShop({ width })
    shopper.gateway.says('checkResetLink', {})
    await shopper.goes(`/reset-password?token=${token}`)
    await shopper.seesHeading('Choose a new password')
    return shopper
  }
  const changes = (shopper: Shopper) => shopper.presses('Change Password')
  async function types(shopper: Shopper, password: string, again = password) {
    await shopper.field('Password').fill(password)
    await shopper.field('Confirm password').fill(again)
  }

  // Specification: S.5.14, S.5.15
  test('changes the password once, and links to the login', async () => {
    const shopper = await opens()
    await changes(shopper)
    await shopper.sees('Please fix these 2 fields')
    await types(shopper, 'lante')
    await shopper.sees('Password must be at least 6 characters', shopper.main.locator('.form'))
    await types(shopper, 'lantern', 'lanterm')
    await shopper.sees('Passwords must match', shopper.main.locator('.form'))
    await types(shopper, canary)
    shopper.gateway.says('resetPassword', {})
    await shopper.main.getByRole('button', { name: 'Change Password' }).dblclick()
    await shopper.sees('Success: Your password has been changed.')
    const bodies = shopper.requests.filter(one => one.url().endsWith('/reset-password') && one.method() === 'POST')
    expect(bodies.map(one => one.postDataJSON() as object)).toEqual([{ resetToken: token, password: canary }])
    await shopper.follows('Login')
    await shopper.seesHeading('Login')
  })

  // Specification: S.8.25
  test('keeps token and password out of the URL, storages and journal', async () => {
    const shopper = await opens()
    expect(shopper.path).toBe('/reset-password')
    await types(shopper, canary)
    shopper.gateway.fails('resetPassword', 'HTTP 500')
    await changes(shopper)
    await shopper.main.getByRole('alert').getByText('Something bad happened; please try again later.').waitFor()
    expect(await shopper.field('Password').inputValue()).toBe(canary)
    const kept = JSON.stringify([
      await keptJournal(shopper.page),
      await shopper.page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, history.state as unknown]),
    ])
    expect(kept).toContain('reset.typed')
    expect(kept).not.toContain(canary)
    expect(kept).not.toContain(token)
    expect(shopper.logged.join()).not.toContain('canary')
  })

  test('asks to open the link again after a reload, or offers a new one', async () => {
    const shopper = await opens()
    await types(shopper, canary)
    await shopper.reloads()
    await shopper.sees(/open the link in your email again/)
    expect(await shopper.field('Password').count()).toBe(0)
    await shopper.follows('Ask for a new link')
    await shopper.seesPath('/forget-password')
  })

  test('says at once that a link was used or has expired, and offers a new one', async () => {
    const shopper = await openShop({ width: 390 })
    await shopper.goes(`/reset-password?token=${token}`)
    await shopper.seesHeading('This link has expired')
    await shopper.sees('This link has been used or has expired. Please ask for a new one.')
    expect(await shopper.field('Password').count()).toBe(0)
    const asked = shopper.requests.filter(one => one.url().includes('/v1/') && one.postData()?.includes(token))
    expect(asked.map(one => [new URL(one.url()).pathname, one.postDataJSON() as object])).toEqual([
      ['/v1/customer/check-reset-link', { resetToken: token }],
    ])
    await shopper.follows('Ask for a new link')
    await shopper.seesHeading('Forgotten your password?')
  })

  test.each(['HTML with 200', 'HTTP 500', 'down'] as const)(
    'checks the link with the new password if it can’t be checked before: %s',
    async how => {
      const shopper = await openShop()
      shopper.gateway.fails('checkResetLink', how)
      await shopper.goes(`/reset-password?token=${token}`)
      await shopper.seesHeading('Choose a new password')
      await types(shopper, canary)
      await changes(shopper)
      await shopper.seesHeading('This link has expired')
    },
  )

  // Specification: S.1.28
  test('says that a link was used or has expired, and offers a new one', async () => {
    const shopper = await opens(390)
    expect(await shopper.horizontalOverflow()).toBe(0)
    await types(shopper, canary)
    shopper.gateway.says('resetPassword', { statusCode: 410, message: 'This link has expired.' })
    await changes(shopper)
    await shopper.main.getByRole('alert').getByText('This link has expired.').waitFor()
    expect(await shopper.h1.evaluate(one => one === document.activeElement)).toBe(true)
    await shopper.follows('Ask for a new link')
    await shopper.seesHeading('Forgotten your password?')
    expect(await shopper.horizontalOverflow()).toBe(0)
  })

  test('a reload before the response says that the password may already have changed', async () => {
    const shopper = await opens()
    await types(shopper, canary)
    shopper.gateway.fails('resetPassword', 'hang')
    await changes(shopper)
    await shopper.gateway.isAsked('resetPassword')
    await shopper.reloads()
    await shopper.sees('Your password may already have changed.')
    expect(shopper.gateway.count('resetPassword')).toBe(1)
  })
})
