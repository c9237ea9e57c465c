import { type Canvas, short } from '../canvas.ts'
import { mix, readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import { writeArc, writeDown } from '../lettering.ts'
import type { Look } from '../look.ts'
import { rays } from '../ornaments.ts'
import { brandText, nameMark, titleMark } from '../words.ts'
import { type Panel, band, cover } from './panel.ts'

/** A disc with the food, the brand in an arc over it. */
export function discLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = safe.h / safe.w < 1.16
  const text = look.art.second?.text ?? ''
  const letters = [...text]
  const flanks = wide && letters.length % 2 === 0 && letters.length <= 6 && /^[^a-z\u0e00-\u0e7f]+$/i.test(text)
  const aside = wide && !flanks
  cover(canvas, panel, look.base)
  const r = wide ? Math.min(safe.h * 0.32, safe.w * 0.29) : Math.min(safe.w * 0.42, safe.h * 0.235)
  const cx = aside ? safe.x + r + 4 : panel.x + panel.w / 2
  const cy = safe.y + (wide ? safe.h * 0.47 : r + Math.min(safe.h * 0.15, 32)) + sag
  rays(canvas, cx, cy, panel.h, 22, mix(look.base[0], look.base[1], 0.9), 0.7)
  canvas.oval(cx, cy, r + 5, look.accent).oval(cx, cy, r, look.plate)
  canvas.add(
    `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(r - 5)}" fill="none" stroke="${look.flavour}"` +
      ` stroke-width="2"/>`,
  )
  foodGroup(canvas, look.foods, { x: cx - r * 0.88, y: cy - r * 0.88, w: r * 1.76, h: r * 1.76 })
  const arc = { cx, cy, r: r + 11, size: Math.min(26, r * 0.46), reach: wide ? 2.3 : 2.5 }
  writeArc(canvas, brandText(look), arc, { face: look.brandFace, fill: look.onBase, track: 60 })
  const foot = safe.y + safe.h * 0.81
  if (flanks) {
    const half = Math.ceil(letters.length / 2)
    const side = (safe.w / 2 - r - 16) * 0.94
    const row = { y: safe.y + safe.h * 0.2 + sag, w: side, h: safe.h * 0.58 }
    const hand = { face: look.titleFace, fill: look.title, most: 52 }
    writeDown(canvas, letters.slice(0, half).join(''), { x: safe.x, ...row }, hand)
    writeDown(canvas, letters.slice(half).join(''), { x: safe.x + safe.w - side, ...row }, hand)
  } else {
    const left = aside ? cx + r + 12 : safe.x
    const room = {
      x: left,
      y: cy + r + safe.h * 0.04,
      w: safe.x + safe.w - left,
      h: foot - cy - r - safe.h * 0.07 + sag,
    }
    titleMark(canvas, look, aside ? { ...room, y: cy - r * 0.7, h: r * 1.4 } : room, look.title)
  }
  band(canvas, panel, foot, panel.y + panel.h + 30, look.accent)
  const ink = readable(look.accent, [look.art.colours.deep, look.dark, '#fff'])
  const strip = { ...safe, y: foot + safe.h * 0.03 + sag, h: safe.y + safe.h - foot - safe.h * 0.05 }
  nameMark(canvas, look, strip, ink)
}
