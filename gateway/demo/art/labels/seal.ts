import type { Canvas } from '../canvas.ts'
import { mix, readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import { writeDown } from '../lettering.ts'
import type { Look } from '../look.ts'
import { cloud, hills } from '../ornaments.ts'
import { brandMark, nameMark, part, titleMark } from '../words.ts'
import { type Panel, cover, isWide } from './panel.ts'

/** A name seal with the first letter of the brand, or of the name in its own script. */
function stamp(canvas: Canvas, look: Look, x: number, y: number, side: number): void {
  const red = readable(look.base[0], ['#C2281D', look.accent], 2.4)
  canvas.rect({ x: x - side / 2, y: y - side / 2, w: side, h: side }, red, side * 0.16)
  const text = look.art.second?.lang === 'zh' || look.art.second?.lang === 'ja' ? look.art.second.text : look.art.brand
  const inside = { x: x - side * 0.34, y: y - side * 0.34, w: side * 0.68, h: side * 0.68 }
  const face = /[A-Za-z]/.test(text[0] ?? '') ? 'serif' : 'song'
  writeDown(canvas, [...text][0] ?? '', inside, { face, fill: readable(red, ['#FFF8E8', look.dark], 3) })
}

/** A plain background with hills, the name written vertically, and a red seal. */
export function sealLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { x, w, safe, sag } = panel
  const text = look.art.second?.text ?? ''
  const upright = /^[^a-z\u0e00-\u0e7f]+$/i.test(text) && [...text].length <= 7 && !isWide(panel)
  cover(canvas, panel, look.base)
  const horizon = safe.y + safe.h * (isWide(panel) ? 0.52 : 0.58)
  const far = mix(look.flavour, look.base[0], 0.35)
  hills(canvas, { x: x - 3, y: horizon, w: w + 6, h: panel.y + panel.h - horizon + 30 }, far, look.flavour)
  if (look.chance('cloud')() < 0.6) cloud(canvas, safe.x - 6, safe.y + safe.h * 0.3, 0.9, look.accent, 0.45)
  const ink = readable(look.flavour, ['#fff', look.accent, look.dark])
  if (upright) {
    writeDown(canvas, text, part(safe, 0.44, 0.03, 0.5, 0.6), { face: look.titleFace, fill: look.title, most: 80 })
    stamp(canvas, look, safe.x + safe.w * 0.22, safe.y + safe.h * 0.13, Math.min(38, safe.w * 0.24))
    foodGroup(canvas, look.foods, part(safe, -0.04, 0.28, 0.52, 0.42))
  } else if (isWide(panel)) {
    titleMark(canvas, look, { ...part(safe, 0, 0.05, 0.58, 0.48), y: safe.y + safe.h * 0.05 + sag }, look.title)
    foodGroup(canvas, look.foods, { ...part(safe, 0.6, 0.04, 0.4, 0.66), y: safe.y + safe.h * 0.04 + sag })
  } else {
    stamp(canvas, look, safe.x + safe.w * 0.5, safe.y + safe.h * 0.08 + sag, Math.min(34, safe.h * 0.13))
    titleMark(canvas, look, { ...part(safe, 0, 0.17, 1, 0.2), y: safe.y + safe.h * 0.17 + sag }, look.title)
    foodGroup(canvas, look.foods, part(safe, 0.06, 0.38, 0.88, 0.37))
  }
  const brand = isWide(panel) ? part(safe, 0, 0.78, 0.44, 0.17) : part(safe, 0, 0.76, 1, 0.085)
  const foot = isWide(panel) ? part(safe, 0.48, 0.765, 0.52, 0.21) : part(safe, 0, 0.865, 1, 0.135)
  brandMark(canvas, look, { ...brand, y: brand.y + sag * 0.6 }, ink)
  nameMark(canvas, look, { ...foot, y: foot.y + sag * 0.6 }, ink)
}
