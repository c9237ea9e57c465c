import { type Canvas, short } from '../canvas.ts'
import { lightness, mix, readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import type { Look } from '../look.ts'
import { brandMark, nameMark, part, titleMark } from '../words.ts'
import { type Panel, cover, isWide, texture } from './panel.ts'

/** Two fields that meet at a slant. */
export function splitLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { x, y, w, h, safe, sag } = panel
  const wide = isWide(panel)
  const leans = look.chance('split')() < 0.5
  cover(canvas, panel, look.base)
  texture(canvas, look, panel)
  const other = look.strip
  const [l, r] = leans
    ? [safe.y + safe.h * 0.08, safe.y + safe.h * 0.4]
    : [safe.y + safe.h * 0.4, safe.y + safe.h * 0.08]
  const edge = (dy: number) => `M${short(x - 3)} ${short(l + dy)}L${short(x + w + 3)} ${short(r + dy)}`
  canvas.path(`${edge(0)}V${short(y + h + 30)}H${short(x - 3)}z`, other)
  canvas.line(edge(2), look.accent, 6)
  const side = leans ? 0.34 : 0
  brandMark(
    canvas,
    look,
    { ...part(safe, wide ? side : side * 0.6, 0.01, wide ? 0.66 : 0.8, 0.15), y: safe.y + safe.h * 0.01 + sag },
    look.onBase,
  )
  const dish = wide ? part(safe, leans ? 0.52 : 0.02, 0.34, 0.46, 0.6) : part(safe, 0.04, 0.5, 0.92, 0.375)
  const title = wide ? part(safe, leans ? 0 : 0.48, 0.38, 0.5, 0.34) : part(safe, 0, 0.31, 1, 0.235)
  canvas.oval(
    dish.x + dish.w / 2,
    dish.y + dish.h * 0.55 + sag,
    dish.h * 0.52,
    mix(other, look.accent, 0.35),
    dish.h * 0.5,
    'opacity=".55"',
  )
  foodGroup(canvas, look.foods, { ...dish, y: dish.y + sag })
  const ink = readable(other, [look.accent, '#fff', look.dark], 3)
  const edging = lightness(ink) > 0.35 ? mix(other, '#000000', 0.45) : '#FFF8E8'
  titleMark(canvas, look, { ...title, y: title.y + sag }, ink, edging)
  const foot = wide ? part(safe, leans ? 0 : 0.48, 0.76, 0.52, 0.23) : part(safe, 0, 0.865, 1, 0.135)
  canvas.rect({ ...foot, y: foot.y + sag }, look.accent, Math.min(10, foot.h / 2))
  nameMark(
    canvas,
    look,
    { ...part(foot, 0.05, 0.14, 0.9, 0.72), y: foot.y + foot.h * 0.14 + sag },
    readable(look.accent, [look.dark, '#fff']),
  )
}
