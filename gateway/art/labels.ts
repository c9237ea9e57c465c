import { type Box, type Canvas, short } from './canvas.ts'
import { lightness, mix, readable } from './colour.ts'
import { foodGroup } from './food.ts'
import { writeArc, writeDown } from './lettering.ts'
import type { Look } from './look.ts'
import { cloud, dots, hills, lattice, rays, waves } from './ornaments.ts'
import type { Layout } from './spec.ts'
import { brandMark, brandText, nameMark, part, sizeBurst, sizePill, titleMark } from './words.ts'

/** The printed field of a pack: all of it is painted, words keep inside `safe`. */
export interface Panel extends Box {
  safe: Box
  /** How far level lines sag in the middle, on round packs. */
  sag: number
}

/** Paints a label, or whatever stands in its place, on a panel. */
export type Paint = (canvas: Canvas, panel: Panel) => void

const isWide = ({ safe }: Panel) => safe.h / safe.w < 0.86
const isNarrow = ({ safe }: Panel) => safe.w < 130

/** A band across the panel, from one height to another, sagging as the pack does. */
function band(canvas: Canvas, { x, w, sag }: Panel, top: number, foot: number, fill: string): void {
  const [l, r, c] = [short(x - 2), short(x + w + 2), short(x + w / 2)]
  const [t, b, s] = [short(top), short(foot), short(sag * 2)]
  canvas.path(`M${l} ${t}Q${c} ${short(t + s)} ${r} ${t}V${b}Q${c} ${short(b + s)} ${l} ${b}z`, fill)
}

/** Colours the whole panel. */
function cover(canvas: Canvas, { x, y, w, h }: Panel, [top, foot]: [string, string]): void {
  const paint = canvas.linear([
    [0, top],
    [1, foot],
  ])
  canvas.rect({ x: x - 4, y: y - 14, w: w + 8, h: h + 40 }, paint)
}

/** A plate for the food: an oval field with a rim. */
function plate(canvas: Canvas, look: Look, { x, y, w, h }: Box): void {
  const [cx, cy] = [x + w / 2, y + h / 2]
  canvas.oval(cx, cy, w / 2, look.accent, h / 2).oval(cx, cy, w / 2 - 4, look.plate, h / 2 - 4)
  canvas.add(
    `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(w / 2 - 8)}" ry="${short(h / 2 - 8)}" fill="none"` +
      ` stroke="${look.flavour}" stroke-opacity=".5" stroke-width="1.5"/>`,
  )
}

/** The field of the base behind everything: one of four quiet patterns, or nothing. */
function texture(canvas: Canvas, look: Look, panel: Panel): void {
  const chance = look.chance('texture')()
  const tint = readable(look.base[0], [look.accent, '#ffffff'], 1.6)
  if (chance < 0.25) dots(canvas, panel, 22, 2.4, tint, 0.4)
  else if (chance < 0.5) waves(canvas, panel, 40, tint, 0.24)
  else if (chance < 0.7) lattice(canvas, panel, 30, tint, 0.22)
  else if (chance < 0.85) rays(canvas, panel.x + panel.w / 2, panel.y + panel.h * 0.6, panel.h, 24, tint, 0.16)
}

function bandLabel(canvas: Canvas, look: Look, panel: Panel): void {
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
  nameMark(canvas, look, { ...part(safe, 0, foot + 0.035, roomy ? 0.7 : 1, 0.95 - foot), y: at(foot + 0.035) + sag }, ink, !roomy)
  if (roomy) sizeBurst(canvas, look, safe.x + safe.w * 0.87, at(foot) + sag, Math.min(33, safe.w * 0.16), [ground, look.base[1]])
}

function discLabel(canvas: Canvas, look: Look, panel: Panel): void {
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
  canvas.add(`<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(r - 5)}" fill="none" stroke="${look.flavour}" stroke-width="2"/>`)
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
    const room = { x: left, y: cy + r + safe.h * 0.04, w: safe.x + safe.w - left, h: foot - cy - r - safe.h * 0.07 + sag }
    titleMark(canvas, look, aside ? { ...room, y: cy - r * 0.7, h: r * 1.4 } : room, look.title)
  }
  band(canvas, panel, foot, panel.y + panel.h + 30, look.accent)
  const ink = readable(look.accent, [look.art.colours.deep, look.dark, '#fff'])
  const strip = { ...safe, y: foot + safe.h * 0.03 + sag, h: safe.y + safe.h - foot - safe.h * 0.05 }
  nameMark(canvas, look, strip, ink)
}

function raysLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  const dish = wide ? part(safe, 0.54, 0.3, 0.46, 0.66) : part(safe, 0, 0.44, 1, 0.395)
  rays(canvas, dish.x + dish.w / 2, dish.y + dish.h / 2, panel.h * 1.2, 28, mix(look.base[0], '#ffffff', lightness(look.base[0]) > 0.4 ? 0.5 : 0.2), 0.55)
  const y = safe.y + safe.h * (wide ? 0.03 : 0.02) + sag
  const h = safe.h * (wide ? 0.21 : 0.15)
  const [x, w] = [panel.x, panel.w]
  const q = (at: number) => short(at)
  canvas.path(`M${q(x - 4)} ${q(y + 6)}Q${q(x + w / 2)} ${q(y + 18)} ${q(x + w + 4)} ${q(y - 4)}V${q(y + h)}Q${q(x + w / 2)} ${q(y + h + 18)} ${q(x - 4)} ${q(y + h + 10)}z`, look.strip)
  canvas.line(`M${q(x - 4)} ${q(y + h + 13)}Q${q(x + w / 2)} ${q(y + h + 21)} ${q(x + w + 4)} ${q(y + h + 3)}`, look.accent, 3)
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

function wavesLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  const tint = readable(look.base[1], [look.accent, look.flavour], 1.8)
  waves(canvas, { ...panel, y: safe.y + safe.h * 0.56, h: panel.h * 0.6 }, isNarrow(panel) ? 26 : 38, tint, 0.62, 1.8)
  const r = wide ? safe.h * 0.35 : Math.min(safe.w * 0.4, safe.h * 0.235)
  const cx = wide ? safe.x + safe.w - r - 2 : panel.x + panel.w / 2
  const cy = safe.y + safe.h * (wide ? 0.38 : 0.475) + sag
  const sun = numberOfSun(look)
  canvas.oval(cx, cy, r, sun).oval(cx, cy, r - 5, 'none', r - 5, `stroke="${look.accent}" stroke-width="2" stroke-opacity=".8"`)
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

function splitLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { x, y, w, h, safe, sag } = panel
  const wide = isWide(panel)
  const leans = look.chance('split')() < 0.5
  cover(canvas, panel, look.base)
  texture(canvas, look, panel)
  const other = look.strip
  const [l, r] = leans ? [safe.y + safe.h * 0.08, safe.y + safe.h * 0.4] : [safe.y + safe.h * 0.4, safe.y + safe.h * 0.08]
  const edge = (dy: number) => `M${short(x - 3)} ${short(l + dy)}L${short(x + w + 3)} ${short(r + dy)}`
  canvas.path(`${edge(0)}V${short(y + h + 30)}H${short(x - 3)}z`, other)
  canvas.line(edge(2), look.accent, 6)
  const side = leans ? 0.34 : 0
  brandMark(canvas, look, { ...part(safe, wide ? side : side * 0.6, 0.01, wide ? 0.66 : 0.8, 0.15), y: safe.y + safe.h * 0.01 + sag }, look.onBase)
  const dish = wide ? part(safe, leans ? 0.52 : 0.02, 0.34, 0.46, 0.6) : part(safe, 0.04, 0.5, 0.92, 0.375)
  const title = wide ? part(safe, leans ? 0 : 0.48, 0.38, 0.5, 0.34) : part(safe, 0, 0.31, 1, 0.235)
  canvas.oval(dish.x + dish.w / 2, dish.y + dish.h * 0.55 + sag, dish.h * 0.52, mix(other, look.accent, 0.35), dish.h * 0.5, 'opacity=".55"')
  foodGroup(canvas, look.foods, { ...dish, y: dish.y + sag })
  const ink = readable(other, [look.accent, '#fff', look.dark], 3)
  const edging = lightness(ink) > 0.35 ? mix(other, '#000000', 0.45) : '#FFF8E8'
  titleMark(canvas, look, { ...title, y: title.y + sag }, ink, edging)
  const foot = wide ? part(safe, leans ? 0 : 0.48, 0.76, 0.52, 0.23) : part(safe, 0, 0.865, 1, 0.135)
  canvas.rect({ ...foot, y: foot.y + sag }, look.accent, Math.min(10, foot.h / 2))
  nameMark(canvas, look, { ...part(foot, 0.05, 0.14, 0.9, 0.72), y: foot.y + foot.h * 0.14 + sag }, readable(look.accent, [look.dark, '#fff']))
}

function archLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { x, y, w, h, safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  texture(canvas, look, panel)
  const top = safe.y + safe.h * (wide ? 0.4 : 0.47) + sag
  const rise = wide ? safe.h * 0.1 : safe.h * 0.13
  const arch = (dy: number) => `M${short(x - 6)} ${short(top + rise + dy)}Q${short(x + w / 2)} ${short(top - rise + dy)} ${short(x + w + 6)} ${short(top + rise + dy)}`
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
  nameMark(canvas, look, { ...part(safe, 0.02, 0.845, 0.96, 0.145), y: safe.y + safe.h * 0.845 + sag * 0.6 }, look.onPlate)
}

/** A name seal with the first letter of the brand, or of the name in its own script. */
function stamp(canvas: Canvas, look: Look, x: number, y: number, side: number): void {
  const red = readable(look.base[0], ['#C2281D', look.accent], 2.4)
  canvas.rect({ x: x - side / 2, y: y - side / 2, w: side, h: side }, red, side * 0.16)
  const text = look.art.second?.lang === 'zh' || look.art.second?.lang === 'ja' ? look.art.second.text : look.art.brand
  const inside = { x: x - side * 0.34, y: y - side * 0.34, w: side * 0.68, h: side * 0.68 }
  const face = /[A-Za-z]/.test(text[0] ?? '') ? 'serif' : 'song'
  writeDown(canvas, [...text][0] ?? '', inside, { face, fill: readable(red, ['#FFF8E8', look.dark], 3) })
}

function sealLabel(canvas: Canvas, look: Look, panel: Panel): void {
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

function latticeLabel(canvas: Canvas, look: Look, panel: Panel): void {
  const { safe, sag } = panel
  const wide = isWide(panel)
  cover(canvas, panel, look.base)
  lattice(canvas, { ...panel, h: panel.h + 30 }, isNarrow(panel) ? 22 : 28, readable(look.base[0], [look.accent], 1.2), 0.5)
  const [top, foot] = wide ? [0.22, 0.8] : [0.17, 0.86]
  const frame = { ...part(safe, 0, top, 1, foot - top), y: safe.y + safe.h * top + sag }
  canvas.rect({ x: frame.x - 3, y: frame.y - 3, w: frame.w + 6, h: frame.h + 6 }, look.accent, 16)
  canvas.rect(frame, look.plate, 13)
  canvas.rect(part(frame, 0.03, 0.03, 0.94, 0.94), 'none', 9, `stroke="${look.flavour}" stroke-opacity=".6" stroke-width="1.5"`)
  const ribbon = { ...part(safe, 0, 0, 1, top - 0.035), y: safe.y + sag }
  canvas.rect({ x: ribbon.x - 3, y: ribbon.y - 2, w: ribbon.w + 6, h: ribbon.h + 4 }, look.base[1], 8)
  brandMark(canvas, look, part(ribbon, 0.05, 0.16, 0.9, 0.68), readable(look.base[1], [look.accent, '#fff', look.dark], 4.2))
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

const layouts: Record<Layout, (canvas: Canvas, look: Look, panel: Panel) => void> = {
  band: bandLabel,
  disc: discLabel,
  rays: raysLabel,
  waves: wavesLabel,
  split: splitLabel,
  arch: archLabel,
  seal: sealLabel,
  lattice: latticeLabel,
}

/** The front label of a product, as a paint. */
export const frontLabel =
  (look: Look): Paint =>
  (canvas, panel) =>
    (layouts[look.art.layout] ?? bandLabel)(canvas, look, panel)

/** A small sticker: brand, both names and the size on a slip of paper; for trays. */
export function sticker(canvas: Canvas, look: Look, box: Box): void {
  canvas.rect({ ...box, x: box.x + 2, y: box.y + 3 }, '#1a0d05', 8, 'opacity=".3"').rect(box, '#FFFDF8', 8)
  const head = part(box, 0, 0, 1, 0.3)
  const [x, y] = [short(box.x), short(box.y)]
  const ground = look.strip
  canvas.path(`M${x} ${short(y + head.h)}V${y + 8}q0-8 8-8H${short(x + box.w - 8)}q8 0 8 8V${short(y + head.h)}z`, ground)
  if (look.art.brand) brandMark(canvas, look, part(head, 0.06, 0.2, 0.88, 0.62), look.onStrip)
  else nameMark(canvas, look, part(head, 0.06, 0.2, 0.88, 0.62), look.onStrip, false)
  const ink = readable('#FFFDF8', [look.art.colours.main, look.dark], 4.5)
  titleMark(canvas, look, part(box, 0.05, 0.36, 0.9, 0.32), ink)
  const foot = part(box, 0.05, 0.73, 0.9, 0.21)
  if (look.art.brand) return nameMark(canvas, look, foot, look.dark)
  sizePill(canvas, look, part(foot, 0.25, 0, 0.5, 1), look.accent)
}
