import type { MachineDescription, Kind, State } from './describe.ts'
import { notesHeight, notesWidth, type Note } from './notes.ts'
import { breakSpans, widthOf, breakText, type Line } from './text.ts'
import { isNoted, fontSize, lineHeight, spansOf } from './labels.ts'

/** The content of a diagram before layout: boxes and edges. */

export interface Size {
  width: number
  height: number
}

export interface Arrow {
  id: string
  from: string
  to: string
  kind: Kind
  transitions: string[]
  lines: Line[]
}

/** The minimum width of a container for its header. */
export const headWidth = (state: State): number =>
  Math.max(
    widthOf(state.name, fontSize.region, true) + widthOf(state.description, fontSize.label) + 120,
    runsWidth(state),
  )

/** The machines and effects that run while a container is active. */
const runsOf = (state: State): Detail[] => (state.states.length > 0 ? detailsOf(state) : [])
const runWidth = ({ text }: Detail) => widthOf(text, fontSize.label) + 26
/** The maximum width of a row of running effects, in pixels. */
const widestRow = 860
/** The running effects of a container, wrapped into rows. */
export function runRowsOf(state: State): Detail[][] {
  const rows: { width: number; runs: Detail[] }[] = []
  for (const run of runsOf(state)) {
    const last = rows.at(-1)
    if (!last || last.width + runWidth(run) > widestRow) rows.push({ width: runWidth(run), runs: [run] })
    else {
      last.width += runWidth(run)
      last.runs.push(run)
    }
  }
  return rows.map(({ runs }) => runs)
}
/** The height of a row of running effects, in pixels. */
export const runHeight = 20
/** The width of the rows of running effects. */
export const runsWidth = (state: State): number =>
  Math.max(0, ...runRowsOf(state).map(row => row.reduce((sum, run) => sum + runWidth(run), 28)))
/** The description of a nested container, in lines below its name. Frames and regions have it beside their name. */
export const subtitleOf = (state: State): string[] => breakText(state.description, 240, fontSize.label)

/** The height of a container's header. */
export const headHeight = (state: State, isNested: boolean): number =>
  36 + (isNested ? subtitleOf(state).length * lineHeight : 0) + runRowsOf(state).length * runHeight

/** A line below a state's name: an effect, a delay, or an entry or exit action. */
export interface Detail {
  mark: 'effect' | 'machine' | 'delay' | 'none'
  text: string
}
export const detailsOf = (state: State): Detail[] => [
  ...state.effects.map(({ src, id, machine, isLater }): Detail => {
    const aside = isLater ? 'with its page' : id === src ? null : id
    return { mark: machine ? 'machine' : 'effect', text: aside ? `${src} (${aside})` : src }
  }),
  ...state.delays.map((text): Detail => ({ mark: 'delay', text })),
  ...(state.entry.length > 0 ? [{ mark: 'none' as const, text: `entry / ${state.entry.join(', ')}` }] : []),
  ...(state.exit.length > 0 ? [{ mark: 'none' as const, text: `exit / ${state.exit.join(', ')}` }] : []),
]

/** The line height of details, in pixels. */
export const detailHeight = 16

/** The minimum size of a state without children. */
export function sizeOf(state: State, notes: Note[]): Size {
  const details = detailsOf(state)
  const width = Math.max(
    widthOf(state.name, fontSize.name, true),
    ...details.map(({ text, mark }) => widthOf(text, fontSize.label) + (mark === 'none' ? 0 : 18)),
    notesWidth(notes),
  )
  const height = 36 + details.length * detailHeight + (details.length > 0 ? 5 : 0)
  return {
    width: Math.max(84, Math.ceil(width) + 26),
    height: height + (notes.length > 0 ? notesHeight(notes) + 11 : 0),
  }
}

/** The edges of a machine. Transitions of one kind between the same states share an edge. */
export function arrowsOf(machine: MachineDescription, most: number): Arrow[] {
  const states = new Map(machine.states.map(state => [state.id, state]))
  const arrows = new Map<string, Arrow>()
  for (const one of machine.transitions) {
    if (isNoted(one, states.get(one.from)!)) continue
    for (const to of one.to) {
      const id = `${one.from}>${to}:${one.kind}`
      const arrow = arrows.get(id) ?? { id, from: one.from, to, kind: one.kind, transitions: [], lines: [] }
      arrow.transitions.push(one.id)
      arrow.lines.push(...breakSpans(spansOf(one), most, fontSize.label))
      arrows.set(id, arrow)
    }
  }
  return [...arrows.values()]
}
