import type { MachineDescription, State, Transition } from './describe.ts'
import { isNoted, fontSize, lineHeight, nameIn, spansOf } from './labels.ts'
import { breakSpans, lineWidth, type Line, type Span } from './text.ts'

/** A transition written inside its state's box, because it has no other target. */
export interface Note {
  transition: string
  lines: Line[]
}

/** The vertical gap between notes, in pixels. */
export const noteGap = 3

function noteOf(transition: Transition, most: number): Note {
  const targets = transition.to.map(id => nameIn(id, transition.from) || 'again').join(', ')
  const goes: Span[] = targets ? [{ text: `→ ${targets}`, part: 'guard' }] : []
  return { transition: transition.id, lines: breakSpans([...spansOf(transition), ...goes], most, fontSize.label) }
}

/** The maximum width of a note, in pixels. */
const widest = { container: 340, state: 250 }

/** The notes of a state. */
export function notesOf(machine: MachineDescription, state: State): Note[] {
  const most = state.states.length > 0 ? widest.container : widest.state
  return machine.transitions.filter(one => one.from === state.id && isNoted(one, state)).map(one => noteOf(one, most))
}

/** The height of a column of notes. */
export const notesHeight = (notes: Note[]): number =>
  notes.reduce((sum, { lines }) => sum + lines.length * lineHeight + noteGap, 0)

export const notesWidth = (notes: Note[]): number =>
  Math.max(0, ...notes.flatMap(({ lines }) => lines.map(line => lineWidth(line, fontSize.label))))

/** The left offset of a container's notes; their heading is left of it. */
export const footIndent = 104
const columnGap = 28

/** Arranges a container's notes in as many columns as fit. */
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

/** The minimum width of a container for one column of notes. */
export const footWidth = (notes: Note[]): number => (notes.length > 0 ? footIndent + notesWidth(notes) + 16 : 0)

/** The distance from a container's lower edge to the first line of its notes. */
export const footTop = (notes: Note[], width: number): number => footHeight(notes, width) - 14

/** The height of a container's notes. */
export const footHeight = (notes: Note[], width: number): number =>
  Math.max(0, ...footOf(notes, width).map(({ note, y }) => y + note.lines.length * lineHeight + noteGap + 14))
