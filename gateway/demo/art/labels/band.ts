import type { Canvas } from '../canvas.ts'
import { mix, readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import type { Look } from '../look.ts'
import { rays } from '../ornaments.ts'
import { brandMark, nameMark, part, sizeBurst, titleMark } from '../words.ts'
import { type Panel, band, cover, isNarrow, isWide, plate } from './panel.ts'

/** A band of the brand above, a band of the name below, and between them the food on a plate. */
export function bandLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  rays(canvas, panel.x + panel.w / 2, panel.y + panel.h * 0.64, panel.h, 26, mix(look.base[1], look.accent, 0.7), 0.5)
  const [head, foot] = wide ? [0.25, 0.77] : [0.19, 0.83]
  const at = (share: number) => safe.y + safe.h * share
  band(canvas, panel, panel.y - 16, at(head), look.strip)
  band(canvas, panel, at(head), at(head) + 4, look.accent)
  brandMark(canvas, look, { ...part(safe, 0.03, 0.02, 0.94, head - 0.05), y: at(0.02) + sag }, look.onStrip)
  const [title, dish] = wide
    ? [part(safe, 0, head + 0.06, 0.56, foot - head - 0.1), part(safe, 0.6, head + 0.05, 0.4, foot - head - 0.08)]
    : [part(safe, 0.02, 0.235, 0.96, 0.22), part(safe, 0.12, 0.5, 0.76, 0.315)]
  titleMark(canvas, look, { ...title, y: title.y + sag }, look.title)
  plate(canvas, look, { ...dish, y: dish.y + sag })
  const ground = look.flavour === look.strip ? look.dark : look.flavour
  band(canvas, panel, at(foot), panel.y + panel.h + 30, ground)
  foodGroup(canvas, look.foods, { ...part(dish, 0, -0.06, 1, 1.08), y: dish.y - dish.h * 0.06 + sag })
  const ink = readable(ground, ['#fff', look.accent, look.dark])
  const roomy = !wide && !isNarrow(panel) && look.art.second !== undefined
  nameMark(
    canvas,
    look,
    { ...part(safe, 0, foot + 0.035, roomy ? 0.7 : 1, 0.95 - foot), y: at(foot + 0.035) + sag },
    ink,
    !roomy,
  )
  if (roomy)
    sizeBurst(canvas, look, safe.x + safe.w * 0.87, at(foot) + sag, Math.min(33, safe.w * 0.16), [ground, look.base[1]])
}
