import type { Box, Layout, PlacedArrow, Point } from './placed.ts'
import { nestedContainers, textBoxesOf } from './text-boxes.ts'

const between = (value: number, a: number, b: number) => value > Math.min(a, b) + 1 && value < Math.max(a, b) - 1

const runsThrough = ([[ax, ay], [bx, by]]: readonly [Point, Point], { x, y, width, height }: Box) =>
  Math.max(ax, bx) > x && Math.min(ax, bx) < x + width && Math.max(ay, by) > y && Math.min(ay, by) < y + height

/** The number of edge crossings. */
function crossingsOf(arrows: PlacedArrow[]): number {
  const pieces = arrows.flatMap(({ points }) => points.slice(1).map((to, index) => [points[index]!, to] as const))
  const upright = pieces.filter(([[ax], [bx]]) => Math.abs(ax - bx) < 0.5)
  return pieces
    .filter(([[, ay], [, by]]) => Math.abs(ay - by) < 0.5)
    .reduce((sum, [[ax, y], [bx]]) => {
      const crossed = upright.filter(([[x, cy], [, dy]]) => between(x, ax, bx) && between(y, cy, dy))
      return sum + crossed.length
    }, 0)
}

/** The number of edges that cross the header or the notes of a nested container. */
function textCrossingsOf(layout: Layout): number {
  const boxes = nestedContainers(layout).flatMap(textBoxesOf)
  return layout.arrows
    .flatMap(({ points }) => points.slice(1).map((to, index) => [points[index]!, to] as const))
    .reduce((sum, run) => sum + boxes.filter(box => runsThrough(run, box)).length, 0)
}

const lengthOf = (points: Point[]) =>
  points.slice(1).reduce((sum, [x, y], index) => {
    const [px, py] = points[index]!
    return sum + Math.abs(x - px) + Math.abs(y - py)
  }, 0)

/** The share of states and edges against the order in which the machine declares its states, from 0 to 1. */
function againstOrder({ states, arrows, starts, width, height }: Layout): number {
  const places = new Map(states.map(({ state, ...box }, index) => [state.id, { index, sum: box.x + box.y }]))
  const placeOf = (id: string) => places.get(id) ?? { index: 0, sum: 0 }
  const wrong = arrows.filter(({ arrow }) => {
    const [from, to] = [placeOf(arrow.from), placeOf(arrow.to)]
    return from.index < to.index !== from.sum < to.sum
  })
  const [x, y] = starts[0]?.points[0] ?? [0, 0]
  return wrong.length / Math.max(arrows.length, 1) / 2 + (x / width + y / height) / 4
}

/** The maximum width of a diagram that is readable without scaling, in pixels. */
export const widest = 1160

/** The cost of a layout; lower is better. Excess width weighs most, then size, order, crossings and detours. */
export function costOf(layout: Layout): number {
  const { width, height, arrows } = layout
  const detours = arrows.reduce((sum, { points }) => sum + lengthOf(points) * 60 + points.length * 1_500, 0)
  const size = width * height * (1 + againstOrder(layout) * 0.6)
  return (
    size +
    detours +
    crossingsOf(arrows) * 8_000 +
    textCrossingsOf(layout) * 20_000_000 +
    Math.max(0, width - widest) * 20_000
  )
}
