import type { MachineDescription, State, Transition } from './describe.ts'
import { isNoted, letter, lineHeight, nameIn, spansOf } from './words.ts'
import { breakInto, lineWidth, type Line, type Span } from './text.ts'

/** A transition that is written inside the box it belongs to, since it leads nowhere else. */
export interface Note {
  transition: string
  lines: Line[]
}

/** Between two notes, and around them. */
export const noteGap = 3

function noteOf(transition: Transition, most: number): Note {
  const targets = transition.to.map(id => nameIn(id, transition.from) || 'again').join(', ')
  const goes: Span[] = targets ? [{ text: `→ ${targets}`, part: 'guard' }] : []
  return { transition: transition.id, lines: breakInto([...spansOf(transition), ...goes], most, letter.label) }
}

/** How wide a note may be: containers have more room than states. */
const widest = { container: 340, state: 250 }

/** The transitions that are written in a state's box. */
export function notesOf(machine: MachineDescription, state: State): Note[] {
  const most = state.states.length > 0 ? widest.container : widest.state
  return machine.transitions.filter(one => one.from === state.id && isNoted(one, state)).map(one => noteOf(one, most))
}

/** How much room notes need, one under the other. */
export const notesHeight = (notes: Note[]): number =>
  notes.reduce((sum, { lines }) => sum + lines.length * lineHeight + noteGap, 0)

export const notesWidth = (notes: Note[]): number =>
  Math.max(0, ...notes.flatMap(({ lines }) => lines.map(line => lineWidth(line, letter.label))))

/** Where a container's notes begin: its foot says first when they hold. */
export const footIndent = 104
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

/** How far above a container's lower edge the first line of its footer is. */
export const footTop = (notes: Note[], width: number): number => footHeight(notes, width) - 14

/** How much room a container's notes need under its states. */
export const footHeight = (notes: Note[], width: number): number =>
  Math.max(0, ...footOf(notes, width).map(({ note, y }) => y + note.lines.length * lineHeight + noteGap + 14))
