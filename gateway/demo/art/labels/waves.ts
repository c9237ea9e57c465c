import type { Canvas } from '../canvas.ts'
import { readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import type { Look } from '../look.ts'
import { waves } from '../ornaments.ts'
import { brandMark, nameMark, part, titleMark } from '../words.ts'
import { type Panel, band, cover, isNarrow, isWide } from './panel.ts'

/** Sea waves, and the food before a sun. */
export function wavesLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  const tint = readable(look.base[1], [look.accent, look.flavour], 1.8)
  waves(canvas, { ...panel, y: safe.y + safe.h * 0.56, h: panel.h * 0.6 }, isNarrow(panel) ? 26 : 38, tint, 0.62, 1.8)
  const r = wide ? safe.h * 0.35 : Math.min(safe.w * 0.4, safe.h * 0.235)
  const cx = wide ? safe.x + safe.w - r - 2 : panel.x + panel.w / 2
  const cy = safe.y + safe.h * (wide ? 0.38 : 0.475) + sag
  const sun = numberOfSun(look)
  canvas
    .oval(cx, cy, r, sun)
    .oval(cx, cy, r - 5, 'none', r - 5, `stroke="${look.accent}" stroke-width="2" stroke-opacity=".8"`)
  foodGroup(canvas, look.foods, { x: cx - r * 0.92, y: cy - r * 0.92, w: r * 1.84, h: r * 1.84 })
  const title = wide ? part(safe, 0, 0.02, 0.54, 0.44) : part(safe, 0, 0, 1, 0.215)
  titleMark(canvas, look, { ...title, y: title.y + sag }, look.title)
  const brand = wide ? part(safe, 0, 0.52, 0.52, 0.2) : part(safe, 0, 0.735, 1, 0.1)
  const foot = wide ? part(safe, 0, 0.78, 1, 0.2) : part(safe, 0, 0.858, 1, 0.142)
  band(canvas, panel, (wide ? foot.y : brand.y) - 5, panel.y + panel.h + 30, look.base[1])
  brandMark(canvas, look, { ...brand, y: brand.y + sag }, look.onBase)
  nameMark(canvas, look, { ...foot, y: foot.y + sag }, look.onBase)
}

/** The sun behind the food: cream on a dark label, the brand's colour on a light one. */
const numberOfSun = (look: Look) => readable(look.base[0], [look.plate, look.flavour], 1.5)
