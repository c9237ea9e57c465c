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
function nest(canvas: Canvas, look: Look, cx: number, cy: number, rx: number, ry: number, width = 5): void {
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

/** The heights of the rows of a counted tray, by its count. */
const LINES: Record<number, number[]> = { 1: [224], 2: [214], 4: [176, 252], 6: [176, 252], 12: [164, 216, 268] }

/** The sizes of the pieces of a counted tray, relative to those of a full one. */
const LARGE: Record<number, number> = { 1: 2.5, 2: 1.35, 12: 0.8 }

/** Goods of a tray that are one piece, sold by weight. */
const ONE = /PORK BELLY/

/** The number of pieces that the size names, 'tray of 6' or '2 × 150 g'; 0 if it names a weight. */
const countOf = ({ art }: Look): number =>
  ONE.test(art.label) ? 1 : Number(/^(?:(?:tray|pack|box) of )?(\d+)(?: ×|$)/.exec(art.size)?.[1] ?? 0)

/** Rows of one food: a drawn piece if there is one, else the food's picture. */
function rows(canvas: Canvas, look: Look): void {
  const [first] = look.foods
  const { label, contents = [] } = look.art
  const piece = pieceFor(label)
  const laid = piece === 'slice' || piece === 'fillet' || piece === 'chilli'
  const count = countOf(look)
  const lines = LINES[count] ?? (laid ? [168, 210, 254, 300] : [178, 240, 304])
  const across = count ? count / lines.length : 4
  const size = (LARGE[count] ?? 1) * (laid ? 98 : piece ? 78 : 86)
  for (const [j, y] of lines.entries()) {
    for (let i = 0; i < across; i++) {
      const step = (70 + j * 5) * (across < 3 ? 1.9 : across < 4 ? 1.28 : 1)
      const start = across < 4 ? 240 - ((across - 1) * step) / 2 : 134 - j * 8
      const x = start + i * step + (laid && j % 2 ? 14 : 0)
      const still = count === 1 || piece === 'egg' || piece === 'persimmon'
      const turn = still ? 0 : -18 + j * 10 + i * 4
      if (piece) place(canvas, piece, contents, x, y, size, turn)
      else if (first) {
        canvas.oval(x + 4, y + size * 0.3, size * 0.42, SHADE, size * 0.14, 'opacity=".22"')
        food(canvas, first, x, y, size, { turn })
      }
    }
  }
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
  const count = countOf(look)
  const sleeved = !count && layout !== 'seal' && layout !== 'rays' && layout !== 'disc'
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
    canvas.group('transform="rotate(-4 160 310)"', () =>
      sticker(canvas, look, count ? { x: 50, y: 300, w: 172, h: 78 } : { x: 62, y: 246, w: 206, h: 112 }),
    )
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
