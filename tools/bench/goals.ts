import { mediansOf } from './figures.ts'
import { count, kilobytes, megabytes, milliseconds, ratio, shift, tenths, type Format } from './markdown.ts'
import type { WebFigures } from './web/measure.ts'

/** A goal: its name, the measured value, the target, and whether it is met. */
export interface Goal {
  what: string
  found: string
  goal: string
  holds: boolean
}

/** A goal in absolute terms. */
export const most = (what: string, found: number, goal: number, format: Format): Goal => ({
  what,
  found: format(found),
  goal: `at most ${format(goal)}`,
  holds: found <= goal,
})

interface AgainstOptions {
  /** Milliseconds below which the goal is met whatever the other figure is. */
  enough?: number
  /** What the other figure is. */
  other?: string
}

/** A goal relative to another figure, which is the floor's by default: at most that multiple, or below `enough`. */
export function against(
  what: string,
  [one, base]: readonly [one: number, base: number],
  times: number,
  { enough = 0, other = 'the floor' }: AgainstOptions = {},
): Goal {
  const isRelative = Number.isFinite(one) && Number.isFinite(base)
  return {
    what,
    found:
      isRelative && base > 0
        ? `${ratio(one, base)} times ${other}`
        : `${milliseconds(one)}; ${other}: ${milliseconds(base)}`,
    goal: `at most ${times} times${enough > 0 ? `, or under ${enough} ms` : ''}`,
    holds: (isRelative && one <= base * times) || one < enough,
  }
}

/** The goals of the home page on the phone, and of the whole shop. */
export function goalsOf({ profiles, early, errors, plain }: WebFigures): Goal[] {
  const onPhone = profiles.find(({ profile }) => profile.name === 'phone')!
  const shop = mediansOf(onPhone.shop)
  const floor = mediansOf(onPhone.floor)
  const { search, product } = onPhone.others
  const { list, detail, search: finds, information } = plain
  const jsNeeded = list ? 0 : shop.scriptsBefore
  const mismatches = errors.filter(isMismatch).length
  const largestShift = Math.max(shop.cls, search.cls.median, product.cls.median)
  return [
    most('JavaScript until idle, compressed', shop.js, 112_000, kilobytes),
    most('JavaScript needed before products are visible', jsNeeded, 0, kilobytes),
    most('HTML, CSS and JavaScript, compressed', shop.html + shop.css + shop.js, 135_000, kilobytes),
    against('first contentful paint', [shop.fcp, floor.fcp], 1.15),
    against('largest contentful paint', [shop.lcp, floor.lcp], 1.15),
    against('products visible', [shop.products, floor.products], 1.2),
    against('total blocking time', [shop.tbt, floor.tbt], 1.5, { enough: 60 }),
    most('document nodes, pictures included', shop.nodes, 900, count),
    most('style recalculations until idle', shop.recalculations, 20, count),
    most('JavaScript heap', shop.heap, 3_900_000, megabytes),
    against("tap on 'Add to Cart' to response, idle page", [shop.answer, floor.answer], 1.5),
    most(`early taps lost, of ${early.shop.tried}`, early.shop.lost, 0, count),
    most(`early taps doubled, of ${early.shop.tried}`, early.shop.doubled, 0, count),
    most('script per keystroke in the search, median', shop.stroke, 5, tenths),
    against('tap on a product to its heading', [shop.route, product.heading.median], 0.8, {
      other: 'that page loaded from its URL',
    }),
    most('layout shift, largest of home, search and product page', largestShift, 0.01, shift),
    most('hydration mismatches', mismatches, 0, count),
    most('other errors in the console', errors.length - mismatches, 0, count),
    {
      what: 'readable with JavaScript off',
      found: readable(plain),
      goal: 'list, detail, search, information',
      holds: list && detail && finds && information,
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
