import { describe, expect, test } from 'vitest'
import { onBothEngines } from '../gateway/both-engines.ts'
import { shelf } from '../gateway/given.ts'
import { changingShopOn } from './change-given.ts'
import { stockOf } from './payment-given.ts'

describe('a change of an order', () => {
  onBothEngines(database => {
    const { shop, places, changes, previews, reads, kept, mailsAbout } = changingShopOn(database)

    test('replaces lines, sums and stock together, once, and tells the shopper', async () => {
      const before = [await stockOf(shop(), shelf.beef), await stockOf(shop(), shelf.rice)]
      const order = await places()
      expect(order.version).toBe(0)
      const wanted: [number, number][] = [
        [shelf.beef, 2],
        [shelf.rice, 1],
      ]
      const seen = (await previews(order, wanted)).body.data
      expect(seen).toMatchObject({ total: 135.9, version: 0, lines: [{ quantity: 2 }, { quantity: 1 }] })
      expect(await reads(order)).toEqual(order)
      const changed = (await changes(order, wanted, 135.9)).body.data
      expect(changed).toEqual({ ...seen, version: 1 })
      expect([await stockOf(shop(), shelf.beef), await stockOf(shop(), shelf.rice)]).toEqual([
        before[0]! - 2,
        before[1]! - 1,
      ])
      expect(await kept(order)).toMatchObject([
        {
          staffName: 'The customer',
          what: `contents of order ${order.orderNumber}`,
          before: '1 × Wagyu Beef 1 kg; 2 × Pork & Chive Dumplings 1 kg 手工水饺; Total: $80.00',
          after: '2 × Wagyu Beef 1 kg; 1 × Jasmine Rice 5 kg 金穗香米; Total: $135.90',
        },
      ])
      await expect.poll(() => mailsAbout(order).length).toBe(1)
      expect(mailsAbout(order)[0]!.text).toContain(`
2 × Wagyu Beef 1 kg instead of 1 × Wagyu Beef 1 kg
Removed: 2 × Pork & Chive Dumplings 1 kg 手工水饺
Added: 1 × Jasmine Rice 5 kg 金穗香米

It comes to $135.90 now.
That is what you pay when you get it.
`)
    })
  })
})
