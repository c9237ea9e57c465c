import { type Box, type Canvas, short } from '../canvas.ts'
import { readable } from '../colour.ts'
import { cloth } from '../light.ts'
import type { Look } from '../look.ts'
import { dots, lattice, rays, waves } from '../ornaments.ts'

/** The printed area of a pack: all of it is painted; text stays within `safe`. */
export interface Panel extends Box {
  safe: Box
  /** How far horizontal lines sag in the middle, on round packs. */
  sag: number
}

/** Paints a label, or its substitute, on a panel. */
export type Paint = (canvas: Canvas, panel: Panel) => void

/** Whether a panel is so low that words and food are side by side. */
export const isWide = ({ safe }: Panel) => safe.h / safe.w < 0.86
/** Whether a panel has no room for a sticker beside its words. */
export const isNarrow = ({ safe }: Panel) => safe.w < 130

/** A band across the panel, from one height to another, curved like the pack. */
export function band(canvas: Canvas, { x, w, sag }: Panel, top: number, foot: number, fill: string): void {
  const [l, r, c] = [short(x - 2), short(x + w + 2), short(x + w / 2)]
  const [t, b, s] = [short(top), short(foot), short(sag * 2)]
  canvas.path(`M${l} ${t}Q${c} ${short(t + s)} ${r} ${t}V${b}Q${c} ${short(b + s)} ${l} ${b}z`, fill)
}

/** Colours the whole panel. */
export function cover(canvas: Canvas, { x, y, w, h }: Panel, [top, foot]: [string, string]): void {
  canvas.rect({ x: x - 4, y: y - 14, w: w + 8, h: h + 40 }, cloth(canvas, [top, foot]))
}

/** A plate for the food: an oval field with a rim. */
export function plate(canvas: Canvas, look: Look, { x, y, w, h }: Box): void {
  const [cx, cy] = [x + w / 2, y + h / 2]
  canvas.oval(cx, cy, w / 2, look.accent, h / 2).oval(cx, cy, w / 2 - 4, look.plate, h / 2 - 4)
  canvas.add(
    `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(w / 2 - 8)}" ry="${short(h / 2 - 8)}" fill="none"` +
      ` stroke="${look.flavour}" stroke-opacity=".5" stroke-width="1.5"/>`,
  )
}

/** The background pattern: one of four subtle ones, or none. */
export function texture(canvas: Canvas, look: Look, panel: Panel): void {
  const chance = look.chance('texture')()
  const tint = readable(look.base[0], [look.accent, '#ffffff'], 1.6)
  if (chance < 0.25) dots(canvas, panel, 22, 2.4, tint, 0.4)
  else if (chance < 0.5) waves(canvas, panel, 40, tint, 0.24)
  else if (chance < 0.7) lattice(canvas, panel, 30, tint, 0.22)
  else if (chance < 0.85) rays(canvas, panel.x + panel.w / 2, panel.y + panel.h * 0.6, panel.h, 24, tint, 0.16)
}
