import { padding, bestLayouts, type BestVariants } from './arrange.ts'
import { costOf, widest } from './cost.ts'
import type { MachineDescription, State } from './describe.ts'
import { footHeight, footWidth, notesOf } from './notes.ts'
import type { Box, Layout, Point } from './placed.ts'
import { headHeight, headWidth } from './sheet.ts'

const shifted = (layout: Layout, dx: number, dy: number): Layout => {
  const move = <Shape extends Box>(box: Shape): Shape => ({ ...box, x: box.x + dx, y: box.y + dy })
  const points = (list: Point[]) => list.map(([x, y]): Point => [x + dx, y + dy])
  return {
    ...layout,
    states: layout.states.map(move),
    arrows: layout.arrows.map(one => ({ ...one, points: points(one.points), label: one.label && move(one.label) })),
    starts: layout.starts.map(one => ({ ...one, points: points(one.points) })),
  }
}

/** A container with its frame, for each layout of its content. */
async function framesOf(machine: MachineDescription, container: State, bestVariants: BestVariants): Promise<Layout[]> {
  const notes = notesOf(machine, container)
  const layouts = await (container.type === 'parallel' ? regionsOf : bestLayouts)(machine, container, bestVariants)
  return layouts.map(content => {
    const width = Math.max(content.width + 2 * padding, headWidth(container), footWidth(notes))
    const top = headHeight(container, false)
    const height = content.height + top + padding + footHeight(notes, width)
    const inner = shifted(content, padding, top)
    return {
      ...inner,
      width,
      height,
      states: [{ state: container, notes, x: 0, y: 0, width, height }, ...inner.states],
    }
  })
}

const gap = 10

/** Packs regions into rows of equal height. */
function packed(regions: Layout[]): Layout {
  const rows: Layout[][] = []
  for (const region of regions) {
    const row = rows.at(-1)
    const used = row?.reduce((sum, { width }) => sum + width + gap, 0) ?? 0
    if (row && used + region.width <= widest) row.push(region)
    else rows.push([region])
  }
  const full = Math.max(...rows.map(row => row.reduce((sum, { width }) => sum + width + gap, -gap)))
  const whole: Layout = { width: full, height: 0, states: [], arrows: [], starts: [] }
  let y = 0
  for (const row of rows) {
    const height = Math.max(...row.map(one => one.height))
    const spare = (full - row.reduce((sum, { width }) => sum + width + gap, -gap)) / row.length
    let x = 0
    for (const region of row) {
      const { states, arrows, starts } = shifted(region, x, y)
      const [frame, ...rest] = states
      whole.states.push({ ...frame!, width: region.width + spare, height }, ...rest)
      whole.arrows.push(...arrows)
      whole.starts.push(...starts)
      x += region.width + spare + gap
    }
    y += height + gap
  }
  return { ...whole, height: y - gap }
}

/** The best combination of region layouts. */
async function regionsOf(machine: MachineDescription, container: State, bestVariants: BestVariants): Promise<Layout[]> {
  const choices = await Promise.all(container.states.map(state => framesOf(machine, state, bestVariants)))
  const all = choices.reduce<Layout[][]>((lists, next) => lists.flatMap(list => next.map(one => [...list, one])), [[]])
  const wholes = all.map(packed)
  return [wholes.reduce((best, one) => (costOf(one) < costOf(best) ? one : best))]
}

/** The layout of a machine's diagram. Reads the best variant from `bestVariants`, or stores it there. */
export const layoutOf = async (machine: MachineDescription, bestVariants: BestVariants): Promise<Layout> => {
  const frames = await framesOf(machine, machine.root, bestVariants)
  return frames.reduce((best, one) => (costOf(one) < costOf(best) ? one : best))
}
