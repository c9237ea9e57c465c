import { describe, expect, test } from 'vitest'
import { createPayPal, type PayPalAccount } from '#gateway/payments/paypal'
import { Declined, NotApproved, ProviderRefusal } from '#gateway/payments/payment-provider'

// Handwritten answers in PayPal's documented format: no test calls PayPal.

const account = {
  clientId: 'client-of-shop',
  secret: 'hush-hush',
  apiUrl: 'https://api-m.example.com',
  merchantId: 'SHOP123',
  webhookId: 'HOOK1',
}
const orderId = '5O190127TN364715T'
const dinner = { intent: 'authorize', amount: 4_205, currency: 'AUD', reference: 'order-1' } as const

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  isTimed: boolean
}
type Answer = [status: number, body: unknown]

/** PayPal as a list of answers in order; the token request is answered separately. */
function paypal(...answers: (Answer | Error)[]) {
  return paypalFor(account, ...answers)
}

function paypalFor(shop: PayPalAccount, ...answers: (Answer | Error)[]) {
  const sent: Sent[] = []
  const logins: Sent[] = []
  const clock = { now: 0 }
  let loginAnswer: Answer = [200, { access_token: 'token', token_type: 'Bearer', expires_in: 32_400 }]
  const ask: typeof fetch = async (url, init = {}) => {
    const path = String(url).replace(account.apiUrl, '')
    const headers = Object.fromEntries(new Headers(init.headers))
    const isLogin = path === '/v1/oauth2/token'
    const requests = isLogin ? logins : sent
    requests.push({
      method: init.method ?? 'GET',
      path,
      headers,
      body: String(init.body ?? ''),
      isTimed: Boolean(init.signal),
    })
    const answer = isLogin ? loginAnswer : answers.shift()
    if (answer === undefined) throw new Error('the test expected no more requests')
    if (answer instanceof Error) throw answer
    const [status, body] = answer
    return new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  const provider = createPayPal(shop, ask, () => clock.now)
  return { provider, sent, logins, clock, logsIn: (answer: Answer) => void (loginAnswer = answer) }
}

test.each([
  ['https://api-m.paypal.com', 'paypal'],
  ['https://api-m.sandbox.paypal.com', 'paypal-sandbox'],
  ['https://sandbox-proxy.example.com', 'paypal'],
])('orders paid at %s name the provider %s', (apiUrl, name) => {
  expect(createPayPal({ ...account, apiUrl }).name).toBe(name)
})

const unit = (payments?: object, merchant = 'SHOP123') => ({
  reference_id: 'default',
  amount: { currency_code: 'AUD', value: '42.05' },
  payee: { email_address: 'shop@example.com', merchant_id: merchant },
  payments,
})
const order = (status: string, payments?: object) => ({
  id: orderId,
  intent: 'AUTHORIZE',
  status,
  purchase_units: [unit(payments)],
})
const aside = (status: string) => ({ authorizations: [{ id: '0AW2184448108334S', status }] })
const taken = (status: string) => ({ ...aside('CAPTURED'), captures: [{ id: '2GG279541U471931P', status }] })
const refusal = (issue: string): Answer => [
  422,
  {
    name: 'UNPROCESSABLE_ENTITY',
    details: [{ issue, description: 'Mai Tran of 88 Lantern Lane' }],
    message: 'for mai@example.com',
    debug_id: 'f1d2d2f9',
  },
]

describe('an order at PayPal', () => {
  test('is created with its amount, its reference, a key and no address', async () => {
    const { provider, sent } = paypal([201, order('PAYER_ACTION_REQUIRED')])
    expect(await provider.create(dinner, 'order-1')).toEqual({
      id: orderId,
      status: 'created',
      intent: 'authorize',
      isOwn: true,
      amount: 4_205,
      currency: 'AUD',
      authorizationId: null,
      captureId: null,
    })
    expect(sent[0]).toMatchObject({
      isTimed: true,
      method: 'POST',
      path: '/v2/checkout/orders',
      headers: {
        authorization: 'Bearer token',
        'paypal-request-id': 'create-order-1',
        prefer: 'return=representation',
        'content-type': 'application/json',
      },
    })
    expect(JSON.parse(sent[0]!.body)).toEqual({
      intent: 'AUTHORIZE',
      purchase_units: [{ custom_id: 'order-1', amount: { currency_code: 'AUD', value: '42.05' } }],
      payment_source: {
        paypal: { experience_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' } },
      },
    })
  })
  test('has a key of a length PayPal accepts', async () => {
    for (const length of [108, 109]) {
      const { provider, sent } = paypal([201, order('CREATED')])
      const key = 'k'.repeat(length - 'create-'.length)
      await provider.create(dinner, key)
      expect(sent[0]!.headers['paypal-request-id'] === `create-${key}`).toBe(length === 108)
    }
    const long = 'x'.repeat(200)
    const { provider, sent } = paypal([201, order('CREATED')], [201, order('CREATED')])
    await provider.create({ ...dinner, reference: long }, long)
    await provider.create({ ...dinner, reference: long }, `${long}y`)
    const [one, other] = sent.map(({ headers }) => headers['paypal-request-id']!)
    expect([one!.length <= 108, one === other]).toEqual([true, false])
    expect(JSON.parse(sent[0]!.body).purchase_units[0].custom_id.length).toBeLessThanOrEqual(127)
  })
  test.each([
    ['CREATED', undefined, 'created'],
    ['SAVED', undefined, 'created'],
    ['PAYER_ACTION_REQUIRED', undefined, 'created'],
    ['APPROVED', undefined, 'approved'],
    ['VOIDED', undefined, 'voided'],
    ['APPROVED', aside('DENIED'), 'approved'],
    ['COMPLETED', aside('CREATED'), 'authorized'],
    ['COMPLETED', aside('PENDING'), 'pending'],
    ['COMPLETED', aside('VOIDED'), 'voided'],
    ['COMPLETED', taken('COMPLETED'), 'captured'],
    ['COMPLETED', taken('PENDING'), 'pending'],
    ['COMPLETED', taken('PARTIALLY_REFUNDED'), 'captured'],
    ['COMPLETED', taken('REFUNDED'), 'refunded'],
    ['COMPLETED', { captures: [{ id: '1', status: 'DECLINED' }] }, 'created'],
  ])('that is %s with %j is %s', async (status, payments, shown) => {
    const { provider } = paypal([200, order(status, payments)])
    expect((await provider.read(orderId))?.status).toBe(shown)
  })
  test.each([
    ['pays the account of the shop', [unit()], true],
    ['pays another account', [unit(undefined, 'THIEF')], false],
    ['names no account', [{ amount: { currency_code: 'AUD', value: '42.05' } }], false],
    ['has a second purchase unit', [unit(), unit()], false],
  ])('that %s is the shop’s own: %#', async (_what, units, isOwn) => {
    const { provider } = paypal([200, { ...order('APPROVED'), purchase_units: units }])
    expect((await provider.read(orderId))?.isOwn).toBe(isOwn)
  })
  test('is the shop’s own whatever account it pays if the shop names none', async () => {
    const { provider } = paypalFor({ ...account, merchantId: null }, [200, order('APPROVED')])
    expect((await provider.read(orderId))?.isOwn).toBe(true)
  })
  test('has the amount of its capture, else of its authorization, and its own intent', async () => {
    const amount = { currency_code: 'AUD', value: '0.05' }
    const part = { id: '2GG279541U471931P', status: 'COMPLETED', amount }
    const { provider } = paypal(
      [200, { ...order('COMPLETED', { ...aside('CAPTURED'), captures: [part] }), intent: 'CAPTURE' }],
      [200, order('COMPLETED', { authorizations: [{ ...part, status: 'CREATED' }] })],
    )
    expect(await provider.read(orderId)).toMatchObject({ amount: 5, intent: 'capture' })
    expect(await provider.read(orderId)).toMatchObject({ amount: 5, intent: 'authorize' })
  })
  test('is an error if PayPal’s answer is not an order', async () => {
    const read = (answer: unknown) => paypal([200, answer]).provider.read(orderId)
    await expect(read('{"id"')).rejects.toThrow('PayPal’s answer to read cannot be parsed.')
    await expect(read({ ...order('APPROVED'), purchase_units: [] })).rejects.toThrow('without purchase units')
  })
  test('is null if PayPal has no such order', async () => {
    const { provider } = paypal([404, { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] }])
    expect(await provider.read(orderId)).toBeNull()
  })
  test.each(['..', '../../v1/oauth2/token', 'a/b', 'a?b', ''])('is never requested with the id %j', async id => {
    const { provider, sent } = paypal()
    expect(await provider.read(id)).toBeNull()
    await expect(provider.authorize(id, 'order')).rejects.toThrow('Not a PayPal id')
    expect(sent).toEqual([])
  })
})

describe('money at PayPal', () => {
  test('is captured in part, and the rest is released', async () => {
    const { provider, sent } = paypal([201, { id: '2GG279541U471931P', status: 'COMPLETED' }])
    await provider.capture('0AW2184448108334S', 'order-1', { amount: 1230, currency: 'AUD' })
    expect(JSON.parse(sent[0]!.body)).toEqual({
      final_capture: true,
      amount: { currency_code: 'AUD', value: '12.30' },
    })
  })

  test('is authorised, captured and refunded', async () => {
    const { provider, sent } = paypal(
      [201, order('COMPLETED', aside('CREATED'))],
      [201, { id: '2GG279541U471931P', status: 'COMPLETED' }],
      [201, { id: '1JU08902781691411', status: 'COMPLETED' }],
    )
    expect(await provider.authorize(orderId, 'order-1')).toMatchObject({
      status: 'authorized',
      authorizationId: '0AW2184448108334S',
    })
    expect(await provider.capture('0AW2184448108334S', 'order-1')).toEqual({
      captureId: '2GG279541U471931P',
      isPending: false,
    })
    await provider.refund('2GG279541U471931P', 'order-1')
    expect(JSON.parse(sent[1]!.body)).toEqual({ final_capture: true })
    expect(sent.map(({ path, headers }) => [path, headers['paypal-request-id']])).toEqual([
      [`/v2/checkout/orders/${orderId}/authorize`, 'authorize-order-1'],
      ['/v2/payments/authorizations/0AW2184448108334S/capture', 'capture-order-1'],
      ['/v2/payments/captures/2GG279541U471931P/refund', 'refund-order-1'],
    ])
  })
  test.each(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'PAYER_CANNOT_PAY', 'TRANSACTION_REFUSED'])(
    'is declined with %s',
    async issue => await expect(paypal(refusal(issue)).provider.authorize(orderId, 'w')).rejects.toThrow(Declined),
  )
  test('is declined if the authorization is denied, and pending while PayPal reviews it', async () => {
    const denied = paypal([201, order('COMPLETED', aside('DENIED'))])
    await expect(denied.provider.authorize(orderId, 'w')).rejects.toThrow(Declined)
    const reviewed = paypal([201, order('COMPLETED', aside('PENDING'))], [201, { id: 'C1', status: 'PENDING' }])
    expect(await reviewed.provider.authorize(orderId, 'w')).toMatchObject({ status: 'pending' })
    expect(await reviewed.provider.capture('A1', 'w')).toEqual({ captureId: 'C1', isPending: true })
  })
  test('is not authorised without an approval', async () => {
    await expect(paypal(refusal('ORDER_NOT_APPROVED')).provider.authorize(orderId, 'w')).rejects.toThrow(NotApproved)
  })
  test.each(['ORDER_ALREADY_AUTHORIZED', 'ORDER_ALREADY_CAPTURED'])('is read from the order after %s', async issue => {
    const { provider } = paypal(refusal(issue), [200, order('COMPLETED', aside('CREATED'))])
    expect(await provider.authorize(orderId, 'w')).toMatchObject({ status: 'authorized' })
    const { authorizations: _, ...captured } = taken('COMPLETED')
    const other = paypal(refusal(issue), [200, order('COMPLETED', captured)])
    expect(await other.provider.authorize(orderId, 'w')).toMatchObject({ status: 'captured' })
  })
  test('is an error after any other refusal', async () => {
    await expect(paypal(refusal('INTERNAL')).provider.authorize(orderId, 'w')).rejects.toThrow('INTERNAL')
  })
  test.each(['COMPLETED', 'PENDING'])('captured earlier is found through its order: %s', async status => {
    const up = { rel: 'up', href: `https://api-m.example.com/v2/checkout/orders/${orderId}` }
    const self = { rel: 'self', href: 'https://api-m.example.com/v2/checkout/orders/OTHER' }
    const { provider, sent } = paypal(
      refusal('AUTHORIZATION_ALREADY_CAPTURED'),
      [
        200,
        {
          id: '0AW2184448108334S',
          status: 'CAPTURED',
          links: [{ rel: 'self', href: 'x' }, { rel: 'up', href: 'https://x.example.com/v2/y' }, self, up],
        },
      ],
      [200, order('COMPLETED', taken(status))],
    )
    expect(await provider.capture('0AW2184448108334S', 'w')).toEqual({
      captureId: '2GG279541U471931P',
      isPending: status === 'PENDING',
    })
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
    for (const { headers } of sent.slice(1)) expect(headers).not.toHaveProperty('paypal-request-id')
    expect(sent[2]!.path).toBe(`/v2/checkout/orders/${orderId}`)
  })
  test('captured earlier is an error if no order names the capture', async () => {
    const known = { id: '0AW2184448108334S', status: 'CAPTURED' }
    const up = { rel: 'up', href: `https://api-m.example.com/v2/checkout/orders/${orderId}` }
    for (const answers of [
      [[200, known]],
      [
        [200, { ...known, links: [up] }],
        [200, order('COMPLETED', aside('CREATED'))],
      ],
    ] as Answer[][])
      await expect(
        paypal(refusal('AUTHORIZATION_ALREADY_CAPTURED'), ...answers).provider.capture('A1', 'w'),
      ).rejects.toThrow('its order has no capture')
  })
  test('that cannot be captured is an error', async () => {
    await expect(paypal(refusal('AUTHORIZATION_VOIDED')).provider.capture('A1', 'w')).rejects.toThrow('VOIDED')
    await expect(paypal([201, { id: 'C1', status: 'DECLINED' }]).provider.capture('A1', 'w')).rejects.toThrow(
      'DECLINED',
    )
  })
  test.each([
    [refusal('AUTHORIZATION_VOIDED'), 'AUTHORIZATION_VOIDED', true],
    [[201, { id: 'C1', status: 'DECLINED' }] as Answer, 'CAPTURE_DECLINED', true],
    [[404, { name: 'RESOURCE_NOT_FOUND' }] as Answer, 'RESOURCE_NOT_FOUND', true],
    [refusal('PREVIOUS_REQUEST_IN_PROGRESS'), 'PREVIOUS_REQUEST_IN_PROGRESS', false],
    [[503, 'busy'] as Answer, 'no reason given', false],
    [[503, { name: 'BUSY', details: [] }] as Answer, 'BUSY', false],
    [[403, { name: 'NOT_AUTHORIZED' }] as Answer, 'NOT_AUTHORIZED', false],
  ])('that is not captured names the issue, and whether it is final: %#', async (answer, issue, isFinal) => {
    const error = await paypal(answer as Answer)
      .provider.capture('A1', 'w')
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ProviderRefusal)
    expect(error).toMatchObject({ issue, isFinal })
  })
  test('is voided; voiding again does nothing', async () => {
    await paypal([204, null]).provider.void('A1', 'w')
    await paypal([200, { id: 'A1', status: 'VOIDED' }]).provider.void('A1', 'w')
    for (const issue of ['PREVIOUSLY_VOIDED', 'PREVIOUSLY_CAPTURED', 'AUTHORIZATION_VOIDED'])
      await paypal(refusal(issue)).provider.void('A1', 'w')
    await paypal([404, { name: 'RESOURCE_NOT_FOUND' }]).provider.void('A1', 'w')
    await expect(paypal(refusal('CANNOT_BE_VOIDED')).provider.void('A1', 'w')).rejects.toThrow('CANNOT_BE_VOIDED')
  })
  test('is refunded once', async () => {
    await paypal(refusal('CAPTURE_FULLY_REFUNDED')).provider.refund('C1', 'w')
    await expect(paypal([201, { id: 'R1', status: 'FAILED' }]).provider.refund('C1', 'w')).rejects.toMatchObject({
      issue: 'REFUND_FAILED',
      isFinal: true,
    })
  })
})

