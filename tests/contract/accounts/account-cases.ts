import { decodeJwt, decodeProtectedHeader } from 'jose'
import { assert, create } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import {
  address,
  bearerHeaders,
  cartWith,
  cartContents,
  lineOf,
  logIn,
  newCustomer,
  newEmail,
  password,
  registrationOf,
  shelf,
  soft,
  type Call,
  type Known,
} from '../gateway/given.ts'

/** Accounts, logins and passwords, for every gateway. */
export function accountCases(call: Call): void {
  describe('a registration', () => {
    registrationCases(call)
    registrationErrors(call)
  })
  describe('a login', () => loginCases(call))
  customerCartCases(call)
  describe('a password', () => passwordCases(call))
}

/** Effects of login and logout on carts. The fake gateway also passes these. */
export function customerCartCases(call: Call): void {
  describe('the cart of a customer', () => mergeCases(call))
  describe('a logout', () => logoutCases(call))
}

const taken = soft(409, /^An account with this email already exists\./)
const wrong = soft(401, 'That email and password don’t match.')
/** The refusal of a value that can be corrected. */
const refusedField = (field: string, message: string) => ({
  status: 200,
  body: { statusCode: 422, message, data: null, field },
})
const common = refusedField('password', 'This password is too easy to guess. Please choose another.')
const init = (call: Call, headers?: Record<string, string>, sessionId = 'null') =>
  call('begin', { params: { sessionId }, ...(headers && { headers }) })

function registrationCases(call: Call): void {
  // Specification: 1.12, 3.19, 3.39, 7.1.17
  test('returns a token that names the customer and expires', async () => {
    const asked = registrationOf({ email: ` ${newEmail().toUpperCase()} `, company: 'Lin & Daughters' })
    const { body } = await call('createAccount', { body: asked })
    assert(body, routes.createAccount.answer)
    const { token, data, customerInfo } = body
    const person = { firstName: 'Mei', lastName: 'Lin', email: asked.email.trim() }
    expect(customerInfo).toEqual({ ...person, telephone: '0298765432', customerId: expect.any(String) })
    expect(data).toMatchObject({ ...address, company: 'Lin & Daughters', firstName: 'Mei' })
    for (const id of [customerInfo.customerId, data.addressId]) expect(id.length).toBeGreaterThanOrEqual(22)
    const claims = decodeJwt(token)
    expect(claims).toMatchObject({ ...person, sub: customerInfo.customerId, jti: expect.any(String) })
    expect(claims.exp! - claims.iat!).toBe(12 * 3_600)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(JSON.stringify([body, claims])).not.toContain(password)
  })
  // Specification: 3.20
  test('the next visit begins with the customer, the billing address and the address book', async () => {
    const { headers, customerId, addressId, email } = await newCustomer(call)
    const { body } = await init(call, headers)
    create(body, routes.begin.answer)
    expect(body.customerInfo).toMatchObject({ customerId, email })
    expect(body.billingAddress).toMatchObject({ ...address, addressId })
    expect(body.deliveryAddress).toEqual([body.billingAddress])
  })
  test('an email address has one account, whatever its case', async () => {
    const { email } = await newCustomer(call)
    for (const same of [email, email.toUpperCase(), ` ${email} `]) {
      expect(await call('createAccount', { body: registrationOf({ email: same }) })).toEqual(taken)
    }
  })
  test('of fifty concurrent registrations of one email address one succeeds', async () => {
    const body = registrationOf()
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('createAccount', { body })))
    expect(answers.filter(answer => answer.body.statusCode === 200)).toHaveLength(1)
    const refused = answers.filter(answer => answer.body.statusCode !== 200)
    for (const answer of refused) expect(answer).toEqual(taken)
  })
  test('gives the guest’s cart to the customer and closes it to everyone else', async () => {
    const sessionId = await cartWith(call, [shelf.rice, 2])
    const { body } = await call('createAccount', { body: registrationOf({ sessionId }) })
    expect(body.sessionId).toBe(sessionId)
    const headers = bearerHeaders(body.token)
    expect(cartContents((await call('cart', { params: { sessionId }, headers })).body.listData)).toEqual([
      [shelf.rice, 2],
    ])
    expect((await call('cart', { params: { sessionId } })).body.listData).toEqual([])
  })
  test('a customer may live outside the delivery areas', async () => {
    const away = { ...registrationOf(), city: 'Bondi', postCode: '2026' }
    expect((await call('createAccount', { body: away })).body).toMatchObject({
      statusCode: 200,
      data: { city: 'Bondi' },
    })
  })
}

