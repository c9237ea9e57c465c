import { containerOf, leafOf, spans } from './boxes.ts'
import type { MachineDescription } from './describe.ts'
import { isSeen, legendOf, type Sign } from './legend.ts'
import type { Layout, PlacedArrow, Point } from './placed.ts'
import { headOf, n, pathOf, towards } from './strokes.ts'
import { style } from './style.ts'
import { escaped } from './text.ts'
import { letter, lineHeight } from './words.ts'

const margin = 8

/** Words stand towards the run of their arrow that is nearest. */
function anchorOf({ points, label }: PlacedArrow): 'start' | 'middle' | 'end' {
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
  const anchor = anchorOf(placed)
  const x = label ? label.x + { start: 3, middle: label.width / 2, end: label.width - 3 }[anchor] : 0
  const words = label
    ? `<g class="label">${arrow.lines.map((line, index) => `<text x="${n(x)}" y="${n(label.y + letter.label + index * lineHeight)}" text-anchor="${anchor}">${spans(line)}</text>`).join('')}</g>`
    : ''
  return `<g class="arrow ${arrow.kind}" data-id="${escaped(arrow.transitions.join(' ; '))}"><path class="line" d="${pathOf(points)}"/>${headOf(points)}${words}</g>`
}

const startOf = ({ points }: Layout['starts'][number]) => {
  const [first, second] = points as [Point, Point]
  const [x, y] = towards(first, second, -4.5)
  return `<g><path class="line" d="${pathOf(points)}"/>${headOf(points)}<circle class="start" cx="${n(x)}" cy="${n(y)}" r="4.5"/></g>`
}

/** A picture's outermost element, with its style and its ground. */
const pictureOf = (label: string, width: number, height: number, body: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}" role="img" aria-label="${escaped(label)}">
<style>
${style}
</style>
<rect class="ground" width="${n(width)}" height="${n(height)}" rx="16"/>
${body.join('\n')}
</svg>
`

/** The diagram of a machine, that says itself what its signs mean. */
export function drawingOf(machine: MachineDescription, layout: Layout, legend: Sign[]): string {
  const kinds = new Map(machine.transitions.map(({ id, kind }) => [id, kind]))
  const states = layout.states.map(placed =>
    placed.state.states.length > 0 ? containerOf(placed, machine, kinds) : leafOf(placed, kinds),
  )
  const width = Math.max(layout.width, 320) + 2 * margin
  const { drawn, bottom } = legendOf(
    legend.filter(({ form }) => isSeen(form, states, layout)),
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
  return pictureOf(`Statechart of ${machine.id}: ${machine.description}`, width, bottom, body)
}
