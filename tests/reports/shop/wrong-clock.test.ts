import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes'
import { createClient } from '#src/effects/client.ts'
import { clockKey, gatewayNow, isTimeKnown, noteGatewayTime } from '#src/effects/gateway-clock.ts'
import { storeToken } from '#src/effects/login-storage.ts'
import { createOutbox, storedFor } from '#src/effects/outbox.ts'
import { createProductReader } from '#src/effects/product.ts'
import { identityIn } from '#src/effects/token.ts'
import { customerIn, isExpired } from '#src/journal/retention.ts'
import { checkpointOf } from '#src/journal/checkpoint.ts'
import { markLogin } from '#src/server/mark-login.ts'
import { memory, tokenOf } from '../../kit/recorded-calls.ts'
import { newOrder } from '../../kit/outcomes.ts'

const hour = 3_600_000
/** The time at the gateway. */
const now = Date.UTC(2026, 10, 2, 14)

/** Hours by which the clock of a device is wrong. */
const ahead = [30, -30, 24 * 365 * 20, -24 * 365 * 20]

/** Milliseconds: a header's second, and the time that the call takes here. */
const resolution = 5_000
const distance = () => Math.abs(gatewayNow() - now)

let held: Map<string, string>

/** A page load on a device with a wrong clock. */
function setDevice(ahead: number) {
  vi.setSystemTime(Math.max(0, now + ahead))
}

beforeEach(() => {
  const { held: stored, storage } = memory()
  held = stored
  vi.stubGlobal('localStorage', storage)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  noteGatewayTime(new Date(Date.now()).toUTCString(), 0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A client whose gateway answers at `now` with its time. */
function openClient(date: string | null = new Date(now).toUTCString(), age?: string) {
  const bearers: (string | null)[] = []
  const token = tokenOf({ sub: 'mai', exp: now / 1_000 + 3_600 })
  const call = createClient({
    base: 'http://gateway.test/v1',
    async fetch(input, init) {
      bearers.push(new Request(input, init).headers.get('authorization'))
      const headers = { ...(date ? { date } : {}), ...(age ? { age } : {}) }
      return Response.json({ statusCode: 404, message: 'Not found' }, { status: 404, headers })
    },
    token: () => token,
    now: gatewayNow,
    log: () => {},
    answered: noteGatewayTime,
  })
  return { bearers, token, asks: () => call(routes.order, { params: { id: 1 } }).catch(() => null) }
}

describe('thm-mni-ii/feedbacksystem#1638: a device whose clock differs from the gateway’s, after one answer', () => {
  test.each(ahead)('the time is the gateway’s on a device %i hours ahead', async hours => {
    setDevice(hours * hour)
    await openClient().asks()
    expect(distance()).toBeLessThan(resolution)
    expect(isTimeKnown()).toBe(true)
  })

  test.each(ahead)('a token that was just issued can be used on a device %i hours ahead', async hours => {
    setDevice(hours * hour)
    const { token, asks, bearers } = openClient()
    await asks()
    const storage = { storeToken: (text: string) => held.set('shop.token', text) }
    expect(storeToken({ storage, now: gatewayNow } as never, token).validFor).toBeGreaterThan(3_590_000)
    await asks()
    expect(bearers.at(-1)).toBe(`Bearer ${token}`)
    expect(customerIn({ localStorage } as Window)).toBe('mai')
  })

  test.each(ahead)('a token that has expired at the gateway is not sent from a device %i hours ahead', async hours => {
    setDevice(hours * hour)
    await openClient().asks()
    expect(identityIn(tokenOf({ sub: 'mai', exp: now / 1_000 - 60 }), gatewayNow()).is).toBe('expired')
  })

  test.each([30, -30])('the next page load marks a login before any answer, %i hours ahead', async hours => {
    setDevice(hours * hour)
    const { token, asks } = openClient()
    await asks()
    const dataset: Record<string, string> = {}
    vi.stubGlobal('document', { documentElement: { dataset } })
    held.set('shop.token', tokenOf({ sub: 'mai', exp: now / 1_000 - 60 }))
    markLogin()
    expect(dataset).toEqual({})
    held.set('shop.token', token)
    markLogin()
    expect(dataset).toEqual({ login: '' })
  })
})

describe('thm-mni-ii/feedbacksystem#1638: a device whose clock differs from the gateway’s, measured', () => {
  test('a slow answer does not move a time that it does not disprove', () => {
    setDevice(0)
    noteGatewayTime(new Date(now - 40_000).toUTCString(), 60_000)
    expect(held.has(clockKey)).toBe(false)
  })

  test('an answer from a cache does not set the time back', async () => {
    setDevice(0)
    await openClient(new Date(now - 30 * hour).toUTCString(), '108000').asks()
    expect(distance()).toBeLessThan(resolution)
  })

  test('an answer without a readable time changes nothing', async () => {
    setDevice(0)
    for (const date of [null, 'yesterday', '']) await openClient(date).asks()
    expect(distance()).toBeLessThan(resolution)
  })

  test.each([30, -30])('a clock that is set by %i hours during a request is corrected by its answer', async hours => {
    setDevice(0)
    const { asks } = openClient()
    await asks()
    const answer = asks()
    setDevice(hours * hour)
    await answer
    expect(distance()).toBeLessThan(resolution)
  })

  test.each(ahead)('answers that arrive together correct it once, %i hours ahead', async hours => {
    setDevice(hours * hour)
    const { asks } = openClient()
    await Promise.all([asks(), asks(), asks(), asks()])
    expect(distance()).toBeLessThan(resolution)
  })

  test.each(['NaN', 'Infinity', '1e99', '9'.repeat(20), '[]', ' ', '0x10', '1.5'])(
    '%j in storage is no distance',
    text => {
      setDevice(0)
      held.set(clockKey, text)
      expect(distance()).toBeLessThan(resolution)
    },
  )

  test('the distance is kept in memory while storage is blocked', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('Access is denied')
      },
      setItem: () => {
        throw new Error('Access is denied')
      },
    })
    setDevice(30 * hour)
    await openClient().asks()
    expect(distance()).toBeLessThan(resolution)
  })
})

