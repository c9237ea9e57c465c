import { footIndent, footTop, footOf } from './notes.ts'
import type { Box, Layout, PlacedState } from './placed.ts'
import { headHeight, runsWidth, subtitleOf } from './sheet.ts'
import { lineWidth, widthOf } from './text.ts'
import { fontSize, lineHeight } from './labels.ts'

/** The rectangles of a container's text: the header, and each line of its notes. */
export function textBoxesOf({ state, notes, x, y, width, height, notesWidth = width }: PlacedState): Box[] {
  const lines = subtitleOf(state).map(line => widthOf(line, fontSize.label))
  const wide = 14 + Math.max(widthOf(state.name, fontSize.region, true), runsWidth(state), ...lines)
  // edges may end at the upper border
  const head = { x, y: y + 6, width: wide, height: headHeight(state, true) - 14 }
  const [left, top] = [x + footIndent, y + height - footTop(notes, notesWidth) - fontSize.label]
  const foot = footOf(notes, notesWidth).flatMap(({ note, x: dx, y: dy }) =>
    note.lines.map((line, index): Box => {
      const indent = index > 0 ? 10 : 0
      return {
        x: left + dx + indent,
        y: top + dy + index * lineHeight,
        width: lineWidth(line, fontSize.label),
        height: lineHeight,
      }
    }),
  )
  return [head, ...foot]
}

/** Nested containers, without the root and its regions: no edge may cross their headers. */
export const nestedContainers = ({ states }: Layout): PlacedState[] => {
  const parallel = new Set(states.filter(({ state }) => state.type === 'parallel').map(({ state }) => state.id))
  return states.filter(({ state }) => state.states.length > 0 && state.parent !== null && !parallel.has(state.parent))
}
