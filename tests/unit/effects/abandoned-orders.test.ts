import { describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { Toast } from '#machines/messages/toast'
import { endLogin } from '#src/effects/login-calls.ts'
import { newOrder, onlineOrder, placedOrder } from '../../kit/outcomes.ts'
import { createRecordingClient, type Asked } from '../../kit/recorded-calls.ts'

const sentAt = Date.UTC(2026, 10, 2, 2)
const found = { statusCode: 200, data: placedOrder }
const missing = { statusCode: 404, message: 'There is no such order.' }
const done = { statusCode: 200 }

/** Ends a login while the outcome of an order is unknown; the gateway has these answers about the order, in turn. */
async function endsLogin(bearer: string | null, body: NewOrder, ...answers: object[]) {
  const answer = ({ path }: Asked) => (path === '/customer/logout' ? done : answers.shift()!)
  const { call, requests, bearers } = createRecordingClient(answer)
  const toasts: Toast[] = []
  const stored = { version: 1, sentAt, customerId: bearer && 'mai', body }
  const environment = { call, raiseToast: (toast: Toast) => void toasts.push(toast) }
  await endLogin(environment, bearer, [JSON.stringify(stored)], () => new Promise(() => {}))
  return {
    calls: requests.map(({ method, path }, at) => [
      method,
      path.split('/')[1],
      bearers[at]?.replace('Bearer ', '') ?? null,
    ]),
    said: toasts.map(({ kind, text }) => `${kind}: ${text}`),
  }
}

describe('an order whose outcome is not known when the shopper leaves this device', () => {
  test('can’t be placed any more, and the shopper reads that it was not placed', async () => {
    expect(await endsLogin(null, newOrder, missing, done)).toEqual({
      calls: [
        ['GET', 'order', null],
        ['DELETE', 'order', null],
      ],
      said: ['error: Your order from 2 November was not placed.'],
    })
  })

  test('is settled with the token of its customer before that is revoked', async () => {
    expect(await endsLogin('token', newOrder, missing, done)).toMatchObject({
      calls: [
        ['GET', 'order', 'token'],
        ['DELETE', 'order', 'token'],
        ['POST', 'customer', 'token'],
      ],
    })
  })

  test('and that was placed is reported to a guest, whose receipt is removed, and to a customer', async () => {
    const placed = 'success: Your order from 2 November was placed. Its number is LL-1001.'
    expect((await endsLogin(null, newOrder, found)).said).toEqual([`${placed} Its receipt was removed.`])
    expect((await endsLogin('token', newOrder, found)).said).toEqual([placed])
    expect((await endsLogin('token', newOrder, missing, { statusCode: 409 }, found)).said).toEqual([placed])
  })

  test('and that may be paid keeps its key: the shopper reads what to expect', async () => {
    const { calls, said } = await endsLogin(null, onlineOrder, missing)
    expect(calls).toEqual([['GET', 'order', null]])
    expect(said).toEqual([expect.stringContaining('Otherwise your payment is returned.')])
  })

  test('and about which the gateway does not answer does not keep the token valid', async () => {
    const { calls, said } = await endsLogin('token', newOrder, { statusCode: 503, message: 'Later.' })
    expect(calls.at(-1)).toEqual(['POST', 'customer', 'token'])
    expect(said).toEqual([expect.stringContaining('the shop did not answer')])
  })

  test('and that can’t be read is not looked up', async () => {
    const { call, requests } = createRecordingClient()
    await endLogin({ call, raiseToast: () => {} }, null, ['{', '{"sentAt":1}'], () => new Promise(() => {}))
    expect(requests).toEqual([])
  })
})
