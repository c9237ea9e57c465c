import type { Point } from './placed.ts'
import type { Detail } from './sheet.ts'

/** Formats a number with at most one decimal. */
export const n = (value: number) => String(Math.round(value * 10) / 10)
const at = ([x, y]: Point) => `${n(x)} ${n(y)}`
/** The point `most` pixels from the first point towards the second, at most halfway. */
export function towards([x, y]: Point, [tx, ty]: Point, most: number): Point {
  const length = Math.hypot(tx - x, ty - y) || 1
  const part = Math.min(most, length / 2) / length
  return [x + (tx - x) * part, y + (ty - y) * part]
}

/** A path with rounded corners that ends at the arrowhead. */
export function pathOf(points: Point[]): string {
  const corners = points.slice(1, -1).map((point, index) => {
    const [before, after] = [points[index]!, points[index + 2]!]
    return `L${at(towards(point, before, 7))}Q${at(point)} ${at(towards(point, after, 7))}`
  })
  const [last, end] = points.slice(-2) as [Point, Point]
  return `M${at(points[0]!)}${corners.join('')}L${at(towards(end, last, 5))}`
}

/** The arrowhead. */
export function arrowheadOf(points: Point[]): string {
  const [[ax, ay], [x, y]] = points.slice(-2) as [Point, Point]
  const angle = Math.atan2(y - ay, x - ax)
  const wing = (side: number): Point => [
    x - 8 * Math.cos(angle) - side * Math.sin(angle),
    y - 8 * Math.sin(angle) + side * Math.cos(angle),
  ]
  return `<path class="head" d="M${at([x, y])}L${at(wing(3.5))}L${at(wing(-3.5))}z"/>`
}

/** The icon left of a detail: running effect, entry or exit action, or delay. */
export function iconOf(mark: Detail['mark'], x: number, y: number): string {
  if (mark === 'effect') return `<path class="mark" d="M${n(x + 4.2)} ${n(y - 2)}a4.6 4.6 0 1 0 .4 3.4m-.4 -6.4v3h-3"/>`
  if (mark === 'machine')
    return `<path class="mark" d="M${n(x - 4)} ${n(y - 5)}v4a3 3 0 0 0 3 3h5m-2.5 -2.5l2.5 2.5l-2.5 2.5"/>`
  if (mark === 'delay')
    return `<path class="mark delay" d="M${n(x - 4.6)} ${n(y)}a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0M${n(x)} ${n(y - 2.4)}v2.6h2.2"/>`
  return ''
}
