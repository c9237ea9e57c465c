import type { MachineDescription, Kind, State } from './describe.ts'
import { footIndent, footOf, footTop, noteGap, notesHeight, type Note } from './notes.ts'
import type { PlacedState } from './placed.ts'
import { detailHeight, detailsOf, runHeight, runRowsOf, subtitleOf, type Detail } from './sheet.ts'
import { iconOf, n } from './strokes.ts'
import { escaped, widthOf, type Line } from './text.ts'
import { fontSize, lineHeight } from './labels.ts'

/** A line of text; each span has the class of its part. */
export const spans = (line: Line) =>
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

/** The effects that run in a container, in one row. */
function runsIn(row: Detail[], from: number, baseline: number): string {
  let left = from
  return row
    .map(({ mark, text }) => {
      const space = mark === 'none' ? -4 : 9
      const colour = mark === 'none' ? 'soft' : 'effect'
      const drawn = `${iconOf(mark, left, baseline - 4)}<text class="${colour}" x="${n(left + space)}" y="${n(baseline)}">${escaped(text)}</text>`
      left += widthOf(text, fontSize.label) + 26
      return drawn
    })
    .join('')
}

/** A container: frame, header, and the transitions that apply in all of its states. */
export function containerOf(
  { state, notes, x, y, width, height, notesWidth = width }: PlacedState,
  machine: MachineDescription,
  kinds: Map<string, Kind>,
): string {
  const isRegion = machine.states.find(({ id }) => id === state.parent)?.type === 'parallel'
  const shape = shapeOf(state, isRegion)
  const regions = state.type === 'parallel' ? `∥ ${state.states.length} regions · ` : ''
  const top = y + height - footTop(notes, notesWidth)
  const placed = footOf(notes, notesWidth).map(one => notesOf([one.note], kinds, x + footIndent + one.x, top + one.y))
  const foot =
    notes.length > 0
      ? `<path class="rule" d="M${n(x + 14)} ${n(top - 16)}H${n(x + notesWidth - 14)}"/><text class="soft" x="${n(x + 14)}" y="${n(top)}">from anywhere</text>${placed.join('')}`
      : ''
  const isNested = shape === 'compound'
  const beside = isNested
    ? ''
    : `<tspan class="soft" dx="8" font-size="${fontSize.label}">${regions}${escaped(state.description)}</tspan>`
  const subtitle = isNested ? subtitleOf(state) : []
  const below = subtitle
    .map(
      (line, index) =>
        `<text class="soft" x="${n(x + 14)}" y="${n(y + 36 + index * lineHeight)}">${escaped(line)}</text>`,
    )
    .join('')
  const runs = runRowsOf(state).map((row, index) =>
    runsIn(row, x + 18, y + 41 + subtitle.length * lineHeight + index * runHeight),
  )
  return `<g class="${shape}" data-id="${state.id}"><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${state.parent === null ? 14 : 10}"/><text class="title" x="${n(x + 14)}" y="${n(y + 20)}">${state.name}${beside}</text>${below}${runs.join('')}${foot}</g>`
}

/** A state without children. */
export function leafOf({ state, notes, x, y, width, height }: PlacedState, kinds: Map<string, Kind>): string {
  const details = detailsOf(state)
  const middle = x + width / 2
  const written = 18 + details.length * detailHeight + (notes.length > 0 ? notesHeight(notes) + 11 : 0)
  const top = y + Math.max((height - written) / 2 + 12, 20)
  const rows = details.map(({ mark, text }, index) => {
    const baseline = top + 18 + index * detailHeight
    const colour = mark === 'none' ? 'soft' : mark === 'delay' ? 'delay' : 'effect'
    const shift = mark === 'none' ? 0 : 8
    const start = middle + shift - widthOf(text, fontSize.label) * 0.47 - 10
    return `${iconOf(mark, start, baseline - 4)}<text class="${colour}" x="${n(middle + shift)}" y="${n(baseline)}" text-anchor="middle">${escaped(text)}</text>`
  })
  const line = top + 11 + details.length * detailHeight
  const own =
    notes.length > 0
      ? `<path class="rule" d="M${n(x + 8)} ${n(line)}H${n(x + width - 8)}"/>${notesOf(notes, kinds, x + 12, line + 16)}`
      : ''
  const inner =
    state.type === 'final'
      ? `<rect x="${n(x + 3)}" y="${n(y + 3)}" width="${n(width - 6)}" height="${n(height - 6)}" rx="6"/>`
      : ''
  return `<g class="${shapeOf(state, false)}" data-id="${state.id}"><title>${escaped(state.description)}</title><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="8"/>${inner}<text class="name" x="${n(middle)}" y="${n(top)}" text-anchor="middle">${state.name}</text>${rows.join('')}${own}</g>`
}
