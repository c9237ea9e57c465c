import type { Chart, Kind, State } from './describe.ts'
import type { Layout, PlacedArrow, PlacedState, Point } from './layout.ts'
import {
  detailsOf,
  footHeight,
  footIndent,
  footOf,
  lineHeight,
  noteGap,
  notesHeight,
  runsOf,
  subtitleOf,
  type Detail,
  type Note,
} from './sheet.ts'
import { style } from './style.ts'
import { escaped, widthOf, type Line } from './text.ts'

const n = (value: number) => String(Math.round(value * 10) / 10)
const at = ([x, y]: Point) => `${n(x)} ${n(y)}`
const margin = 8

/** The point `most` pixels from one point on the way to another, or halfway where that is nearer. */
function towards([x, y]: Point, [tx, ty]: Point, most: number): Point {
  const length = Math.hypot(tx - x, ty - y) || 1
  const part = Math.min(most, length / 2) / length
  return [x + (tx - x) * part, y + (ty - y) * part]
}

/** A line with rounded corners that ends where its head begins. */
function pathOf(points: Point[]): string {
  const corners = points.slice(1, -1).map((point, index) => {
    const [before, after] = [points[index]!, points[index + 2]!]
    return `L${at(towards(point, before, 7))}Q${at(point)} ${at(towards(point, after, 7))}`
  })
  const [last, end] = points.slice(-2) as [Point, Point]
  return `M${at(points[0]!)}${corners.join('')}L${at(towards(end, last, 5))}`
}

function headOf(points: Point[]): string {
  const [[ax, ay], [x, y]] = points.slice(-2) as [Point, Point]
  const angle = Math.atan2(y - ay, x - ax)
  const wing = (side: number): Point => [
    x - 8 * Math.cos(angle) - side * Math.sin(angle),
    y - 8 * Math.sin(angle) + side * Math.cos(angle),
  ]
  return `<path class="head" d="M${at([x, y])}L${at(wing(3.5))}L${at(wing(-3.5))}z"/>`
}

/** Turning arrow, hooked arrow or clock, left of what is waited for. */
function markOf(mark: Detail['mark'], x: number, y: number): string {
  if (mark === 'effect') return `<path class="mark" d="M${n(x + 4.2)} ${n(y - 2)}a4.6 4.6 0 1 0 .4 3.4m-.4 -6.4v3h-3"/>`
  if (mark === 'chart')
    return `<path class="mark" d="M${n(x - 4)} ${n(y - 5)}v4a3 3 0 0 0 3 3h5m-2.5 -2.5l2.5 2.5l-2.5 2.5"/>`
  if (mark === 'delay')
    return `<path class="mark delay" d="M${n(x - 4.6)} ${n(y)}a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0M${n(x)} ${n(y - 2.4)}v2.6h2.2"/>`
  return ''
}

const spans = (line: Line) =>
  line
    .map(
      ({ text, part }, index) =>
        `${index > 0 ? ' ' : ''}<tspan class="${part === 'name' ? 'event' : 'soft'}">${escaped(text)}</tspan>`,
    )
    .join('')

function notesOf(notes: Note[], kinds: Map<string, Kind>, x: number, top: number): string {
  let y = top
  return notes
    .map(({ transition, lines }) => {
      const rows = lines.map(
        (line, index) =>
          `<text x="${n(x + (index > 0 ? 10 : 0))}" y="${n(y + index * lineHeight)}">${spans(line)}</text>`,
      )
      y += lines.length * lineHeight + noteGap
      return `<g class="note ${kinds.get(transition)}" data-id="${escaped(transition)}">${rows.join('')}</g>`
    })
    .join('')
}

const shapeOf = (state: State, isRegion: boolean) => {
  if (state.states.length > 0) return state.parent === null ? 'frame' : isRegion ? 'region' : 'compound'
  const isBusy = state.effects.length > 0
  const parts = [
    isBusy ? 'busy' : '',
    state.delays.length > 0 ? 'timed' : '',
    state.type === 'final' ? 'final' : '',
    state.isFailed ? 'failed' : '',
  ]
  return ['state', ...parts.filter(Boolean)].join(' ')
}

