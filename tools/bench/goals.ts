import type { WebFigures } from './web/measure.ts'

/** A goal: its name, the measured value, the target, and whether it is met. */
export interface Goal {
  what: string
  found: string
  goal: string
  holds: boolean
}

/** Bytes as text: '97.0 kB', of 1,000 bytes each. */
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** Milliseconds as text, without decimals; a text for Infinity. */
export const milliseconds = (time: number): string =>
  Number.isFinite(time) ? `${Math.round(time).toLocaleString('en')} ms` : 'never'

/** The shop's figure as a multiple of the floor's: '1.21'. */
export const ratio = (shop: number, floor: number): string => {
  const times = shop / floor
  return floor > 0 && Number.isFinite(times) ? times.toFixed(2) : '–'
}

const most = (what: string, found: number, goal: number, text: (figure: number) => string): Goal => ({
  what,
  found: text(found),
  goal: `at most ${text(goal)}`,
  holds: found <= goal,
})

/** A goal relative to the floor: at most that multiple, or below `enough`. */
export function against(what: string, figures: [shop: number, floor: number], times: number, enough = 0): Goal {
  const [shop, floor] = figures
  return {
    what,
    found: Number.isFinite(shop) ? `${ratio(shop, floor)} times the floor` : 'never',
    goal: `at most ${times} times${enough > 0 ? `, or under ${enough} ms` : ''}`,
    holds: Number.isFinite(shop) && (shop <= floor * times || shop < enough),
  }
}

/** The goals of the home page on the phone, and of the whole shop. */
export function goalsOf({ profiles, early, errors, plain }: WebFigures): Goal[] {
  const { shop, floor } = profiles.find(({ profile }) => profile.name === 'phone')!
  const { list, detail, search, information } = plain
  const count = String
  const jsNeeded = list ? 0 : shop.scriptsBefore
  const mismatches = errors.filter(isMismatch).length
  return [
    most('JavaScript until idle, compressed', shop.js, 97_000, kilobytes),
    most('the same, stretch goal', shop.js, 85_000, kilobytes),
    most('JavaScript needed before products are visible', jsNeeded, 0, kilobytes),
    most('HTML, CSS and JavaScript, compressed', shop.html + shop.css + shop.js, 115_000, kilobytes),
    against('first contentful paint', [shop.fcp, floor.fcp], 1.25),
    against('largest contentful paint', [shop.lcp, floor.lcp], 1.2),
    against('products visible', [shop.products, floor.products], 1.2),
    most('layout shift', shop.cls, 0.001, shift => shift.toFixed(4)),
    against('total blocking time', [shop.tbt, floor.tbt], 1.5, 50),
    against('JavaScript heap', [shop.heap, floor.heap], 2.3),
    against("tap on 'Add to Cart' to response", [shop.answer, floor.answer], 2),
    most(`early taps lost, of ${early.shop.tried}`, early.shop.lost, 0, count),
    most(`early taps doubled, of ${early.shop.tried}`, early.shop.doubled, 0, count),
    most('hydration mismatches', mismatches, 0, count),
    most('other errors in the console', errors.length - mismatches, 0, count),
    {
      what: 'readable with JavaScript off',
      found: readable(plain),
      goal: 'list, detail, search, information',
      holds: list && detail && search && information,
    },
  ]
}

/** The error of a hydration mismatch, in development and in production builds of React. */
export const isMismatch = (error: string): boolean => /hydrat|Minified React error #(418|419|42[0-5])\b/i.test(error)

const readable = ({ list, detail, search, information }: WebFigures['plain']): string =>
  Object.entries({ list, detail, search, information })
    .filter(([, isSo]) => isSo)
    .map(([name]) => name)
    .join(', ') || 'nothing'
