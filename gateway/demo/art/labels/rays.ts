import { type Canvas, short } from '../canvas.ts'
import { lightness, mix, readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import type { Look } from '../look.ts'
import { rays } from '../ornaments.ts'
import { brandMark, nameMark, part, titleMark } from '../words.ts'
import { type Panel, cover, isWide } from './panel.ts'

/** Rays from the food, the brand on a ribbon. */
export function raysLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  const dish = wide ? part(safe, 0.54, 0.3, 0.46, 0.66) : part(safe, 0, 0.44, 1, 0.395)
  rays(
    canvas,
    dish.x + dish.w / 2,
    dish.y + dish.h / 2,
    panel.h * 1.2,
    28,
    mix(look.base[0], '#ffffff', lightness(look.base[0]) > 0.4 ? 0.5 : 0.2),
    0.55,
  )
  const y = safe.y + safe.h * (wide ? 0.03 : 0.02) + sag
  const h = safe.h * (wide ? 0.21 : 0.15)
  const [x, w] = [panel.x, panel.w]
  const q = (at: number) => short(at)
  canvas.path(
    `M${q(x - 4)} ${q(y + 6)}Q${q(x + w / 2)} ${q(y + 18)} ${q(x + w + 4)} ${q(y - 4)}V${q(y + h)}` +
      `Q${q(x + w / 2)} ${q(y + h + 18)} ${q(x - 4)} ${q(y + h + 10)}z`,
    look.strip,
  )
  canvas.line(
    `M${q(x - 4)} ${q(y + h + 13)}Q${q(x + w / 2)} ${q(y + h + 21)} ${q(x + w + 4)} ${q(y + h + 3)}`,
    look.accent,
    3,
  )
  brandMark(canvas, look, { ...part(safe, 0.05, 0, 0.9, 0), y: y + 14, h: h - 8 }, look.onStrip)
  const title = wide ? part(safe, 0, 0.33, 0.52, 0.4) : part(safe, 0, 0.225, 1, 0.215)
  foodGroup(canvas, look.foods, { ...dish, y: dish.y + sag + (wide ? 0 : 4) })
  const edging = lightness(look.title) > 0.4 ? mix(look.base[1], '#000000', 0.4) : undefined
  titleMark(canvas, look, { ...title, y: title.y + sag + 6 }, look.title, edging)
  const foot = wide ? part(safe, 0, 0.75, 0.52, 0.24) : part(safe, 0, 0.835, 1, 0.165)
  const tag = { ...foot, y: foot.y + sag }
  canvas.rect({ x: tag.x - 2, y: tag.y, w: tag.w + 4, h: tag.h }, look.flavour, Math.min(12, tag.h / 2))
  nameMark(canvas, look, part(tag, 0.05, 0.14, 0.9, 0.72), readable(look.flavour, ['#fff', look.accent, look.dark]))
}
