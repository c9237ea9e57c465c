import { describe, expect, test } from 'vitest'
import { calendarFile } from '#src/orders/calendar-file.ts'

const entry = {
  uid: 'order-10001@shop.example',
  createdAt: '2026-11-28T01:02:03.456Z',
  startsAt: '2026-12-05T09:00:00+11:00',
  endsAt: '2026-12-05T11:00:00+11:00',
  title: 'Delivery from the shop',
  place: '1 High Street, Ryde; by the back\\door',
  description: 'Order 10001.\nRing twice',
}

describe('the calendar file of an order', () => {
  test('it has the times in UTC, and an id that stays the same', () => {
    const lines = calendarFile(entry).split('\r\n')
    expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Storefront//Orders//EN'])
    for (const line of [
      'UID:order-10001@shop.example',
      'DTSTAMP:20261128T010203Z',
      'DTSTART:20261204T220000Z',
      'DTEND:20261205T000000Z',
    ])
      expect(lines).toContain(line)
    expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', ''])
    expect(calendarFile(entry)).toBe(calendarFile(entry))
  })

  test('commas, semicolons, backslashes and line ends of a text are escaped', () => {
    const file = calendarFile(entry)
    expect(file).toContain('LOCATION:1 High Street\\, Ryde\\; by the back\\\\door\r\n')
    expect(file).toContain('DESCRIPTION:Order 10001.\\nRing twice\r\n')
  })

  test('a line has at most 75 octets, and is split between characters', () => {
    const place = '香米'.repeat(40)
    const file = calendarFile({ ...entry, place })
    const lines = file.split('\r\n')
    expect(lines.every(line => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:${place}\r\n`)
  })
})