describe('the login at PayPal', () => {
  const orders = (count: number): Answer[] => Array.from({ length: count }, () => [200, order('APPROVED')])

  test('is shared by concurrent requests and lasts until a minute before it expires', async () => {
    const { provider, logins, clock } = paypal(...orders(4))
    await Promise.all([provider.read(orderId), provider.read(orderId)])
    clock.now = (32_400 - 61) * 1_000
    await provider.read(orderId)
    expect(logins).toHaveLength(1)
    clock.now = (32_400 - 60) * 1_000
    await provider.read(orderId)
    expect(logins).toHaveLength(2)
    expect(logins[0]).toMatchObject({
      isTimed: true,
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${btoa('client-of-shop:hush-hush')}` },
    })
  })
  test('is retried after a failure and reveals nothing of the account', async () => {
    const { provider, logins, logsIn } = paypal(...orders(1))
    logsIn([401, { error: 'invalid_client', error_description: 'for hush-hush' }])
    const error = await provider.read(orderId).catch((error: unknown) => error)
    expect(String(error)).toBe('Error: PayPal refused to log in: 401 invalid_client')
    logsIn([200, { access_token: 'other', expires_in: 100 }])
    expect((await provider.read(orderId))?.status).toBe('approved')
    expect(logins).toHaveLength(2)
  })
  test('is renewed once if PayPal refuses its token', async () => {
    const { provider, logins } = paypal([401, { name: 'AUTHENTICATION_FAILURE' }], ...orders(1))
    expect((await provider.read(orderId))?.status).toBe('approved')
    expect(logins).toHaveLength(2)
    const closed = paypal([401, {}], [401, { name: 'AUTHENTICATION_FAILURE' }])
    await expect(closed.provider.read(orderId)).rejects.toThrow('401 AUTHENTICATION_FAILURE')
  })
})

describe('an event of PayPal’s', () => {
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/cert',
    'paypal-transmission-id': 'T1',
    'paypal-transmission-sig': 'signed',
    'paypal-transmission-time': '2026-01-01T00:00:00Z',
  }
  test('is verified by PayPal, byte for byte', async () => {
    const body = '{ "id": "WH-1",  "n": 1.00 }'
    const { provider, sent } = paypal(
      [200, { verification_status: 'SUCCESS' }],
      [200, { verification_status: 'FAILURE' }],
    )
    expect(await provider.verifyWebhook(headers, body)).toBe(true)
    expect(await provider.verifyWebhook(headers, body)).toBe(false)
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/v1/notifications/verify-webhook-signature' })
    expect(sent[0]!.body.endsWith(`,"webhook_event":${body}}`)).toBe(true)
    expect(JSON.parse(sent[0]!.body)).toMatchObject({
      webhook_id: 'HOOK1',
      transmission_id: 'T1',
      transmission_sig: 'signed',
    })
  })
  test('without its signature, or for no webhook of the shop, is not PayPal’s', async () => {
    const { provider, sent } = paypal()
    expect(await provider.verifyWebhook({ ...headers, 'paypal-transmission-sig': undefined }, '{}')).toBe(false)
    expect(sent).toEqual([])
    const other = paypalFor({ ...account, webhookId: null })
    expect(await other.provider.verifyWebhook(headers, '{}')).toBe(false)
    expect(other.sent).toEqual([])
  })
})

describe('an error of PayPal’s', () => {
  const failures: (Answer | Error)[] = [
    [500, { name: 'INTERNAL_SERVER_ERROR', debug_id: 'x' }],
    [503, '<html>for mai@example.com</html>'],
    [429, { name: 'RATE_LIMIT_REACHED' }],
    [200, '{"id":"mai@example.com"'],
    [200, { id: 'mai@example.com' }],
    new TypeError('fetch failed for hush-hush of mai@example.com'),
    new DOMException('hush-hush took too long', 'TimeoutError'),
    refusal('DUPLICATE_INVOICE_ID'),
  ]
  test.each(failures.map(failure => ({ failure })))(
    'has an unknown outcome, and its error contains no names (%#)',
    async ({ failure }) => {
      const error = (await paypal(failure)
        .provider.authorize(orderId, 'w')
        .catch((error: unknown) => error)) as Error
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(Declined)
      expect(error).not.toBeInstanceOf(NotApproved)
      expect(`${error.stack} ${String(error.cause)}`).not.toMatch(/hush|mai@|Lantern|5O190127/)
    },
  )
})