describe('thm-mni-ii/feedbacksystem#1638: a device whose clock differs from the gateway’s, that is set while the shop is used', () => {
  test.each([40 * 24, -40 * 24, 24 * 365 * 50, -24 * 365 * 50])(
    'an unsettled order can be read after %i hours',
    hours => {
      const { storage } = memory()
      const clock = { now, isKnown: true }
      const outbox = createOutbox(
        () => storage,
        () => clock.now,
        () => clock.isKnown,
      )
      outbox.store(newOrder, null)
      Object.assign(clock, { now: Math.max(0, now + hours * hour), isKnown: false })
      expect(outbox.find(newOrder.requestId)?.sentAt).toBe(now)
      expect(outbox.list()).toHaveLength(1)
      clock.now = now + hour
      clock.isKnown = true
      expect(outbox.list()).toHaveLength(1)
      clock.now = now + storedFor
      expect(outbox.list()).toEqual([])
      expect(outbox.find(newOrder.requestId)).toBeNull()
    },
  )

  test('an order whose stored time is no date is dropped', () => {
    for (const sentAt of [-1, 1e300]) {
      const { held: stored, storage } = memory()
      stored.set('shop.order/1', JSON.stringify({ version: 1, sentAt, customerId: null, body: newOrder }))
      expect(
        createOutbox(
          () => storage,
          () => now,
        ).list(),
      ).toEqual([])
    }
  })

  test.each([-hour, 30 * hour])('a prefetched product is read again after the clock was set by %i ms', async jump => {
    const clock = { now }
    const state = { asked: 0 }
    const call = async () => {
      state.asked += 1
      return { done: true, answer: { data: { productRelated: [] } } }
    }
    const reader = createProductReader({ call: call as never, now: () => clock.now })
    reader.prefetch(1)
    clock.now += jump
    await reader.read(1, new AbortController().signal)
    expect(state.asked).toBe(2)
    clock.now -= hour
    reader.prefetch(1)
    expect(state.asked).toBe(3)
  })

  test('a visit that was stored before a jump is resumed once an answer has told the time', () => {
    setDevice(0)
    const before = checkpointOf(shopWith(), 1)
    setDevice(30 * hour)
    expect(isExpired(before.at, gatewayNow())).toBe(true)
    noteGatewayTime(new Date(now).toUTCString(), 0)
    expect(isExpired(before.at, gatewayNow())).toBe(false)
  })

  test('a timer in a checkpoint is due at the gateway’s time', () => {
    setDevice(30 * hour)
    noteGatewayTime(new Date(now).toUTCString(), 0)
    const { at, timers } = checkpointOf(shopWith(Date.now()), 1)
    expect(timers[0]!.dueAt - at).toBe(5_000)
  })
})

/** A shop with a timer of five seconds, if it has started one. */
function shopWith(startedAt?: number) {
  const actor = { id: 'shop', _parent: undefined }
  const timer = { source: actor, target: actor, event: { type: 'tick' }, id: 'tick', delay: 5_000, startedAt }
  const _scheduledEvents = startedAt === undefined ? {} : { tick: timer }
  return { getPersistedSnapshot: () => ({}), system: { getSnapshot: () => ({ _scheduledEvents }) } } as never
}