function containerOf(
  { state, notes, x, y, width, height }: PlacedState,
  chart: Chart,
  kinds: Map<string, Kind>,
): string {
  const isRegion = chart.states.find(({ id }) => id === state.parent)?.type === 'parallel'
  const shape = shapeOf(state, isRegion)
  const regions = state.type === 'parallel' ? `∥ ${state.states.length} regions · ` : ''
  const top = y + height - footHeight(notes, width) + 14
  const placed = footOf(notes, width).map(one => notesOf([one.note], kinds, x + footIndent + one.x, top + one.y))
  const foot =
    notes.length > 0
      ? `<path class="rule" d="M${n(x + 14)} ${n(top - 16)}H${n(x + width - 14)}"/><text class="soft" x="${n(x + 14)}" y="${n(top)}">from anywhere</text>${placed.join('')}`
      : ''
  const isNested = shape === 'compound'
  const beside = isNested
    ? ''
    : `<tspan class="soft" dx="8" font-size="11">${regions}${escaped(state.description)}</tspan>`
  const subtitle = isNested ? subtitleOf(state) : []
  const below = subtitle
    .map(
      (line, index) =>
        `<text class="soft" x="${n(x + 14)}" y="${n(y + 35 + index * lineHeight)}">${escaped(line)}</text>`,
    )
    .join('')
  let left = x + 18
  const runs = runsOf(state).map(({ mark, text }) => {
    const drawn = `${markOf(mark, left, y + 36)}<text class="effect" x="${n(left + 9)}" y="${n(y + 40)}">${escaped(text)}</text>`
    left += widthOf(text, 11) + 26
    return drawn
  })
  return `<g class="${shape}" data-id="${state.id}"><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${state.parent === null ? 14 : 10}"/><text class="title" x="${n(x + 14)}" y="${n(y + 20)}">${state.name}${beside}</text>${below}${runs.join('')}${foot}</g>`
}

function leafOf({ state, notes, x, y, width, height }: PlacedState, kinds: Map<string, Kind>): string {
  const details = detailsOf(state)
  const middle = x + width / 2
  const written = 18 + details.length * 15 + (notes.length > 0 ? notesHeight(notes) + 11 : 0)
  const top = y + Math.max((height - written) / 2 + 12, 20)
  const rows = details.map(({ mark, text }, index) => {
    const baseline = top + 17 + index * 15
    const colour = mark === 'none' ? 'soft' : mark === 'delay' ? 'delay' : 'effect'
    const shift = mark === 'none' ? 0 : 8
    const start = middle + shift - widthOf(text, 11) * 0.47 - 10
    return `${markOf(mark, start, baseline - 4)}<text class="${colour}" x="${n(middle + shift)}" y="${n(baseline)}" text-anchor="middle">${escaped(text)}</text>`
  })
  const line = top + 11 + details.length * 15
  const own =
    notes.length > 0
      ? `<path class="rule" d="M${n(x + 8)} ${n(line)}H${n(x + width - 8)}"/>${notesOf(notes, kinds, x + 12, line + 15)}`
      : ''
  const inner =
    state.type === 'final'
      ? `<rect x="${n(x + 3)}" y="${n(y + 3)}" width="${n(width - 6)}" height="${n(height - 6)}" rx="6"/>`
      : ''
  return `<g class="${shapeOf(state, false)}" data-id="${state.id}"><title>${escaped(state.description)}</title><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="8"/>${inner}<text class="name" x="${n(middle)}" y="${n(top)}" text-anchor="middle">${state.name}</text>${rows.join('')}${own}</g>`
}

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
    ? `<g class="label">${arrow.lines.map((line, index) => `<text x="${n(x)}" y="${n(label.y + 11 + index * lineHeight)}" text-anchor="${anchor}">${spans(line)}</text>`).join('')}</g>`
    : ''
  return `<g class="arrow ${arrow.kind}" data-id="${escaped(arrow.transitions.join(' ; '))}"><path class="line" d="${pathOf(points)}"/>${headOf(points)}${words}</g>`
}

