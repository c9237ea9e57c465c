import type { OrderSlot } from '#contract/slots'

/** An appointment. */
export interface CalendarEntry extends Pick<OrderSlot, 'startsAt' | 'endsAt'> {
  /** Identifies it for good, so that a calendar that has it does not add it twice. */
  uid: string
  /** When it was made, ISO 8601. */
  createdAt: string
  title: string
  place: string
  description: string
}

/** A moment in UTC: '20261204T220000Z'. */
const utc = (at: string): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** A value of the type TEXT. @see RFC 5545 §3.3.11 */
const text = (value: string): string =>
  value.replaceAll(/[\\;,]/g, found => `\\${found}`).replaceAll(/\r\n|\r|\n/g, '\\n')

const octets = new TextEncoder()
/** The longest line in octets, without its end. */
const longestLine = 75

/** Splits a line that is too long, between characters. @see RFC 5545 §3.1 */
function folded(line: string): string {
  const parts = ['']
  for (const character of line) {
    const part = parts.at(-1)!
    if (octets.encode(part + character).length > longestLine) parts.push(` ${character}`)
    else parts[parts.length - 1] = part + character
  }
  return parts.join('\r\n')
}

/** The calendar file with one appointment. Its times are in UTC, so that it needs no rules of the store's time zone. @see RFC 5545 */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Storefront//Orders//EN',
    'BEGIN:VEVENT',
    `UID:${text(entry.uid)}`,
    `DTSTAMP:${utc(entry.createdAt)}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DTEND:${utc(entry.endsAt)}`,
    `SUMMARY:${text(entry.title)}`,
    `LOCATION:${text(entry.place)}`,
    `DESCRIPTION:${text(entry.description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}
