import type { Chart, Kind, State, Transition } from './describe.ts'
import { breakInto, lineWidth, widthOf, wordsInto, type Line, type Span } from './text.ts'

/** What stands on a drawing before it has positions: boxes, arrows between them, and the lines inside boxes. */

export interface Size {
  width: number
  height: number
}

/** A transition that is written inside the box it belongs to, since it leads nowhere else. */
export interface Note {
  transition: string
  lines: Line[]
}

export interface Arrow {
  id: string
  from: string
  to: string
  kind: Kind
  transitions: string[]
  lines: Line[]
}

export const letter = { name: 13, region: 12, label: 11 }
export const lineHeight = 13.5
/** Between two notes, and around them. */
export const noteGap = 3

/** The words of a transition: event, guard, actions. */
export function spansOf({ label, guard, isOtherwise, actions }: Transition): Span[] {
  const condition = guard ?? (isOtherwise ? 'otherwise' : null)
  return [
    ...(label ? [{ text: label, part: 'name' as const }] : []),
    ...(condition ? [{ text: `[${condition}]`, part: 'guard' as const }] : []),
    ...(actions.length > 0 ? [{ text: `/ ${actions.join(', ')}`, part: 'action' as const }] : []),
  ]
}

const isInside = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`)

/** Whether a transition is written in the box of its state: it stays, begins again, or leads from a container inside. */
export function isNoted(transition: Transition, state: State): boolean {
  if (transition.to.length === 0) return true
  return transition.to.every(id => isInside(id, state.id))
}

/** A state's name as it is known within another: `step.review` in `checkout`. */
export const nameIn = (id: string, outer: string): string => (isInside(id, outer) ? id.slice(outer.length + 1) : id)

export function noteOf(transition: Transition, most: number): Note {
  const targets = transition.to.map(id => nameIn(id, transition.from) || 'again').join(', ')
  const goes: Span[] = targets ? [{ text: `→ ${targets}`, part: 'guard' }] : []
  return { transition: transition.id, lines: breakInto([...spansOf(transition), ...goes], most, letter.label) }
}

export const notesOf = (chart: Chart, state: State, most: number): Note[] =>
  chart.transitions.filter(one => one.from === state.id && isNoted(one, state)).map(one => noteOf(one, most))

export const notesHeight = (notes: Note[]): number =>
  notes.reduce((sum, { lines }) => sum + lines.length * lineHeight + noteGap, 0)

const notesWidth = (notes: Note[]): number =>
  Math.max(0, ...notes.flatMap(({ lines }) => lines.map(line => lineWidth(line, letter.label))))

/** Where a container's notes begin: its foot says first when they hold. */
export const footIndent = 96
const columnGap = 28

/** A container's notes in columns, as many as fit. */
export function footOf(notes: Note[], width: number): { note: Note; x: number; y: number }[] {
  const wide = notesWidth(notes) + columnGap
  const columns = Math.max(1, Math.min(Math.floor((width - footIndent - 16 + columnGap) / wide), notes.length))
  const rows = Math.ceil(notes.length / columns)
  return Array.from({ length: columns }).flatMap((_, column) => {
    let y = 0
    return notes.slice(column * rows, (column + 1) * rows).map(note => {
      const placed = { note, x: column * wide, y }
      y += note.lines.length * lineHeight + noteGap
      return placed
    })
  })
}

/** How wide a container has to be for its notes to stand in one column. */
export const footWidth = (notes: Note[]): number => (notes.length > 0 ? footIndent + notesWidth(notes) + 16 : 0)

/** How much room a container's notes need under its states. */
export const footHeight = (notes: Note[], width: number): number =>
  Math.max(0, ...footOf(notes, width).map(({ note, y }) => y + note.lines.length * lineHeight + noteGap + 14))

/** The charts and effects that run as long as a container is active. */
export const runsOf = (state: State): Detail[] => (state.states.length > 0 ? detailsOf(state) : [])
export const runsWidth = (state: State): number =>
  runsOf(state).reduce((sum, { text }) => sum + widthOf(text, letter.label) + 26, 28)
/** What a nested container means, in lines under its name; frames and regions have it beside their name. */
export const subtitleOf = (state: State): string[] => wordsInto(state.description, 220, letter.label)

export const headHeight = (state: State, isNested: boolean): number =>
  36 + (isNested ? subtitleOf(state).length * lineHeight : 0) + (runsOf(state).length > 0 ? 20 : 0)

/** The lines under a state's name: what it waits for, and what it does when it is entered or left. */
export interface Detail {
  mark: 'effect' | 'chart' | 'delay' | 'none'
  text: string
}
export const detailsOf = (state: State): Detail[] => [
  ...state.effects.map(({ src, id, chart, isLater }): Detail => {
    const aside = isLater ? 'with its page' : id === src ? null : id
    return { mark: chart ? 'chart' : 'effect', text: aside ? `${src} (${aside})` : src }
  }),
  ...state.delays.map((text): Detail => ({ mark: 'delay', text })),
  ...(state.entry.length > 0 ? [{ mark: 'none' as const, text: `entry / ${state.entry.join(', ')}` }] : []),
  ...(state.exit.length > 0 ? [{ mark: 'none' as const, text: `exit / ${state.exit.join(', ')}` }] : []),
]

/** How large a state without states of its own has to be for what is written in it. */
export function sizeOf(state: State, notes: Note[]): Size {
  const details = detailsOf(state)
  const width = Math.max(
    widthOf(state.name, letter.name, true),
    ...details.map(({ text, mark }) => widthOf(text, letter.label) + (mark === 'none' ? 0 : 18)),
    notesWidth(notes),
  )
  const height = 34 + details.length * 15 + (details.length > 0 ? 5 : 0)
  return {
    width: Math.max(84, Math.ceil(width) + 26),
    height: height + (notes.length > 0 ? notesHeight(notes) + 11 : 0),
  }
}

/** The arrows of a chart; transitions of one kind between the same two states share one. */
export function arrowsOf(chart: Chart, most: number): Arrow[] {
  const states = new Map(chart.states.map(state => [state.id, state]))
  const arrows = new Map<string, Arrow>()
  for (const one of chart.transitions) {
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
