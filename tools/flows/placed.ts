import type { State } from './describe.ts'
import type { Note } from './notes.ts'
import type { Arrow } from './sheet.ts'

/** A rectangle in a diagram, in pixels from the top left corner. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface PlacedState extends Box {
  state: State
  notes: Note[]
  /** The maximum width of the notes, so that no edge crosses them; by default the container's width. */
  notesWidth?: number
}
export type Point = [x: number, y: number]
export interface PlacedArrow {
  arrow: Arrow
  points: Point[]
  /** The position of the label; null without one. */
  label: Box | null
}
/** A diagram with all positions, in pixels. */
export interface Layout {
  width: number
  height: number
  states: PlacedState[]
  arrows: PlacedArrow[]
  /** Edges from the initial dot to the initial state. */
  starts: { into: string; points: Point[] }[]
}
