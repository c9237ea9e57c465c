import { type Canvas, short } from '../canvas.ts'
import { foodGroup } from '../food.ts'
import type { Look } from '../look.ts'
import { brandMark, nameMark, part, titleMark } from '../words.ts'
import { type Panel, cover, isWide, texture } from './panel.ts'

/** A light hill with the food on it, and the names above. */
export function archLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { x, y, w, h, safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  texture(canvas, look, panel)
  const top = safe.y + safe.h * (wide ? 0.4 : 0.47) + sag
  const rise = wide ? safe.h * 0.1 : safe.h * 0.13
  const arch = (dy: number) =>
    `M${short(x - 6)} ${short(top + rise + dy)}Q${short(x + w / 2)} ${short(top - rise + dy)}` +
    ` ${short(x + w + 6)} ${short(top + rise + dy)}`
  canvas.path(`${arch(0)}V${short(y + h + 30)}H${short(x - 6)}z`, look.plate).line(arch(0), look.accent, 5)
  canvas.line(arch(7), look.flavour, 2.5)
  if (wide) {
    brandMark(canvas, look, { ...part(safe, 0.1, 0.02, 0.8, 0.13), y: safe.y + safe.h * 0.02 + sag }, look.onBase)
    titleMark(canvas, look, { ...part(safe, 0.04, 0.17, 0.92, 0.23), y: safe.y + safe.h * 0.17 + sag }, look.title)
    foodGroup(canvas, look.foods, part(safe, 0, 0.42, 0.46, 0.57))
    return nameMark(canvas, look, part(safe, 0.48, 0.55, 0.5, 0.36), look.onPlate)
  }
  brandMark(canvas, look, { ...part(safe, 0.04, 0.02, 0.92, 0.12), y: safe.y + safe.h * 0.02 + sag }, look.onBase)
  titleMark(canvas, look, { ...part(safe, 0, 0.165, 1, 0.24), y: safe.y + safe.h * 0.165 + sag }, look.title)
  foodGroup(canvas, look.foods, { ...part(safe, 0, 0.455, 1, 0.385), y: safe.y + safe.h * 0.455 + sag })
  nameMark(
    canvas,
    look,
    { ...part(safe, 0.02, 0.845, 0.96, 0.145), y: safe.y + safe.h * 0.845 + sag * 0.6 },
    look.onPlate,
  )
}