function registrationErrors(call: Call): void {
  const errors: [string, object][] = [
    ['First name is required', { firstName: ' ' }],
    ['Last name is required', { lastName: '' }],
    ['Email is required', { email: '' }],
    ['Email must be a valid email address', { email: 'mei@' }],
    ['Email must be a valid email address', { email: `${'x'.repeat(65)}@example.com` }],
    ['Phone number must be at least 8 characters', { telephone: '1234567' }],
    ['Password is required', { password: '' }],
    ['Password must be at least 6 characters', { password: '12345' }],
    ['Password must be at most 200 characters', { password: 'x'.repeat(201) }],
    ['Address 1 is required', { address1: '' }],
    ['Suburb/City is required', { city: ' ' }],
    ['Post code is required', { postCode: '' }],
    ['Region/State is required', { regionName: '' }],
    ['Country is required', { countryName: '' }],
    ['Region/State is not one of this country', { regionId: 22 }],
    ['Company must be at most 200 characters', { company: 'x'.repeat(201) }],
    ['Accept Privacy Policy is required', { acceptTerms: false }],
    ['acceptTerms is missing or invalid', { acceptTerms: undefined }],
    ['password is missing or invalid', { password: 123_456 }],
  ]
  test.each(errors)('%s', async (message, more) => {
    const body = { ...registrationOf(), ...more }
    expect(await call('createAccount', { body })).toEqual({ status: 400, body: { statusCode: 400, message } })
  })
  test.each(['123456', 'Password', 'QWERTY', 'zzzzzzz', 'abcdef', '7654321', 'Test Grocer', 'abcabcabc', 'p@ssw0rd'])(
    'refuses the common password %s',
    async easy => {
      expect(await call('createAccount', { body: registrationOf({ password: easy }) })).toEqual(common)
    },
  )
  test('refuses the email address as the password', async () => {
    const email = newEmail()
    expect(await call('createAccount', { body: registrationOf({ email, password: email }) })).toEqual(common)
  })
  test('a refused registration leaves no account', async () => {
    const email = newEmail()
    await call('createAccount', { body: { ...registrationOf({ email }), acceptTerms: false } })
    expect((await call('createAccount', { body: registrationOf({ email }) })).body.statusCode).toBe(200)
  })
}

function loginCases(call: Call): void {
  // Specification: 1.13, 3.25, 7.1.18
  test('returns a token, the addresses and the cart', async () => {
    const { email, addressId, customerId } = await newCustomer(call)
    const { body } = await logIn(call, email.toUpperCase())
    assert(body, routes.login.answer)
    expect(body.customerInfo).toMatchObject({ customerId, firstName: 'Mei', telephone: '0298765432' })
    expect(body.data.map(one => one.addressId)).toEqual([addressId])
    expect(body.billingAddress).toEqual(body.data[0])
    expect(body.shoppingCart).toEqual([])
    expect(body).not.toHaveProperty('sessionId') // there is no cart
    expect((await init(call, bearerHeaders(body.token))).body.customerInfo).toEqual(body.customerInfo)
  })
  test('is refused with the same message for a wrong password and for an unknown email address', async () => {
    const { email } = await newCustomer(call)
    const tried = (email: string, password: string) => call('login', { body: { email, password, sessionId: null } })
    expect(await tried(email, 'lemongrass & lim')).toEqual(wrong)
    expect(await tried(newEmail(), password)).toEqual(wrong)
    expect(await tried(email, '')).toEqual(wrong)
    expect(await tried('', '')).toEqual(wrong)
    expect(await tried("' or true --", 'x')).toEqual(wrong)
  })
  test('passwords are compared exactly, apart from Unicode composition', async () => {
    const { email } = await newCustomer(call, { password: ' cà phê sữa ' })
    const tried = (password: string) => call('login', { body: { email, password, sessionId: null } })
    expect((await tried(' cà phê sữa '.normalize('NFD'))).body.statusCode).toBe(200)
    expect(await tried('cà phê sữa')).toEqual(wrong)
  })
  test('a password of 200 characters, the most, is accepted', async () => {
    const longest = 'lemongrass & lime '.repeat(12).slice(0, 200)
    const { email } = await newCustomer(call, { password: longest })
    expect((await call('login', { body: { email, password: longest, sessionId: null } })).body.statusCode).toBe(200)
  })
  test('an overlong password or email address is a bad request', async () => {
    const body = { email: 'mei@example.com', password: 'x'.repeat(201), sessionId: null }
    expect(await call('login', { body })).toMatchObject({ status: 400 })
    expect(await call('login', { body: { ...body, email: 'x'.repeat(300), password } })).toMatchObject({ status: 400 })
  })
}

