import type { MachineDescription, Kind, State } from './describe.ts'
import { notesHeight, notesWidth, type Note } from './notes.ts'
import { breakInto, widthOf, wordsInto, type Line } from './text.ts'
import { isNoted, letter, lineHeight, spansOf } from './words.ts'

/** The content of a diagram before layout: boxes, and the arrows between them. */

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

/** How wide a container has to be for its head. */
export const headWidth = (state: State): number =>
  Math.max(widthOf(state.name, letter.region, true) + widthOf(state.description, letter.label) + 120, runsWidth(state))

/** The machines and effects that run as long as a container is active. */
const runsOf = (state: State): Detail[] => (state.states.length > 0 ? detailsOf(state) : [])
const runWidth = ({ text }: Detail) => widthOf(text, letter.label) + 26
/** How wide a row of what runs may be. */
const widestRow = 860
/** What runs, in as many rows as it takes. */
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
/** How high a row of what runs is. */
export const runHeight = 20
/** How wide the rows of what runs are. */
export const runsWidth = (state: State): number =>
  Math.max(0, ...runRowsOf(state).map(row => row.reduce((sum, run) => sum + runWidth(run), 28)))
/** What a nested container means, in lines under its name; frames and regions have it beside their name. */
export const subtitleOf = (state: State): string[] => wordsInto(state.description, 240, letter.label)

/** How high the head of a container is. */
export const headHeight = (state: State, isNested: boolean): number =>
  36 + (isNested ? subtitleOf(state).length * lineHeight : 0) + runRowsOf(state).length * runHeight

/** The lines under a state's name: what it waits for, and what it does when it is entered or left. */
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

/** From one detail to the next, in pixels. */
export const detailHeight = 16

/** How large a state without states of its own has to be for what is written in it. */
export function sizeOf(state: State, notes: Note[]): Size {
  const details = detailsOf(state)
  const width = Math.max(
    widthOf(state.name, letter.name, true),
    ...details.map(({ text, mark }) => widthOf(text, letter.label) + (mark === 'none' ? 0 : 18)),
    notesWidth(notes),
  )
  const height = 36 + details.length * detailHeight + (details.length > 0 ? 5 : 0)
  return {
    width: Math.max(84, Math.ceil(width) + 26),
    height: height + (notes.length > 0 ? notesHeight(notes) + 11 : 0),
  }
}

/** The arrows of a machine; transitions of one kind between the same two states share one. */
export function arrowsOf(machine: MachineDescription, most: number): Arrow[] {
  const states = new Map(machine.states.map(state => [state.id, state]))
  const arrows = new Map<string, Arrow>()
  for (const one of machine.transitions) {
    if (isNoted(one, states.get(one.from)!)) continue
    for (const to of one.to) {
      const id = `${one.from}>${to}:${one.kind}`
      const arrow = arrows.get(id) ?? { id, from: one.from, to, kind: one.kind, transitions: [], lines: [] }
      arrow.transitions.push(one.id)
      arrow.lines.push(...breakInto(spansOf(one), most, letter.label))
      arrows.set(id, arrow)
    }
  }
  return [...arrows.values()]
}
