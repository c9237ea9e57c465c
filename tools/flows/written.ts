import { footIndent, footTop, footOf } from './notes.ts'
import type { Box, Layout, PlacedState } from './placed.ts'
import { headHeight, runsWidth, subtitleOf } from './sheet.ts'
import { lineWidth, widthOf } from './text.ts'
import { letter, lineHeight } from './words.ts'

/** Where a container has words: at its head, and line by line at its foot. */
export function wordsOf({ state, notes, x, y, width, height, footRoom = width }: PlacedState): Box[] {
  const lines = subtitleOf(state).map(line => widthOf(line, letter.label))
  const wide = 14 + Math.max(widthOf(state.name, letter.region, true), runsWidth(state), ...lines)
  // an arrow that ends at the upper edge touches no words
  const head = { x, y: y + 6, width: wide, height: headHeight(state, true) - 14 }
  const [left, top] = [x + footIndent, y + height - footTop(notes, footRoom) - letter.label]
  const foot = footOf(notes, footRoom).flatMap(({ note, x: dx, y: dy }) =>
    note.lines.map((line, index): Box => {
      const indent = index > 0 ? 10 : 0
      return {
        x: left + dx + indent,
        y: top + dy + index * lineHeight,
        width: lineWidth(line, letter.label),
        height: lineHeight,
      }
    }),
  )
  return [head, ...foot]
}

/** The states of a drawing that hold others, but for its frame and its regions: nothing runs through their heads. */
export const nestedIn = ({ states }: Layout): PlacedState[] => {
  const parallel = new Set(states.filter(({ state }) => state.type === 'parallel').map(({ state }) => state.id))
  return states.filter(({ state }) => state.states.length > 0 && state.parent !== null && !parallel.has(state.parent))
}