function mergeCases(call: Call): void {
  const withCart = async (...lines: [number, number][]): Promise<Known & { sessionId: string }> => {
    const sessionId = await cartWith(call, ...lines)
    return { ...(await newCustomer(call, { sessionId })), sessionId }
  }
  test('takes over the guest’s lines, whose quantities replace its own', async () => {
    const customer = await withCart([shelf.rice, 5], [shelf.beef, 1])
    const visitors = await cartWith(call, [shelf.coconut, 3], [shelf.rice, 2])
    const { body } = await logIn(call, customer.email, visitors)
    expect(cartContents(body.shoppingCart).toSorted((a, b) => a[0] - b[0])).toEqual([
      [shelf.rice, 2],
      [shelf.coconut, 3],
      [shelf.beef, 1],
    ])
    expect(body.sessionId).toBe(customer.sessionId)
    for (const line of body.shoppingCart) expect(line.sessionId).toBe(customer.sessionId)
    expect((await call('cart', { params: { sessionId: visitors } })).body.listData).toEqual([])
    expect((await init(call, bearerHeaders(body.token))).body.shoppingCart).toEqual(body.shoppingCart)
  })
  test('two concurrent logins with one guest’s cart take it over once', async () => {
    const customer = await withCart([shelf.rice, 5])
    const visitors = await cartWith(call, [shelf.rice, 2], [shelf.coconut, 3])
    const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(call, customer.email, visitors)))
    for (const { body } of answers) {
      expect(cartContents(body.shoppingCart)).toEqual([
        [shelf.rice, 2],
        [shelf.coconut, 3],
      ])
    }
  })
  // Specification: S.1.43
  test('is restored by the next login', async () => {
    const customer = await withCart([shelf.rice, 5])
    await call('logout', { body: {}, headers: customer.headers })
    const { body } = await logIn(call, customer.email)
    expect(cartContents(body.shoppingCart)).toEqual([[shelf.rice, 5]])
  })
  test('of another customer is not merged', async () => {
    const other = await withCart([shelf.rice, 5])
    const { email } = await newCustomer(call)
    const { body } = await logIn(call, email, other.sessionId)
    expect(body.shoppingCart).toEqual([])
    expect(JSON.stringify(body)).not.toContain(other.sessionId)
    expect(cartContents((await init(call, other.headers)).body.shoppingCart)).toEqual([[shelf.rice, 5]])
  })
  test('is unknown without the customer’s token', async () => {
    const { sessionId, headers } = await withCart([shelf.rice, 5])
    const [line] = (await call('cart', { params: { sessionId }, headers })).body.listData
    for (const others of [{}, (await newCustomer(call)).headers]) {
      expect((await call('cart', { params: { sessionId }, headers: others })).body.listData).toEqual([])
      expect((await init(call, others, sessionId)).body.shoppingCart).toEqual([])
      const added = await call('addLine', { body: lineOf(shelf.beef, { mySessionId: sessionId }), headers: others })
      expect(added.body.data.sessionId).not.toBe(sessionId)
      const change = { params: { id: line.id }, body: { productPrice: 0, quantity: 1 }, headers: others }
      expect(await call('changeLine', change)).toMatchObject({ status: 404 })
      expect(await call('removeLine', { params: { id: line.id }, headers: others })).toMatchObject({ status: 404 })
    }
    expect(cartContents((await init(call, headers)).body.shoppingCart)).toEqual([[shelf.rice, 5]])
  })
  test('is used for a session that is unknown, another customer’s, or missing', async () => {
    const other = await withCart([shelf.beef, 1])
    const { headers, sessionId } = await withCart([shelf.rice, 1])
    for (const mySessionId of [null, 'made-up', other.sessionId, sessionId]) {
      const { body } = await call('addLine', { body: lineOf(shelf.rice, { mySessionId }), headers })
      expect(body.data.sessionId).toBe(sessionId)
    }
    for (const named of ['null', 'made-up', other.sessionId, sessionId]) {
      expect(cartContents((await call('cart', { params: { sessionId: named }, headers })).body.listData)).toEqual([
        [shelf.rice, 5],
      ])
      expect(cartContents((await init(call, headers, named)).body.shoppingCart)).toEqual([[shelf.rice, 5]])
    }
  })
  test('is created once, even by concurrent additions', async () => {
    const { headers } = await newCustomer(call)
    const adding = () => call('addLine', { body: lineOf(shelf.cheap), headers })
    const answers = await Promise.all(Array.from({ length: 10 }, adding))
    expect(new Set(answers.map(answer => answer.body.data.sessionId)).size).toBe(1)
    expect(cartContents((await init(call, headers)).body.shoppingCart)).toEqual([[shelf.cheap, 10]])
  })
}

