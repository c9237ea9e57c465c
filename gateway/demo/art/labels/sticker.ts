import { type Box, type Canvas, short } from '../canvas.ts'
import { readable } from '../colour.ts'
import type { Look } from '../look.ts'
import { brandMark, nameMark, part, sizePill, titleMark } from '../words.ts'

/** A small paper sticker with brand, both names and size; for trays. */
export function sticker(canvas: Canvas, look: Look, box: Box): void {
  canvas.rect({ ...box, x: box.x + 2, y: box.y + 3 }, '#1a0d05', 8, 'opacity=".3"').rect(box, '#FFFDF8', 8)
  const head = part(box, 0, 0, 1, 0.3)
  const [x, y] = [short(box.x), short(box.y)]
  const ground = look.strip
  canvas.path(
    `M${x} ${short(y + head.h)}V${y + 8}q0-8 8-8H${short(x + box.w - 8)}q8 0 8 8V${short(y + head.h)}z`,
    ground,
  )
  if (look.art.brand) brandMark(canvas, look, part(head, 0.06, 0.2, 0.88, 0.62), look.onStrip)
  else nameMark(canvas, look, part(head, 0.06, 0.2, 0.88, 0.62), look.onStrip, false)
  const ink = readable('#FFFDF8', [look.art.colours.main, look.dark], 4.5)
  titleMark(canvas, look, part(box, 0.05, 0.36, 0.9, 0.32), ink)
  const foot = part(box, 0.05, 0.73, 0.9, 0.21)
  if (look.art.brand) return nameMark(canvas, look, foot, look.dark)
  sizePill(canvas, look, part(foot, 0.25, 0, 0.5, 1), look.accent)
}
