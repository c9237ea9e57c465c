import { type Canvas, short } from '../canvas.ts'
import { mix, lightness } from '../colour.ts'
import { food } from '../food.ts'
import type { Paint } from '../labels/panel.ts'
import { sticker } from '../labels/sticker.ts'
import { SHADE, shadow } from '../light.ts'
import type { Look } from '../look.ts'
import { pieceFor, place } from './pieces.ts'

const OUTER = 'M96 116H384q16 0 19 16l30 210q4 30-26 30H73q-30 0-26-30L77 132q3-16 19-16z'
const INNER = 'M110 136H370q10 0 12 12l25 180q3 20-18 20H91q-21 0-18-20L98 148q2-12 12-12z'

/** A nest of noodles, in three colours. */
export function nest(canvas: Canvas, look: Look, cx: number, cy: number, rx: number, ry: number, width = 5): void {
  const chance = look.chance(`nest ${cx} ${cy}`)
  const first = look.art.contents?.[0] ?? '#E9B95B'
  const colours = [
    first,
    look.art.contents?.[1] ?? mix(first, '#8A4B10', 0.3),
    look.art.contents?.[2] ?? mix(first, '#ffffff', 0.4),
  ]
  canvas.oval(cx, cy + 4, rx, mix(first, '#5a2f08', 0.45), ry)
  for (let i = 0; i < 24; i++) {
    const [turn, size] = [chance() * Math.PI * 2, 0.3 + chance() * 0.6]
    const [x, y] = [cx + Math.cos(turn) * rx * 0.3 * chance(), cy + Math.sin(turn) * ry * 0.34 * chance()]
    canvas.oval(
      x,
      y,
      rx * size * 0.78,
      'none',
      ry * size * 0.78,
      `stroke="${colours[i % 3]}" stroke-width="${width}" transform="rotate(${Math.round(chance() * 50 - 25)}` +
        ` ${short(cx)} ${short(cy)})"`,
    )
  }
}

/** One pale block, such as tofu. */
function block(canvas: Canvas, look: Look): void {
  const colour = look.art.contents?.[0] ?? '#FFFBEF'
  const gloss = canvas.linear([
    [0, '#fff', 0.5],
    [1, mix(colour, '#5A3A0A', 0.3), 0.6],
  ])
  canvas.path('M94 314H388v16H94z', mix(colour, '#8A6A3A', 0.3))
  canvas.path('M112 156H368l20 160H92z', colour).path('M112 156H368l20 160H92z', gloss)
}

/** Rows of one food: a drawn piece if there is one, else the food's picture. */
function rows(canvas: Canvas, look: Look): void {
  const [first, second] = look.foods
  const { label, contents = [] } = look.art
  const piece = pieceFor(label)
  const laid = piece === 'slice' || piece === 'fillet' || piece === 'chilli'
  for (const [j, y] of (laid ? [168, 210, 254, 300] : [178, 240, 304]).entries()) {
    for (let i = 0; i < 4; i++) {
      const x = 134 - j * 8 + i * (70 + j * 5) + (laid && j % 2 ? 14 : 0)
      const turn = piece === 'egg' || piece === 'mochi' || piece === 'persimmon' ? 0 : -18 + j * 10 + i * 4
      const inks = piece === 'mochi' && contents.length ? [contents[i % 3] ?? '#FFF6F2', '#F6DCE2'] : contents
      if (piece) place(canvas, piece, inks, x, y, laid ? 98 : 78, turn)
      else if (first) {
        canvas.oval(x + 4, y + 26, 36, SHADE, 12, 'opacity=".22"')
        food(canvas, first, x, y, 86, { turn })
      }
    }
  }
  if (second && !piece) food(canvas, second, 352, 172, 66, { turn: 14 })
}

const NESTS: Spot[] = [
  [164, 200],
  [314, 200],
  [158, 292],
  [322, 292],
]
type Spot = [x: number, y: number]

function fill(canvas: Canvas, look: Look): void {
  const { label } = look.art
  if (/NOODLE|HO FUN|UDON|MINCE|VERMICELLI/.test(label)) {
    const width = /HO FUN/.test(label) ? 11 : /MINCE/.test(label) ? 7 : 5
    for (const [x, y] of NESTS) nest(canvas, look, x, y, 78, 52, width)
  } else if (/TOFU|CAKE|NIAN GAO|TEMPEH/.test(label)) block(canvas, look)
  else rows(canvas, look)
}

/** A film-wrapped tray seen from above, with a sleeve or a sticker. */
export function tray(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('tray')
  const { layout, contents } = look.art
  const solid = /TOFU|CAKE|NIAN GAO|TEMPEH/.test(look.art.label)
  const pale = solid || (contents?.[0] !== undefined && lightness(contents[0]) < 0.2) || chance() < 0.3
  const [rim, under, pad] = pale ? ['#E9F1F6', '#B6CBD8', '#FFFEFA'] : ['#2B2B2E', '#101012', '#F7F4EE']
  shadow(canvas, 240, 376, 205, 34)
  canvas.path('M48 344q-4 40 25 44H407q29-4 25-44z', under).path(OUTER, rim)
  const gloss = canvas.linear([
    [0, '#fff', 0.3],
    [0.5, '#fff', 0],
  ])
  const hollow = canvas.linear([
    [0, SHADE, 0.4],
    [0.16, SHADE, 0.05],
    [1, SHADE, 0],
  ])
  canvas.path(OUTER, gloss).path(INNER, pad).path(INNER, hollow)
  canvas.within(INNER, () => fill(canvas, look))
  const sleeved = layout !== 'seal' && layout !== 'rays' && layout !== 'disc'
  if (sleeved) {
    const [l, r] = solid ? [124, 356] : [142, 338]
    const sleeve = `M${l + 4} 112H${r - 4}L${r + 12} 384H${l - 12}z`
    canvas.within(sleeve, () => {
      const safe = { x: l + 8, y: 128, w: r - l - 16, h: 238 }
      paint(canvas, { x: l - 14, y: 112, w: r - l + 28, h: 276, safe, sag: 0 })
    })
    canvas.line(`M${l + 4} 112L${l - 12} 384M${r - 4} 112L${r + 12} 384`, '#fff', 1.5, 'stroke-opacity=".5"')
  }
  film(canvas)
  if (!sleeved)
    canvas.group('transform="rotate(-4 160 310)"', () => sticker(canvas, look, { x: 62, y: 246, w: 206, h: 112 }))
}

function film(canvas: Canvas): void {
  canvas.within(OUTER, () => {
    canvas.path('M60 380L170 100h44L120 380zM246 380L330 100h16L270 380z', '#fff', 'opacity=".24"')
    canvas.path('M132 380L226 100h10L146 380z', '#fff', 'opacity=".18"')
    canvas.line('M90 122q60 12 110 4t180 2', '#fff', 2, 'stroke-opacity=".6"')
    canvas.line('M60 360q90-12 170-4t190-2', '#fff', 2, 'stroke-opacity=".4"')
  })
  canvas.line(OUTER, '#fff', 1.5, 'stroke-opacity=".45"')
}