function logoutCases(call: Call): void {
  // Specification: 1.14
  test('revokes its token and no other', async () => {
    const { email, token } = await newCustomer(call)
    const other = (await logIn(call, email)).body.token
    expect((await call('logout', { body: {}, headers: bearerHeaders(token) })).body).toMatchObject({ statusCode: 200 })
    expect(await init(call, bearerHeaders(token))).toMatchObject({ status: 401, body: { statusCode: 401 } })
    expect((await init(call, bearerHeaders(other))).body.customerInfo).toMatchObject({ email })
  })
  test('succeeds without a token', async () => {
    const { token } = await newCustomer(call)
    for (const headers of [{}, bearerHeaders('a.b.c'), bearerHeaders(token), bearerHeaders(token)]) {
      expect((await call('logout', { body: {}, headers })).body).toMatchObject({ statusCode: 200 })
    }
  })
}

function passwordCases(call: Call): void {
  const next = 'galangal & ginger'
  const changing = (headers: Record<string, string>, more = {}) =>
    call('updatePassword', { body: { password: next, ...more }, headers })
  // Specification: 1.16
  test('changing it revokes every other token and returns a new one', async () => {
    const { email, token, headers } = await newCustomer(call)
    const other = (await logIn(call, email)).body.token
    const { body } = await changing(headers)
    expect(body.statusCode).toBe(200)
    for (const old of [token, other]) expect(await init(call, bearerHeaders(old))).toMatchObject({ status: 401 })
    expect((await init(call, bearerHeaders(body.token))).body.customerInfo).toMatchObject({ email })
    expect(await logIn(call, email)).toEqual(wrong)
    const again = { email, password: next, sessionId: null }
    expect((await call('login', { body: again })).body.statusCode).toBe(200)
  })
  test('is changed with the current password, not with a wrong one', async () => {
    const { email, headers } = await newCustomer(call)
    const refused = refusedField('currentPassword', 'Your current password is incorrect.')
    for (const currentPassword of ['lemongrass', '', 'x'.repeat(1_000)]) {
      expect(await changing(headers, { currentPassword })).toEqual(refused)
    }
    expect((await logIn(call, email)).body.statusCode).toBe(200)
    expect((await changing(headers, { currentPassword: password })).body.statusCode).toBe(200)
  })
  test('of two concurrent changes with one token one succeeds, the other gets 401', async () => {
    const { headers } = await newCustomer(call)
    const answers = await Promise.all([changing(headers), changing(headers)])
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 401])
  })
  // Specification: 9.22
  test('a new password is checked', async () => {
    const { headers, email } = await newCustomer(call)
    const message = 'Password must be at least 6 characters'
    expect(await changing(headers, { password: '12345' })).toEqual({ status: 400, body: { statusCode: 400, message } })
    expect(await changing(headers, { password: 'letmein' })).toEqual(common)
    expect(await changing(headers, { password: email })).toEqual(common)
  })
  // Specification: S.5.13
  test('a reset request never reveals who has an account', async () => {
    const { email } = await newCustomer(call)
    const known = await call('forgotPassword', { body: { email } })
    expect(known).toEqual({ status: 200, body: { statusCode: 200 } })
    expect(await call('forgotPassword', { body: { email: newEmail() } })).toEqual(known)
    expect(await call('forgotPassword', { body: { email: 'mei' } })).toMatchObject({ status: 400 })
  })
  test('is not reset by an unknown link', async () => {
    const asking = { body: { resetToken: 'made-up', password: next } }
    const refused = soft(410, /^This link has been used or has expired\./)
    expect(await call('resetPassword', asking)).toEqual(refused)
    expect(await call('checkResetLink', { body: { resetToken: 'made-up' } })).toEqual(refused)
  })
}
