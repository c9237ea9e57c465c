import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryRows, type Database } from '#gateway/database/database'
import { Declined, NotApproved, type NewProviderOrder } from '#gateway/payments/payment-provider'
import { createSandbox, type Card, type Sandbox } from '#gateway/payments/sandbox/sandbox'
import { newRequestId } from '../gateway/given.ts'

const slowness = 60
/** Timers may fire slightly early. */
const slow = slowness - 5

const dinner: NewProviderOrder = { intent: 'authorize', amount: 4_210, currency: 'AUD', reference: 'dinner' }

/** The sandbox as a payment provider, on either database. */
export function sandboxCases(database: () => Database): void {
  describe('the sandbox provider', () => {
    let sandbox: Sandbox
    beforeAll(async () => {
      // gateways that start together create its tables once
      const [first] = await Promise.all([createSandbox(database(), slowness), createSandbox(database(), slowness)])
      sandbox = first
    })

    const created = (more: Partial<NewProviderOrder> = {}) => sandbox.create({ ...dinner, ...more }, newRequestId())
    const approved = async (card: Card = 'good', more: Partial<NewProviderOrder> = {}) => {
      const { id } = await created(more)
      await sandbox.approve(id, card)
      return id
    }
    const authorized = async (card: Card = 'good') => {
      const order = await sandbox.authorize(await approved(card), newRequestId())
      return { id: order.id, authorizationId: order.authorizationId! }
    }
    const statusOf = async (id: string) => (await sandbox.read(id))?.status

    test('creates an order once per key', async () => {
      const key = newRequestId()
      const [one, other] = await Promise.all([sandbox.create(dinner, key), sandbox.create(dinner, key)])
      expect(other).toEqual(one)
      expect(one).toEqual({
        id: expect.any(String),
        status: 'created',
        intent: 'authorize',
        isOwn: true,
        amount: 4_210,
        currency: 'AUD',
        authorizationId: null,
        captureId: null,
      })
      expect((await created()).id).not.toBe(one.id)
    })
    test('refuses a key that was used for another request', async () => {
      const key = newRequestId()
      await sandbox.create(dinner, key)
      await expect(sandbox.create({ ...dinner, amount: 1 }, key)).rejects.toThrow('used for something else')
    })
    test('reads an order, and null for an unknown one', async () => {
      const order = await created()
      expect(await sandbox.read(order.id)).toEqual(order)
      expect(await sandbox.read('elsewhere')).toBeNull()
    })
    test('authorizes the approved amount once, however often it is asked', async () => {
      const id = await approved()
      const orders = await Promise.all([1, 2, 3, 4].map(() => sandbox.authorize(id, newRequestId())))
      expect(new Set(orders.map(({ authorizationId }) => authorizationId)).size).toBe(1)
      expect(orders[0]).toMatchObject({ id, status: 'authorized', amount: 4_210, captureId: null })
    })
    test('repeats the answer of a key, whatever has happened since', async () => {
      const id = await approved()
      const key = newRequestId()
      const order = await sandbox.authorize(id, key)
      await sandbox.void(order.authorizationId!, newRequestId())
      expect(await sandbox.authorize(id, key)).toEqual(order)
      expect(await statusOf(id)).toBe('voided')
    })
    test('does not authorise an unapproved order', async () => {
      const { id } = await created()
      const key = newRequestId()
      await expect(sandbox.authorize(id, key)).rejects.toThrow(NotApproved)
      await sandbox.approve(id, 'good')
      expect((await sandbox.authorize(id, key)).status).toBe('authorized')
    })
    test('declines a bad card and accepts another one afterwards', async () => {
      const id = await approved('declined')
      const key = newRequestId()
      await expect(sandbox.authorize(id, key)).rejects.toThrow(Declined)
      await expect(sandbox.authorize(id, key)).rejects.toThrow(Declined)
      expect(await statusOf(id)).toBe('approved')
      await sandbox.approve(id, 'good')
      expect((await sandbox.authorize(id, key)).status).toBe('authorized')
    })
    test('delays both steps with a slow card', async () => {
      const began = performance.now()
      const { authorizationId } = await authorized('slow')
      expect(performance.now() - began).toBeGreaterThanOrEqual(slow)
      const key = newRequestId()
      const before = performance.now()
      await sandbox.capture(authorizationId, key)
      expect(performance.now() - before).toBeGreaterThanOrEqual(slow)
    })
    test('delays no other card', async () => {
      const verySlow = await createSandbox(database(), 3_600_000)
      const id = await approved('good')
      expect((await verySlow.authorize(id, newRequestId())).status).toBe('authorized')
    })
    test('captures the authorized amount once, however often it is asked', async () => {
      const { id, authorizationId } = await authorized()
      const captures = await Promise.all([1, 2, 3, 4].map(() => sandbox.capture(authorizationId, newRequestId())))
      expect(new Set(captures.map(({ captureId }) => captureId)).size).toBe(1)
      for (const { isPending } of captures) expect(isPending).toBe(false)
      expect(await sandbox.read(id)).toMatchObject({
        status: 'captured',
        authorizationId,
        captureId: captures[0]!.captureId,
      })
    })
    test('captures a part of the authorized amount, and never more than it', async () => {
      const { id, authorizationId } = await authorized()
      const { amount, currency } = (await sandbox.read(id))!
      await expect(
        sandbox.capture(authorizationId, newRequestId(), { amount: amount + 1, currency }),
      ).rejects.toMatchObject({ issue: 'MAX_CAPTURE_AMOUNT_EXCEEDED', isFinal: true })
      await sandbox.capture(authorizationId, newRequestId(), { amount: amount - 1, currency })
      expect(await sandbox.read(id)).toMatchObject({ status: 'captured', amount: amount - 1 })
    })
    test('does not capture a voided or unknown authorization', async () => {
      const { id, authorizationId } = await authorized()
      await sandbox.void(authorizationId, newRequestId())
      const refusal = { issue: 'AUTHORIZATION_VOIDED', isFinal: true }
      await expect(sandbox.capture(authorizationId, newRequestId())).rejects.toMatchObject(refusal)
      await expect(sandbox.capture('elsewhere', newRequestId())).rejects.toThrow('has no such order')
      expect(await statusOf(id)).toBe('voided')
    })
    test('captures or voids, never both', async () => {
      const { id, authorizationId } = await authorized()
      const [taken] = await Promise.allSettled([
        sandbox.capture(authorizationId, newRequestId()),
        sandbox.void(authorizationId, newRequestId()),
      ])
      expect(await statusOf(id)).toBe(taken.status === 'fulfilled' ? 'captured' : 'voided')
    })
    test('voids nothing that was captured or voided before', async () => {
      const { id, authorizationId } = await authorized()
      await sandbox.capture(authorizationId, newRequestId())
      await sandbox.void(authorizationId, newRequestId())
      await sandbox.void('elsewhere', newRequestId())
      expect(await statusOf(id)).toBe('captured')
    })
    test('refunds a capture', async () => {
      const { id, authorizationId } = await authorized()
      const { captureId } = await sandbox.capture(authorizationId, newRequestId())
      for (const requestId of [newRequestId(), newRequestId()])
        expect(await sandbox.refund(captureId, requestId)).toEqual({ isPending: false })
      expect(await statusOf(id)).toBe('refunded')
      await expect(sandbox.refund('elsewhere', newRequestId())).rejects.toThrow('has no such order')
    })
    test('refunds parts of a capture up to what was captured, and refuses more', async () => {
      const { id, authorizationId } = await authorized()
      const { captureId } = await sandbox.capture(authorizationId, newRequestId())
      const { amount, currency } = (await sandbox.read(id))!
      const refundsPart = (cents: number, requestId = newRequestId()) =>
        sandbox.refund(captureId, requestId, { amount: cents, currency })
      await expect(refundsPart(amount + 1)).rejects.toMatchObject({ issue: 'REFUND_AMOUNT_EXCEEDED', isFinal: true })
      await refundsPart(amount - 1)
      await expect(refundsPart(2)).rejects.toMatchObject({ issue: 'REFUND_AMOUNT_EXCEEDED', isFinal: true })
      expect(await sandbox.read(id)).toMatchObject({ status: 'captured', amount: 1 })
      const last = newRequestId()
      await refundsPart(1, last)
      expect(await statusOf(id)).toBe('refunded')
      await expect(refundsPart(1)).rejects.toMatchObject({ issue: 'CAPTURE_FULLY_REFUNDED', isFinal: true })
      // a repeated request is no other refund
      expect(await refundsPart(1, last)).toEqual({ isPending: false })
    })
    test('allows a browser to capture an order with the intent to capture', async () => {
      const id = await approved('good', { intent: 'capture' })
      const [one, other] = await Promise.all([1, 2].map(() => sandbox.captureOrder(id, newRequestId())))
      expect(one).toEqual(other)
      expect(await sandbox.read(id)).toMatchObject({
        status: 'captured',
        authorizationId: null,
        captureId: one!.captureId,
      })
      await expect(sandbox.authorize(id, newRequestId())).rejects.toThrow('intent of the order is capture')
      await expect(sandbox.captureOrder(await approved(), newRequestId())).rejects.toThrow(
        'intent of the order is authorize',
      )
    })
    test('does not allow a browser to capture an unapproved or declined order', async () => {
      const { id } = await created({ intent: 'capture' })
      await expect(sandbox.captureOrder(id, newRequestId())).rejects.toThrow(NotApproved)
      await sandbox.approve(id, 'declined')
      await expect(sandbox.captureOrder(id, newRequestId())).rejects.toThrow(Declined)
    })
    test('cannot be approved after the money has moved', async () => {
      const { id } = await authorized()
      expect(await sandbox.approve(id, 'declined')).toBeNull()
      expect(await statusOf(id)).toBe('authorized')
    })
    test('changes the amount of a browser’s order until it is approved', async () => {
      const own = await sandbox.createForBrowser({ intent: 'capture', amount: 500, currency: 'AUD' }, newRequestId())
      expect(await sandbox.reprice(own.id, 600)).toMatchObject({ amount: 600 })
      await sandbox.approve(own.id, 'good')
      expect(await sandbox.reprice(own.id, 1)).toBeNull()
      expect(await sandbox.reprice((await created()).id, 1)).toBeNull()
    })
    test('keeps its tables in its own schema', async () => {
      const tables = await queryRows<{ table_schema: string }>(
        database(),
        sql`select table_schema from information_schema.tables where table_schema = 'sandbox'`,
      )
      expect(tables).toHaveLength(2)
    })
  })
}