const startOf = ({ points }: Layout['starts'][number]) => {
  const [first, second] = points as [Point, Point]
  const [x, y] = towards(first, second, -4.5)
  return `<g><path class="line" d="${pathOf(points)}"/>${headOf(points)}<circle class="start" cx="${n(x)}" cy="${n(y)}" r="4.5"/></g>`
}

/** A form of boxes or arrows, and what it means. */
export interface Sign {
  /** Its style; empty for words alone. */
  form: string
  text: string
}

/** What stands under the drawing of a chart. */
export const signs: Sign[] = [
  { form: 'state', text: 'state' },
  { form: 'state busy', text: 'waits for an answer' },
  { form: 'state timed', text: 'waits for a time' },
  { form: 'state failed', text: 'failed' },
  { form: 'state final', text: 'final' },
  { form: 'region', text: 'region' },
  { form: 'event', text: 'event' },
  { form: 'done', text: 'done' },
  { form: 'error', text: 'error' },
  { form: 'after', text: 'timer' },
  { form: 'always', text: 'at once' },
  { form: '', text: '[guard] / action' },
]

function signOf(form: string, x: number, y: number): string {
  if (form === '') return ''
  if (!/^(state|region)/.test(form))
    return `<g class="${form}"><path class="line" d="M${n(x)} ${n(y)}h17"/>${headOf([
      [x, y],
      [x + 22, y],
    ])}</g>`
  const inner = form.includes('final')
    ? `<rect x="${n(x + 2.5)}" y="${n(y - 5.5)}" width="17" height="11" rx="3"/>`
    : ''
  return `<g class="${form}"><rect x="${n(x)}" y="${n(y - 8)}" width="22" height="16" rx="5"/>${inner}</g>`
}

/** What forms and colours mean, in as many rows as it takes. */
function legendOf(entries: Sign[], top: number, width: number): { drawn: string; bottom: number } {
  let [x, y] = [margin + 6, top]
  const parts = entries.map(({ form, text }) => {
    const room = (form === '' ? 0 : 28) + widthOf(text, 11) * 0.94
    if (x + room > width - margin) [x, y] = [margin + 6, y + 22]
    const part = `${signOf(form, x, y)}<text class="soft" x="${n(x + (form === '' ? 0 : 28))}" y="${n(y + 4)}">${text}</text>`
    x += room + 12
    return part
  })
  return { drawn: parts.join(''), bottom: y + 20 }
}

/** A picture's outermost element, with its style and its ground. */
const pictureOf = (label: string, width: number, height: number, body: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}" role="img" aria-label="${escaped(label)}">
<style>
${style}
</style>
<rect class="ground" width="${n(width)}" height="${n(height)}" rx="16"/>
${body.join('\n')}
</svg>
`

/** Whether a form stands in a drawing: only what is there is explained. */
const isSeen = (form: string, states: string[], { arrows }: Layout): boolean =>
  form === '' ||
  arrows.some(({ arrow }) => arrow.kind === form) ||
  states.some(drawn => form.split(' ').every(word => drawn.slice(0, 40).split(/["\s]/).includes(word)))

/** The drawing of a chart, that says itself what its signs mean. */
export function drawingOf(chart: Chart, layout: Layout, legend: Sign[]): string {
  const kinds = new Map(chart.transitions.map(({ id, kind }) => [id, kind]))
  const states = layout.states.map(placed =>
    placed.state.states.length > 0 ? containerOf(placed, chart, kinds) : leafOf(placed, kinds),
  )
  const width = Math.max(layout.width, 320) + 2 * margin
  const { drawn, bottom } = legendOf(
    legend.filter(({ form }) => isSeen(form, states, layout)),
    layout.height + 2 * margin + 12,
    width,
  )
  const body = [
    `<g transform="translate(${margin} ${margin})">`,
    ...states,
    ...layout.starts.map(startOf),
    ...layout.arrows.map(arrowOf),
    '</g>',
    `<g>${drawn}</g>`,
  ]
  return pictureOf(`Statechart of ${chart.id}: ${chart.description}`, width, bottom, body)
}
