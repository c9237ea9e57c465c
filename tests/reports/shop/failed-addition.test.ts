import { afterEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { offlineMessage } from '#contract/refusal'
import { routes } from '#contract/routes'
import type { CartContext } from '#machines/cart/cart-setup'
import type { Toast } from '#machines/messages/toast'
import { additionOf } from '#src/catalogue/in-cart.ts'
import { createClient } from '#src/effects/client.ts'
import { liveEffect } from '#src/effects/live.ts'
import { openShop } from '../../kit/open-shop.ts'
import { limited, lost, refused, rice, riceLine, settings } from '../../kit/outcomes.ts'

/** A shop with rice in the cart, whose addition of one more has failed. */
async function failing(refusal: typeof lost) {
  const shop = openShop()
  const toasts: Toast[] = []
  shop.root.on('toast', ({ toast }: { toast: Toast }) => toasts.push(toast))
  shop.root.start()
  shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.answers('begin', { settings, lines: [riceLine] })
  shop.send('cart', additionOf(rice, 1, 'list'))
  await shop.settled()
  const first = requestIn(shop)
  await shop.refuses('addLine', refusal)
  const retry = () => {
    const offer = toasts.at(-1)?.offer
    if (offer?.kind !== 'retry') throw new Error('no retry is offered')
    shop.send('cart', offer.add)
    return shop.settled()
  }
  return { shop, toasts, first, retry }
}

const requestIn = (shop: ReturnType<typeof openShop>) =>
  (shop.waiting('addLine')[0]?.input as { requestId: string } | undefined)?.requestId

describe('review small-20: a product that could not be added is not named', () => {
  test('a failure without a reason names it', async () => {
    const unexplained = { ...refused, message: lost.message, status: 500, isUnexplained: true as const }
    for (const refusal of [lost, unexplained])
      expect((await failing(refusal)).toasts).toMatchObject([
        { kind: 'error', text: `${lost.message} ${rice.name} may not be in your cart.` },
      ])
  })

  test('the gateway’s reason is shown as it is', async () => {
    expect((await failing(refused)).toasts).toEqual([{ kind: 'error', text: refused.message }])
  })
})

describe('review shopper-3 20: a failed addition that has to be looked for and repeated by hand', () => {
  test('a lost response offers to send the addition again, with the same idempotency key', async () => {
    const { shop, first, retry } = await failing(lost)
    await retry()
    await shop.answers('readCart', [riceLine])
    expect(requestIn(shop)).toBe(first)
  })

  test('an addition that the cart shows is not sent again', async () => {
    const { shop, retry } = await failing(lost)
    await shop.answers('readCart', [{ ...riceLine, quantity: riceLine.quantity + 1 }])
    await retry()
    expect(shop.waiting('addLine')).toEqual([])
    expect(shop.at<{ context: CartContext }>('cart').context.pendingCommands).toEqual([])
  })

  test('an addition that the cart does not show is sent again', async () => {
    const { shop, retry } = await failing(lost)
    await shop.answers('readCart', [riceLine])
    await retry()
    expect(shop.waiting('addLine')).toHaveLength(1)
  })

  test('a rate limit offers it, a final refusal does not', async () => {
    expect((await failing(limited)).toasts[0]?.offer?.kind).toBe('retry')
    expect((await failing(refused)).toasts[0]?.offer).toBeUndefined()
  })
})

describe('review shopper-3 20: a call without a connection that tells nothing about it', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const messageOf = (fetch: typeof globalThis.fetch, onLine?: boolean): Promise<unknown> => {
    vi.stubGlobal('navigator', { onLine })
    const call = createClient({ base: 'http://gateway.test/v1', fetch, token: () => null, now: () => 0, log: () => {} })
    return call(routes.removeLine, { params: { id: 'line-1' } }).catch((refusal: unknown) => refusal)
  }
  const fails = () => Promise.reject(new TypeError('Failed to fetch'))

  test('says that the browser is offline', async () => {
    expect(await messageOf(fails, false)).toEqual({ code: 'lost', message: offlineMessage, status: 0 })
  })

  test.each([true, undefined])('has the standard message if the browser is not certain: %s', async onLine => {
    expect(await messageOf(fails, onLine)).toMatchObject({ code: 'lost', message: lost.message })
  })

  test('keeps the answer of a gateway, which arrived', async () => {
    const answers = () => Promise.resolve(Response.json({ statusCode: 409, message: 'No.' }, { status: 409 }))
    expect(await messageOf(answers, false)).toMatchObject({ code: 'refused', message: 'No.' })
  })

  test('code that cannot be loaded says so too', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const effect = createActor(
      liveEffect(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
    )
    const failure = new Promise(resolve => void effect.subscribe({ error: resolve }))
    effect.start()
    expect(await failure).toMatchObject({ code: 'lost', message: offlineMessage })
  })
})
