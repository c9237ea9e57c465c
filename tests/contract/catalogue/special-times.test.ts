import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { applySpecials, keepSpecials } from '#gateway/catalogue/special-times'
import { setSpecial } from '#gateway/cli/special-command'
import { priceChanges, products } from '#gateway/database/schema'
import { onBothEngines } from '../gateway/both-engines.ts'
import { cartWith, orderOf, shelf, soft, type Json } from '../gateway/given.ts'
import { shopWithPaymentsOn } from '../payments/payment-given.ts'

const id = shelf.dumplings
const hour = 60 * 60_000
const at = (milliseconds: number) => new Date(Date.now() + milliseconds)
const none = { specialPrice: null, plannedSpecial: null, specialStartsAt: null, specialEndsAt: null }

describe('special prices with times', () => {
  onBothEngines(database => {
    const shop = shopWithPaymentsOn(database)
    const set = (change: Partial<typeof products.$inferInsert>) =>
      database().update(products).set(change).where(eq(products.id, id))
    const read = async (): Promise<Json> => (await shop().call('product', { params: { id } })).body.data
    const run = (...args: string[]) => setSpecial(database(), args)
    const changes = () =>
      database()
        .select({ before: priceChanges.before, after: priceChanges.after })
        .from(priceChanges)
        .where(eq(priceChanges.productId, id))
        .orderBy(priceChanges.id)

    beforeEach(async () => {
      await database().update(products).set(none)
      await set({ price: 1000, multiBuy: null })
      await database().delete(priceChanges)
    })

    test('end by themselves: in lists, carts and orders the price is the regular one', async () => {
      const { call } = shop()
      const specialEndsAt = at(hour)
      await set({ specialPrice: 800, specialEndsAt })
      expect(await read()).toMatchObject({ specialPrice: 8, specialEndsAt: specialEndsAt.toISOString() })
      const sessionId = await cartWith(call, [id, 4])
      const line = async () => (await call('cart', { params: { sessionId } })).body.listData[0]
      expect(await line()).toMatchObject({ productPrice: 8, totalPrice: 32 })
      await set({ specialEndsAt: at(-1000) })
      await applySpecials(database())
      expect(await read()).toMatchObject({ price: 10, specialPrice: null })
      expect(await read()).not.toHaveProperty('specialEndsAt')
      expect(await line()).toMatchObject({ productPrice: 10, totalPrice: 40 })
      const lines = [{ productId: id, quantity: 4, totalPrice: 32 }]
      expect(await call('placeOrder', { body: orderOf(sessionId, 32, { lines }) })).toEqual(
        soft(409, 'Pork & Chive Dumplings 1 kg now costs $40.00, not $32.00.', {
          about: 'price',
          productId: id,
          was: 32,
          now: 40,
        }),
      )
      expect(await changes()).toEqual([
        { before: 1000, after: 800 },
        { before: 800, after: 1000 },
      ])
    })

    test('begin by themselves, with the lowest price of the 30 days before', async () => {
      await set({ plannedSpecial: 700, specialStartsAt: at(hour), specialEndsAt: at(2 * hour) })
      await applySpecials(database())
      expect(await read()).toMatchObject({ price: 10, specialPrice: null })
      expect(await read()).not.toHaveProperty('specialEndsAt')
      await set({ specialStartsAt: at(-1000) })
      await applySpecials(database())
      expect(await read()).toMatchObject({ price: 10, specialPrice: 7, lowestPrice: 10 })
      expect(await changes()).toEqual([{ before: 1000, after: 700 }])
    })

    test('that begin and end while no process runs change nothing', async () => {
      await set({ plannedSpecial: 700, specialStartsAt: at(-2 * hour), specialEndsAt: at(-hour) })
      expect(await applySpecials(database())).toBeNull()
      expect(await changes()).toEqual([])
      expect(await read()).toMatchObject({ specialPrice: null })
    })

    test('are set at their time: a timer waits for the next one of the minute', async () => {
      const timers: { run: () => void; wait: number }[] = []
      const stopTimer = vi.fn<() => void>()
      const logFailure = vi.fn<(error: unknown) => void>()
      const { runRound, stop } = keepSpecials(database(), logFailure, (run, wait) => {
        timers.push({ run, wait })
        return stopTimer
      })
      await set({ specialPrice: 800, specialEndsAt: at(hour) })
      await runRound()
      expect(timers).toEqual([])
      await set({ specialEndsAt: at(30_000) })
      await runRound()
      expect(timers[0]!.wait).toBeGreaterThan(0)
      expect(timers[0]!.wait).toBeLessThanOrEqual(31_000)
      await set({ specialEndsAt: at(-1) })
      timers[0]!.run()
      await vi.waitFor(async () => expect(await read()).toMatchObject({ specialPrice: null }))
      expect(logFailure).not.toHaveBeenCalled()
      await set({ specialPrice: 800, specialEndsAt: at(30_000) })
      await runRound()
      stop()
      // the round of the first timer may still have run, and set a timer as well
      const { length } = timers
      expect(length).toBeGreaterThan(1)
      expect(stopTimer).toHaveBeenCalled()
      await runRound()
      expect(timers).toHaveLength(length)
    })

    test('are not stored without a price, with an end before the beginning, or beside another one', async () => {
      const refused = (change: Partial<typeof products.$inferInsert>, constraint: string) =>
        expect(set(change)).rejects.toMatchObject({ cause: { message: expect.stringContaining(constraint) } })
      await refused({ specialEndsAt: at(hour) }, 'products_special_times')
      await refused({ plannedSpecial: 700 }, 'products_special_times')
      const planned = { plannedSpecial: 700, specialStartsAt: at(2 * hour) }
      await refused({ ...planned, specialPrice: 800 }, 'products_special_times')
      await refused({ ...planned, specialEndsAt: at(hour) }, 'products_special_ends')
      await refused({ ...planned, plannedSpecial: 1000 }, 'products_planned_special')
    })

    test('the command sets, plans, lists and removes them: days are those of the store', async () => {
      expect(await run()).toBe('There are no special prices.\n')
      const name = 'Pork & Chive Dumplings 1 kg'
      expect(await run('T-3', '7.50', '2030-01-31')).toBe(
        `T-3\t$7.50\tnot $10.00\tnow\tuntil 2030-01-31T13:00:00.000Z\t${name}\n`,
      )
      expect(await read()).toMatchObject({ specialPrice: 7.5, specialEndsAt: '2030-01-31T13:00:00.000Z' })
      expect(await run('T-3', '8')).toBe(`T-3\t$8.00\tnot $10.00\tnow\tno end\t${name}\n`)
      await expect(run('T-3', '7', '2030-06-01', '2030-06-07')).rejects.toThrow('has a special price now')
      expect(await run('T-3', 'none')).toBe(`${name} has no special price.\n`)
      expect(await run('T-3', '7', '2030-06-01', '2030-06-07')).toBe(
        `T-3\t$7.00\tnot $10.00\tfrom 2030-05-31T14:00:00.000Z\tuntil 2030-06-07T14:00:00.000Z\t${name}\n`,
      )
      expect(await read()).toMatchObject({ specialPrice: null })
      await expect(run('T-99', '7')).rejects.toThrow('No product has the code T-99')
      await expect(run('T-3', '10')).rejects.toThrow('$10 is not below $10.00')
      for (const days of [['2020-01-31'], ['2030-06-07', '2030-06-01']])
        await expect(run('T-3', '7', ...days)).rejects.toThrow('The last day is over, or is before the first one')
      for (const wrong of [
        ['T-3'],
        ['T-3', '9.9'],
        ['T-3', '9', '2026-02-30'],
        ['T-3', '9', '2030-01-01', '2030-01-02', '2030-01-03'],
      ])
        await expect(run(...wrong)).rejects.toThrow('Usage')
      const [stored] = await database()
        .select({ special: products.plannedSpecial, isFuture: sql<boolean>`special_starts_at > now()` })
        .from(products)
        .where(eq(products.id, id))
      expect(stored).toEqual({ special: 700, isFuture: true })
    })
  })
})
