/** Text measurement and line breaking without a browser. */

export interface Span {
  text: string
  part: 'name' | 'guard' | 'action'
}
export type Line = Span[]

const widths: [letters: string, em: number][] = [
  ["ijl.,:;'|!", 0.3],
  ['ft()[]/ I-r', 0.37],
  ['sckzJ', 0.53],
  ['mM', 0.91],
  ['wWO→', 0.82],
  ['ABCDEFGHKLNPQRSTUVXYZ', 0.68],
]
const known = new Map(widths.flatMap(([letters, em]) => [...letters].map(letter => [letter, em] as const)))

/** An upper bound of a text's width in the usual system fonts, in pixels. */
export const widthOf = (text: string, size: number, isBold = false): number =>
  [...text].reduce((sum, letter) => sum + (known.get(letter) ?? 0.58), 0) * size * (isBold ? 1.07 : 1)

export const lineWidth = (line: Line, size: number): number =>
  line.reduce((sum, { text, part }) => sum + widthOf(text, size, part === 'name'), 0) + (line.length - 1) * size * 0.3

/** Breaks spans into lines of at most `most` pixels. A list of actions can be broken between two names. */
export function breakSpans(spans: Span[], most: number, size: number): Line[] {
  const pieces = spans.flatMap(span =>
    span.part === 'action' ? span.text.split(/(?<=,) /).map(text => ({ ...span, text })) : [span],
  )
  const lines: Line[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    const end = last?.at(-1)
    if (!last || !end || lineWidth([...last, piece], size) > most) lines.push([{ ...piece }])
    else if (end.part === 'action' && piece.part === 'action') end.text += ` ${piece.text}`
    else last.push({ ...piece })
  }
  return lines
}

/** Breaks text into lines of at most `most` pixels. */
export function breakText(text: string, most: number, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(`${last} ${word}`, size) > most) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
