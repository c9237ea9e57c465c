import { count, kilobytes, megabytes, milliseconds, shift, tenths, type Format } from '../markdown.ts'
import type { HomeFigures } from './gather.ts'
import type { Load } from './load.ts'

/** A figure of the report. */
export type Figure<Figures> = readonly [what: string, name: keyof Figures, format: Format]

/** The figures of every page load. */
const loadFigures: readonly Figure<Load>[] = [
  ['HTML', 'html', kilobytes],
  ['CSS', 'css', kilobytes],
  ['JavaScript', 'js', kilobytes],
  ['pictures', 'pictures', kilobytes],
  ['fonts', 'fonts', kilobytes],
  ['data', 'data', kilobytes],
  ['other', 'other', kilobytes],
  ['response headers', 'headers', kilobytes],
  ['requests', 'requests', count],
  ['first contentful paint', 'fcp', milliseconds],
  ['largest contentful paint', 'lcp', milliseconds],
  ['products visible', 'products', milliseconds],
  ['JavaScript received before products are visible', 'scriptsBefore', kilobytes],
  ['layout shift', 'cls', shift],
  ['total blocking time', 'tbt', milliseconds],
  ['style recalculations', 'recalculations', count],
  ['layouts', 'layouts', count],
  ['elements', 'elements', count],
  ['document nodes, pictures included', 'nodes', count],
  ['JavaScript heap', 'heap', megabytes],
]

/** The figures of the shop's home page and of the floor page. */
export const homeFigures: readonly Figure<HomeFigures>[] = [
  ...loadFigures,
  ["tap on 'Add to Cart' to response, idle page", 'answer', milliseconds],
  ["tap on 'Add to Cart' to response, as soon as it is visible", 'earlyAnswer', milliseconds],
  ['script per keystroke in the search, median', 'stroke', tenths],
  ['script per keystroke in the search, longest', 'longestStroke', tenths],
  ['key to paint, median', 'key', milliseconds],
  ['key to paint, longest', 'longestKey', milliseconds],
]

const onOtherPages = new Set<keyof Load>([
  'html',
  'js',
  'fcp',
  'lcp',
  'cls',
  'tbt',
  'recalculations',
  'elements',
  'heap',
])

/** The figures of the shop's other pages. */
export const otherPageFigures = loadFigures.filter(([, name]) => onOtherPages.has(name))

/** The figures of other shops: those that do not depend on how the shop marks up its products. */
export const otherShopFigures = loadFigures.filter(([, name]) => name !== 'products' && name !== 'scriptsBefore')
