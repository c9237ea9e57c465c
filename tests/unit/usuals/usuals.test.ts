import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import { favouriteRoutes } from '#contract/favourites'
import { orderRoutes } from '#contract/order'
import type { AnyRoute } from '#contract/route'
import { usualsRoutes } from '#contract/usuals'
import type { BulkAddContext } from '#machines/bulk-add/bulk-add-setup'
import type { UsualsContext } from '#machines/usuals/usuals'
import type { Client } from '#src/effects/client.ts'
import { usualsWith } from '#src/effects/usuals.ts'
import { UsualsScreen } from '#src/usuals/UsualsScreen.tsx'
import { goesTo, openAsCustomer } from '../../kit/customer-data.ts'
import { drawScreen } from '../../kit/draw-screen.tsx'
import { lost, packs, placedOrder, rice, tea } from '../../kit/outcomes.ts'
import { usuals } from '../../model/usuals.model.ts'

const path = '/account/usuals'

async function openUsuals() {
  const shop = await openAsCustomer(path)
  return { ...shop, seen: () => shop.at<{ context: UsualsContext; value: string }>('usuals') }
}

describe('the page of usuals', () => {
  test('is shown at once, and its products when they arrive', async () => {
    const shop = await openUsuals()
    expect(shop.seen().value).toBe('reading')
    await shop.answers('readUsuals', usuals)
    const html = drawScreen(shop, path, UsualsScreen)
    for (const { product } of usuals) expect(html).toContain(`href="/main/product-detail/${product.id}"`)
  })

  test('says what it is for if there are none', async () => {
    const shop = await openUsuals()
    await shop.answers('readUsuals', [])
    expect(drawScreen(shop, path, UsualsScreen)).toContain('You have no usuals yet.')
  })

  test('reads the products again when it is opened again, and after a retry', async () => {
    const shop = await openUsuals()
    await shop.refuses('readUsuals', lost)
    expect(shop.seen().value).toBe('unreachable')
    shop.send('usuals', { type: 'usuals.retry' })
    await shop.answers('readUsuals', usuals)
    await goesTo(shop, '/main/brands')
    await goesTo(shop, path)
    expect(shop.seen()).toMatchObject({ value: 'reading', context: { usuals } })
  })

  test('adds all by one command, after the shopper has seen them', async () => {
    const shop = await openUsuals()
    await shop.answers('readUsuals', usuals)
    shop.send('usuals', { type: 'usuals.addAll', sessionId: 'session-1' })
    await shop.settled()
    await shop.answers('readOffers', [
      { productId: 1, product: rice, suggestion: null },
      { productId: 2, product: tea, suggestion: null },
    ])
    const bulk = shop.at<{ value: unknown; context: BulkAddContext }>('usuals/usualsBulkAdd')
    expect(bulk.value).toEqual({ choosing: 'reviewing' })
    expect(drawScreen(shop, path, UsualsScreen)).toContain('Add 2 products to cart')
    shop.send('usuals/usualsBulkAdd', { type: 'bulk.confirm', sessionId: 'session-1' })
    await shop.answers('addLines', { sessionId: 'session-1', added: [1, 2], refused: [] })
    expect(shop.said).toEqual([{ kind: 'success', text: 'Success: You have added 2 products to your shopping cart!' }])
    expect(shop.waiting('readCart')).toHaveLength(1)
  })
})

test('a choice that was begun is still there after going back, and not after opening the page by a link', async () => {
  const shop = await openUsuals()
  await shop.answers('readUsuals', usuals)
  shop.send('usuals', { type: 'usuals.addAll', sessionId: 'session-1' })
  await shop.settled()
  await shop.answers('readOffers', [{ productId: 1, product: rice, suggestion: null }])
  const bulk = () => shop.at<{ value: unknown }>('usuals/usualsBulkAdd').value
  await goesTo(shop, '/main/brands')
  await goesTo(shop, path, 'POP')
  expect(bulk()).toEqual({ choosing: 'reviewing' })
  await goesTo(shop, path)
  expect(bulk()).toEqual({ choosing: 'closed' })
})

describe('the usuals of a customer', () => {
  const missing = { code: 'refused', message: 'There is nothing here.', status: 404 }

  function read(answers: ReadonlyMap<AnyRoute, (asked: { params?: object; body?: unknown }) => unknown>) {
    const call = (async (route: AnyRoute, asked: { params?: object; body?: unknown } = {}) => {
      const answer = answers.get(route)
      if (!answer) throw missing
      return { done: true, answer: answer(asked) }
    }) as unknown as Client
    const machine = usualsWith({ call, storage: {}, notifyTabs: () => {}, writeJournalTail: () => {} } as never)
    const actor = createActor(machine.implementations.actors.readUsuals as AnyActorLogic, { input: undefined })
    const settled = toPromise(actor)
    actor.start()
    return settled
  }

  test('are those of the gateway', async () => {
    const listData = packs.map(one => ({ ...one, usualQuantity: 3 }))
    expect(await read(new Map([[usualsRoutes.usuals, () => ({ listData })]]))).toMatchObject([
      { product: { id: 1 }, quantity: 3 },
      { product: { id: 2 }, quantity: 3 },
    ])
  })

  test('are the products of the last orders at an older gateway, those of most orders first; cancelled orders do not count', async () => {
    const line = (productId: number, quantity: number) => ({ ...placedOrder.lines[0]!, productId, quantity })
    const lines: Record<string, object[]> = {
      a: [line(1, 2), line(2, 4)],
      b: [line(2, 1)],
      c: [line(1, 9), line(2, 9)],
    }
    const summary = (orderId: string, day: number, orderStatus = 'completed') => ({
      ...placedOrder,
      orderId,
      orderStatus,
      createdAt: `2026-11-0${day}T00:00:00Z`,
    })
    const answers = new Map<AnyRoute, (asked: { params?: object; body?: unknown }) => unknown>([
      [
        orderRoutes.orders,
        ({ body }) => ({
          listData:
            (body as { orderStatus: string }).orderStatus === 'current'
              ? [summary('a', 3)]
              : [summary('b', 2), summary('c', 1, 'cancelled')],
        }),
      ],
      [orderRoutes.order, ({ params }) => ({ data: { lines: lines[(params as { id: string }).id] } })],
      [
        favouriteRoutes.productsById,
        ({ params }) => ({
          listData: (params as { ids: string }).ids.split(',').map(id => packs.find(one => one.id === Number(id))),
        }),
      ],
    ])
    expect(await read(answers)).toMatchObject([
      { product: { id: 2 }, quantity: 4 },
      { product: { id: 1 }, quantity: 2 },
    ])
  })
})
