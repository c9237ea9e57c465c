import type { Canvas } from '../canvas.ts'
import { readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import type { Look } from '../look.ts'
import { lattice } from '../ornaments.ts'
import { brandMark, nameMark, part, titleMark } from '../words.ts'
import { type Panel, cover, isNarrow, isWide } from './panel.ts'

/** A window lattice round a framed field. */
export function latticeLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  lattice(
    canvas,
    { ...panel, h: panel.h + 30 },
    isNarrow(panel) ? 22 : 28,
    readable(look.base[0], [look.accent], 1.2),
    0.5,
  )
  const [top, foot] = wide ? [0.22, 0.8] : [0.17, 0.86]
  const frame = { ...part(safe, 0, top, 1, foot - top), y: safe.y + safe.h * top + sag }
  canvas.rect({ x: frame.x - 3, y: frame.y - 3, w: frame.w + 6, h: frame.h + 6 }, look.accent, 16)
  canvas.rect(frame, look.plate, 13)
  canvas.rect(
    part(frame, 0.03, 0.03, 0.94, 0.94),
    'none',
    9,
    `stroke="${look.flavour}" stroke-opacity=".6" stroke-width="1.5"`,
  )
  const ribbon = { ...part(safe, 0, 0, 1, top - 0.035), y: safe.y + sag }
  canvas.rect({ x: ribbon.x - 3, y: ribbon.y - 2, w: ribbon.w + 6, h: ribbon.h + 4 }, look.base[1], 8)
  brandMark(
    canvas,
    look,
    part(ribbon, 0.05, 0.16, 0.9, 0.68),
    readable(look.base[1], [look.accent, '#fff', look.dark], 4.2),
  )
  if (wide) {
    foodGroup(canvas, look.foods, part(frame, 0.5, 0.04, 0.48, 0.92))
    titleMark(canvas, look, part(frame, 0.06, 0.14, 0.44, 0.72), look.onPlate)
  } else {
    titleMark(canvas, look, part(frame, 0.07, 0.06, 0.86, 0.33), look.onPlate)
    foodGroup(canvas, look.foods, part(frame, 0.04, 0.4, 0.92, 0.58))
  }
  const strip = { ...part(safe, 0, foot + 0.03, 1, 0.97 - foot), y: safe.y + safe.h * (foot + 0.03) + sag * 0.7 }
  canvas.rect({ x: strip.x - 3, y: strip.y - 2, w: strip.w + 6, h: strip.h + 6 }, look.base[1], 8)
  nameMark(canvas, look, part(strip, 0.04, 0.1, 0.92, 0.86), readable(look.base[1], ['#fff', look.accent, look.dark]))
}
