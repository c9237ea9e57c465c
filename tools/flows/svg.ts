import { containerOf, leafOf, spans } from './boxes.ts'
import type { MachineDescription } from './describe.ts'
import { isUsed, legendOf, type LegendEntry } from './legend.ts'
import type { Layout, PlacedArrow, Point } from './placed.ts'
import { arrowheadOf, n, pathOf, towards } from './strokes.ts'
import { style } from './style.ts'
import { escaped } from './text.ts'
import { fontSize, lineHeight } from './labels.ts'

const margin = 8

/** Aligns a label with the nearest vertical segment of its edge. */
function labelAlignment({ points, label }: PlacedArrow): 'start' | 'middle' | 'end' {
  if (!label) return 'middle'
  const half = label.y + label.height / 2
  const upright = points.slice(1).flatMap(([bx, by], index) => {
    const [ax, ay] = points[index]!
    return Math.abs(ax - bx) < 0.5 && Math.min(ay, by) <= half && Math.max(ay, by) >= half ? [ax] : []
  })
  const left = Math.min(...upright.map(x => Math.abs(x - label.x)))
  const right = Math.min(...upright.map(x => Math.abs(x - label.x - label.width)))
  if (Math.min(left, right) > 14) return 'middle'
  return left <= right ? 'start' : 'end'
}

function arrowOf(placed: PlacedArrow): string {
  const { arrow, points, label } = placed
  const anchor = labelAlignment(placed)
  const x = label ? label.x + { start: 3, middle: label.width / 2, end: label.width - 3 }[anchor] : 0
  const words = label
    ? `<g class="label">${arrow.lines.map((line, index) => `<text x="${n(x)}" y="${n(label.y + fontSize.label + index * lineHeight)}" text-anchor="${anchor}">${spans(line)}</text>`).join('')}</g>`
    : ''
  return `<g class="arrow ${arrow.kind}" data-id="${escaped(arrow.transitions.join(' ; '))}"><path class="line" d="${pathOf(points)}"/>${arrowheadOf(points)}${words}</g>`
}

const startOf = ({ points }: Layout['starts'][number]) => {
  const [first, second] = points as [Point, Point]
  const [x, y] = towards(first, second, -4.5)
  return `<g><path class="line" d="${pathOf(points)}"/>${arrowheadOf(points)}<circle class="start" cx="${n(x)}" cy="${n(y)}" r="4.5"/></g>`
}

/** The `<svg>` element, with styles and background. */
const svgElement = (label: string, width: number, height: number, body: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}" role="img" aria-label="${escaped(label)}">
<style>
${style}
</style>
<rect class="ground" width="${n(width)}" height="${n(height)}" rx="16"/>
${body.join('\n')}
</svg>
`

/** The diagram of a machine, with its legend. */
export function renderDiagram(machine: MachineDescription, layout: Layout, legend: LegendEntry[]): string {
  const kinds = new Map(machine.transitions.map(({ id, kind }) => [id, kind]))
  const states = layout.states.map(placed =>
    placed.state.states.length > 0 ? containerOf(placed, machine, kinds) : leafOf(placed, kinds),
  )
  const width = Math.max(layout.width, 320) + 2 * margin
  const { drawn, bottom } = legendOf(
    legend.filter(({ form }) => isUsed(form, states, layout)),
    margin + 6,
    layout.height + 2 * margin + 12,
    width - margin,
  )
  const body = [
    `<g transform="translate(${margin} ${margin})">`,
    ...states,
    ...layout.starts.map(startOf),
    ...layout.arrows.map(arrowOf),
    '</g>',
    `<g>${drawn}</g>`,
  ]
  return svgElement(`Statechart of ${machine.id}: ${machine.description}`, width, bottom, body)
}
