import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { queryRows } from '#gateway/database/database'
import { demoGoods } from '#gateway/demo/goods'
import { unitPrice } from '#machines/catalogue/unit-price'
import { onBothEngines } from '../gateway/both-engines.ts'

/** Names in which it is unclear what the size is, or whether there is one. */
const oddNames = [
  ['Shanghai Bok Choy, bunch', 290],
  ['Honey Mangoes, tray of 6 มะม่วง', 1150],
  ['Mi Goreng 5x80g', 420],
  ['Coconut Water 12 X 330 mL', 1980],
  ['Soy Milk 1l', 390],
  ['Brown Rice, bag of 2 kg', 900],
  ['Rice 5 kg and Flour 1 kg', 1590],
  ['Dumplings 500 g, pack of 20', 990],
  ['Spring Rolls 300 g, pack of 20 chả giò chay', 790],
  ['Whole fish, about 1 kg', 1990],
  ['Rice 5 kg, 1 kg free', 1590],
  ['Rice 5 kg, 10% more', 1590],
  ['Pumpkin 1-2 kg', 590],
  ['Pumpkin 1–2 kg', 590],
  ['Water 1,5 L', 190],
  ['Vitamin C 500 mg', 990],
  ['Rice 5 grains', 990],
  ['Rice 5 kgé', 990],
  ['Riceé5 kg', 990],
  ['米5 kg', 990],
  ['Rice 5 kg米', 990],
  ['Melon 1/2 kg', 300],
  ['Rice 0 kg', 300],
  ['Rice 5 kg', 0],
  ['Salt 9999 kg', 1],
  ['Saffron 0.001 g', 2_147_483_647],
] as const

/** The cents of a unit price as cards show it, which is compared with others: per kilogram or litre. */
function shownCents(name: string, cents: number): number | null {
  const text = unitPrice(name, cents)
  return text === null || text.endsWith('piece') ? null : Number(text.replaceAll(/\D/g, ''))
}

describe('lists are sorted by the unit price that cards show', () => {
  onBothEngines(database => {
    test('for all products of the sample store, and for odd names', async () => {
      const known = demoGoods.products.map(
        ({ name, second, price, special }) => [second ? `${name} ${second.text}` : name, special ?? price] as const,
      )
      const all = [...known, ...oddNames]
      const rows = await queryRows<{ cents: string | number | null }>(
        database(),
        sql`
          select price_per_unit(name, price) as cents
          from jsonb_to_recordset(${JSON.stringify(all.map(([name, price]) => ({ name, price })))}::jsonb) as listed(name text, price integer)`,
      )
      const found = rows.map(({ cents }, at) => [all[at]![0], cents === null ? null : Number(cents)])
      expect(found).toEqual(all.map(([name, price]) => [name, shownCents(name, price)]))
    })
  })
})
