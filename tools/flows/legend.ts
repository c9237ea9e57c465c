import type { Layout } from './placed.ts'
import { arrowheadOf, n } from './strokes.ts'
import { widthOf } from './text.ts'
import { fontSize } from './labels.ts'

/** An entry of the legend: a shape and its meaning. */
export interface LegendEntry {
  /** The shape's class; empty for text only. */
  form: string
  text: string
}

/** The legend of a diagram. */
export const legendEntries: LegendEntry[] = [
  { form: 'state', text: 'state' },
  { form: 'state busy', text: 'waits for an answer' },
  { form: 'state timed', text: 'waits for a time' },
  { form: 'state failed', text: 'failed' },
  { form: 'state final', text: 'final' },
  { form: 'region', text: 'region' },
  { form: 'event', text: 'event' },
  { form: 'done', text: 'done' },
  { form: 'error', text: 'error' },
  { form: 'after', text: 'timer' },
  { form: 'always', text: 'at once' },
  { form: '', text: '[guard] / action' },
]

function signOf(form: string, x: number, y: number): string {
  if (form === '') return ''
  if (!/^(state|region)/.test(form))
    return `<g class="${form}"><path class="line" d="M${n(x)} ${n(y)}h17"/>${arrowheadOf([
      [x, y],
      [x + 22, y],
    ])}</g>`
  const inner = form.includes('final')
    ? `<rect x="${n(x + 2.5)}" y="${n(y - 5.5)}" width="17" height="11" rx="3"/>`
    : ''
  return `<g class="${form}"><rect x="${n(x)}" y="${n(y - 8)}" width="22" height="16" rx="5"/>${inner}</g>`
}

/** Draws the legend, wrapped into rows. */
export function legendOf(
  entries: LegendEntry[],
  left: number,
  top: number,
  width: number,
): { drawn: string; bottom: number } {
  let [x, y] = [left, top]
  const parts = entries.map(({ form, text }) => {
    const room = (form === '' ? 0 : 28) + widthOf(text, fontSize.label) * 0.94
    if (x + room > width) [x, y] = [left, y + 22]
    const part = `${signOf(form, x, y)}<text class="soft" x="${n(x + (form === '' ? 0 : 28))}" y="${n(y + 4)}">${text}</text>`
    x += room + 12
    return part
  })
  return { drawn: parts.join(''), bottom: y + 20 }
}

/** Whether a diagram contains a shape; the legend omits others. */
export const isUsed = (form: string, states: string[], { arrows }: Layout): boolean =>
  form === '' ||
  arrows.some(({ arrow }) => arrow.kind === form) ||
  states.some(drawn => form.split(' ').every(word => drawn.slice(0, 40).split(/["\s]/).includes(word)))
