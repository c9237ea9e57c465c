import { describe, expect, test } from 'vitest'
import type { BoardOrder, OfficeLine } from '#contract/office'
import { byAisle, bySlot, lineAmount, momentText, packedText } from '#src/office/office-text.ts'

const plainSpaces = (text: string) => text.replaceAll(/\s/g, ' ')

describe('a moment in the office', () => {
  test('is a time of the store, and has its day if that is not today in the store', () => {
    const now = new Date('2026-12-05T02:30:00Z') // 1:30 pm on 5 December in Sydney
    expect(plainSpaces(momentText('2026-12-04T14:05:00Z', now))).toBe('1:05 am')
    expect(plainSpaces(momentText('2026-12-04T12:05:00Z', now))).toMatch(/^Fri.* 4 Dec.* 11:05 pm$/)
  })
})

describe('the amount of a line in the office', () => {
  test('is what the line costs with its multi-buy', () => {
    expect(lineAmount({ totalPrice: 10 })).toBe('$10.00')
    expect(lineAmount({ totalPrice: 10, linePrice: 9 })).toBe('$9.00')
  })

  test('is nothing if it was out of stock; that of a line that is replaced is with its substitute', () => {
    expect(lineAmount({ totalPrice: 10, picking: 'out-of-stock' })).toBe('$0.00')
    expect(lineAmount({ totalPrice: 10, picking: 'substitute' })).toBe('')
  })

  test('is an estimate until the goods are weighed', () => {
    const weighed = { unit: 'g', grams: 600, mostGrams: 700 } as never
    expect(lineAmount({ totalPrice: 12, weighed })).toBe('about $12.00')
    expect(lineAmount({ totalPrice: 12.8, weighed, weighedGrams: 640 })).toBe('640 g, $12.80')
  })
})

describe('the packing slip', () => {
  const line = { productId: 1, quantity: 2 } as OfficeLine

  test('has the lines by aisle, in the order that they have', () => {
    const [rice, tea, flour] = ['Rice', 'Tea', 'Rice'].map((aisle, productId) => ({ ...line, productId, aisle }))
    expect(byAisle([rice!, tea!, flour!])).toEqual([
      { name: 'Rice', lines: [rice, flour] },
      { name: 'Tea', lines: [tea] },
    ])
    // a gateway that names no aisles
    expect(byAisle([line])).toEqual([{ name: null, lines: [line] }])
  })

  test('says what was picked of a line, by number or weight, and leaves room to write before', () => {
    expect(packedText(line)).toBe('Picked: ____')
    expect(packedText({ ...line, picking: 'picked' })).toBe('Picked: 2')
    expect(packedText({ ...line, picking: 'picked', weighedGrams: 640 })).toBe('Picked: 640 g')
    expect(packedText({ ...line, picking: 'out-of-stock' })).toBe('Out of stock')
  })
})

describe('the board', () => {
  const orderAt = (orderNumber: string, hour?: string) =>
    ({
      orderNumber,
      ...(hour && {
        slot: { startsAt: `2026-12-05T${hour}:00:00+11:00`, endsAt: `2026-12-05T${Number(hour) + 2}:00:00+11:00` },
      }),
    }) as BoardOrder

  test('has the orders of a status by slot, the earliest first', () => {
    const [one, two, three, four] = [orderAt('4'), orderAt('3', '11'), orderAt('2', '09'), orderAt('1', '11')]
    expect(bySlot([one, two, three, four])).toEqual([
      { name: 'Sat 5 Dec, 9 am to 11 am', orders: [three] },
      { name: 'Sat 5 Dec, 11 am to 1 pm', orders: [two, four] },
      { name: 'Without a time', orders: [one] },
    ])
    expect(bySlot([one])).toEqual([{ name: null, orders: [one] }])
  })
})
