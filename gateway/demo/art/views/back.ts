import { type Canvas, short } from '../canvas.ts'
import { readable } from '../colour.ts'
import { foodGroup } from '../food.ts'
import type { Paint, Panel } from '../labels/panel.ts'
import { cloth, shadow } from '../light.ts'
import { write, writeLines } from '../lettering.ts'
import type { Look } from '../look.ts'
import { isLoose, pack } from '../packs/pack.ts'
import { brandMark, part, titleMark } from '../words.ts'
import { framed, type Scene } from './frame.ts'

/** Lines as a placeholder for small print. */
function printLines(canvas: Canvas, x: number, y: number, widths: number[], gap: number, ink: string): void {
  for (const [i, w] of widths.entries())
    canvas.rect({ x, y: y + i * gap, w, h: gap * 0.42 }, ink, gap * 0.2, 'opacity=".5"')
}

function table(canvas: Canvas, look: Look, box: { x: number; y: number; w: number; h: number }): void {
  const chance = look.chance('table')
  canvas.rect(box, '#FFFEFA', 3, `stroke="${look.dark}" stroke-width="1.5"`)
  const row = box.h / 7
  canvas.rect({ x: box.x + 7, y: box.y + row * 0.42, w: box.w * 0.52, h: row * 0.5 }, look.dark, 2)
  for (let i = 1; i < 7; i++) {
    const y = box.y + row * i + (i === 1 ? row * 0.2 : 0)
    canvas.line(`M${short(box.x)} ${short(y)}h${short(box.w)}`, look.dark, i === 1 ? 2.4 : 0.8)
    const [name, value] = [box.w * (0.24 + chance() * 0.24), box.w * (0.1 + chance() * 0.08)]
    const at = y + row * 0.34
    canvas.rect({ x: box.x + 7, y: at, w: name, h: row * 0.36 }, look.dark, 2, 'opacity=".62"')
    canvas.rect({ x: box.x + box.w - 7 - value, y: at, w: value, h: row * 0.36 }, look.dark, 2, 'opacity=".62"')
  }
}

function barcode(canvas: Canvas, look: Look, x: number, y: number, w: number, h: number): void {
  const chance = look.chance('barcode')
  canvas.rect({ x, y, w, h }, '#fff', 3)
  let d = ''
  for (let at = x + 6; at < x + w - 7;) {
    const bar = 1 + Math.floor(chance() * 3)
    d += `M${short(at)} ${short(y + 5)}h${bar}v${short(h - 10)}h${-bar}z`
    at += bar + 1.4 + chance() * 1.6
  }
  canvas.path(d, '#1c1512')
}

/** The back of a label: the names, a table, small print, a barcode. */
const backLabel =
  (look: Look): Paint =>
  (canvas, panel: Panel) => {
    const { safe } = panel
    canvas.rect({ x: panel.x - 4, y: panel.y - 14, w: panel.w + 8, h: panel.h + 40 }, cloth(canvas, look.base))
    brandMark(canvas, look, part(safe, 0.06, 0.01, 0.88, 0.08), look.onBase)
    titleMark(canvas, look, part(safe, 0.06, 0.115, 0.88, 0.12), look.title)
    const card = part(safe, 0, 0.265, 1, 0.735)
    canvas.rect({ ...card, x: card.x - 5, w: card.w + 10 }, look.plate, 8)
    const hand = { face: 'grotesk', fill: look.onPlate, track: 20, most: 15 } as const
    writeLines(canvas, look.art.label, part(card, 0.03, 0.04, 0.94, 0.13), hand)
    table(canvas, look, part(card, 0.03, 0.2, 0.94, 0.45))
    const low = part(card, 0.03, 0.7, 0.94, 0.26)
    printLines(canvas, low.x, low.y + 2, [low.w * 0.44, low.w * 0.4, low.w * 0.46, low.w * 0.3], low.h * 0.2, look.dark)
    barcode(canvas, look, low.x + low.w * 0.54, low.y, low.w * 0.46, low.h * 0.62)
    write(canvas, look.art.size, part(low, 0.54, 0.7, 0.46, 0.3), { ...hand, most: 14 })
  }

/** The back of produce: a tied card with its names. */
const tag: Scene = (canvas, look) => {
  shadow(canvas, 244, 410, 150, 26)
  canvas.group('transform="rotate(-4 240 240)"', () => {
    const d = 'M148 66H332l40 44V400q0 14-14 14H122q-14 0-14-14V110z'
    canvas.path(d, '#C69A62', 'transform="translate(5 6)"').path(d, '#E9CFA0')
    canvas.oval(240, 100, 13, '#8F5F2E').oval(240, 100, 8, '#FBF3DF')
    canvas.line('M240 100C226 60 270 40 250 14M240 100C262 64 220 50 236 14', '#8F5F2E', 3)
    const safe = { x: 130, y: 130, w: 220, h: 268 }
    const ink = readable('#E9CFA0', [look.dark], 5)
    titleMark(canvas, look, part(safe, 0, 0, 1, 0.24), ink)
    writeLines(canvas, look.art.label, part(safe, 0, 0.28, 1, 0.12), {
      face: 'grotesk',
      fill: ink,
      track: 40,
      most: 20,
    })
    foodGroup(canvas, look.foods.slice(0, 1), part(safe, 0.25, 0.42, 0.5, 0.34))
    printLines(canvas, safe.x, safe.y + safe.h * 0.8, [96, 84, 100, 60], 13, ink)
    barcode(canvas, look, safe.x + 122, safe.y + safe.h * 0.79, 98, 52)
  })
}

/** A tray's sticker has no back, so the back view shows a sleeve. */
const sleeved = (look: Look): Look => ({ ...look, art: { ...look.art, layout: 'band' } })

/** The pack from its back; for produce, the card that is tied to it. */
export const back: Scene = (canvas, look) =>
  framed(canvas, look, () => (isLoose(look) ? tag(canvas, look) : pack(canvas, sleeved(look), backLabel(look))))
