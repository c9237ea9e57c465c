import type { State } from './describe.ts'
import type { Note } from './notes.ts'
import type { Arrow } from './sheet.ts'

/** Where things stand on a drawing, in pixels from its upper left corner. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface PlacedState extends Box {
  state: State
  notes: Note[]
  /** How wide the notes at a container's foot may be, so that no arrow runs through them. Absent: as wide as the container. */
  footRoom?: number
}
export type Point = [x: number, y: number]
export interface PlacedArrow {
  arrow: Arrow
  points: Point[]
  /** Where its words stand; null if it has none. */
  label: Box | null
}
/** A drawing with all its positions, in pixels. */
export interface Layout {
  width: number
  height: number
  states: PlacedState[]
  arrows: PlacedArrow[]
  /** From the dot to the state one starts in. */
  starts: { into: string; points: Point[] }[]
}
