import { amountOf } from '../amount.ts'
import { type Canvas, short } from '../canvas.ts'
import { mix, readable } from '../colour.ts'
import type { Paint, Panel } from '../labels/panel.ts'
import { cloth, faceLight, metal, roundLight, SHADE, shadow } from '../light.ts'
import type { Look } from '../look.ts'

/** A food can: low and wide for small amounts, tall for large ones. */
export function can(canvas: Canvas, look: Look, paint: Paint): void {
  const amount = amountOf(look.art.size)
  const low = amount > 0 && amount <= 230
  const [w, y0, y1] = low ? [246, 196, 396] : [amount > 700 ? 224 : 206, amount > 700 ? 96 : 112, 404]
  const [L, R, rx, ry] = [240 - w / 2, 240 + w / 2, w / 2, w * 0.1]
  shadow(canvas, 240, y1 + ry * 0.7, w * 0.6)
  const steel = metal(canvas)
  canvas.path(`M${L} ${y0}V${y1}A${rx} ${ry} 0 0 0 ${R} ${y1}V${y0}z`, steel)
  const d = `M${L} ${y0 + 12}A${rx} ${ry} 0 0 0 ${R} ${y0 + 12}V${y1 - 9}A${rx} ${ry} 0 0 1 ${L} ${y1 - 9}z`
  canvas.path(d, cloth(canvas, look.base))
  canvas.within(d, () => {
    const top = y0 + 12 + ry
    const safe = { x: L + 22, y: top - 2, w: w - 44, h: y1 - top - 6 }
    paint(canvas, { x: L, y: y0 + 12, w, h: y1 - y0 + ry, safe, sag: ry * 0.4 })
    canvas.path(`M${L} ${y0}H${R}V${y1 + 30}H${L}z`, roundLight(canvas, 0.95))
  })
  canvas.line(`M${L} ${y1 - 4}A${rx} ${ry} 0 0 0 ${R} ${y1 - 4}`, '#fff', 1.5, 'stroke-opacity=".5"')
  canvas.oval(240, y0, rx, steel, ry).oval(240, y0, rx - 7, '#6F777B', ry - 4)
  const floor = canvas.linear([
    [0, '#A2ABB0'],
    [1, '#EEF1F2'],
  ])
  canvas.oval(240, y0 + 2, rx - 10, floor, ry - 6)
  canvas.oval(240, y0 + 2, w * 0.26, 'none', ry * 0.42, 'stroke="#8D969B" stroke-width="2"')
  canvas
    .path(`M222 ${y0 - 1}q18-9 36 0l-5 8q-13-4-26 0z`, '#C3CACD', 'stroke="#7E878B"')
    .oval(240, y0 + 8, 3, '#7E878B')
}

/** A slim drink can with necked ends. */
function oneSlimCan(canvas: Canvas, look: Look, paint: Paint): void {
  const [w, y0, y1] = [146, 74, 408]
  const [L, R] = [240 - w / 2, 240 + w / 2]
  const d =
    `M${L + 12} ${y0 + 4}H${R - 12}l11 26q1 3 1 8V${y1 - 18}q0 8-6 14l-6 6q-${w / 2 - 12}` +
    ` 12-${w - 24} 0l-6-6q-6-6-6-14V${y0 + 38}q0-5 1-8z`
  const steel = metal(canvas)
  shadow(canvas, 240, y1 - 1, w * 0.66)
  canvas.path(d, steel)
  canvas.within(d, () => {
    const label = `M${L} ${y0 + 28}Q240 ${y0 + 40} ${R} ${y0 + 28}V${y1 - 11}Q240 ${y1 + 3} ${L} ${y1 - 11}z`
    canvas.path(label, cloth(canvas, look.base))
    canvas.within(label, () => {
      const safe = { x: L + 14, y: y0 + 42, w: w - 28, h: y1 - y0 - 64 }
      paint(canvas, { x: L, y: y0 + 28, w, h: y1 - y0 - 26, safe, sag: 4 })
    })
    canvas.path(`M${L} ${y0}H${R}V${y1 + 10}H${L}z`, roundLight(canvas))
  })
  canvas
    .oval(240, y0 + 4, w / 2 - 12, steel, 9)
    .oval(240, y0 + 5, w / 2 - 17, '#7E878B', 6)
    .oval(240, y0 + 5, 16, '#D7DCDF', 3.4)
}

/** The places of six cans, the ones at the back first. */
const SIX = [
  [-96, -58],
  [0, -58],
  [96, -58],
  [-96, 0],
  [0, 0],
  [96, 0],
]

/** Whether a product is six cans, which are drawn as six. */
export const isSixPack = ({ art }: Look): boolean => art.pack === 'slimCan' && art.size.startsWith('6 ×')

/** A slim drink can, or six of them. */
export function slimCan(canvas: Canvas, look: Look, paint: Paint): void {
  if (!isSixPack(look)) return oneSlimCan(canvas, look, paint)
  for (const [i, [x, y]] of SIX.entries()) {
    const at = `transform="translate(${240 + x!} ${404 + y!}) scale(.64) translate(-240 -408)"`
    if (i === 0) canvas.group(at, () => canvas.group('id="can"', () => oneSlimCan(canvas, look, paint)))
    else canvas.add(`<use href="#can" ${at}/>`)
  }
}

/** A tea caddy: a round tin with a deep lid. */
export function tin(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('tin')
  const [w, y0, y1, deep] = [188 + Math.round(chance() * 14), 86, 402, 56]
  const [L, R, rx, ry] = [240 - w / 2, 240 + w / 2, w / 2, w * 0.09]
  const lid = chance() < 0.5 ? look.strip : look.flavour
  shadow(canvas, 240, y1 + ry * 0.6, w * 0.62)
  const d = `M${L} ${y0 + deep}V${y1}A${rx} ${ry} 0 0 0 ${R} ${y1}V${y0 + deep}z`
  canvas.path(d, cloth(canvas, look.base))
  canvas.within(d, () => {
    const top = y0 + deep + ry
    const safe = { x: L + 19, y: top + 4, w: w - 38, h: y1 - top - 4 }
    paint(canvas, { x: L, y: y0 + deep, w, h: y1 - y0 - deep + ry * 2, safe, sag: ry * 0.3 })
    canvas.path(`M${L} ${y0}H${R}V${y1 + 30}H${L}z`, roundLight(canvas, 0.95))
  })
  const [l, r] = [L - 4, R + 4]
  const cover = `M${l} ${y0}V${y0 + deep}A${rx + 4} ${ry} 0 0 0 ${r} ${y0 + deep}V${y0}z`
  canvas.line(`M${L} ${y0 + deep + 6}A${rx} ${ry} 0 0 0 ${R} ${y0 + deep + 6}`, SHADE, 5, 'stroke-opacity=".35"')
  canvas.path(cover, lid).path(cover, roundLight(canvas))
  canvas.oval(240, y0, rx + 4, lid, ry).oval(240, y0, rx + 4, '#fff', ry, 'opacity=".3"')
  canvas.add(
    `<ellipse cx="240" cy="${y0 + 1}" rx="${rx - 8}" ry="${short(ry - 4)}" fill="none" stroke="${SHADE}"` +
      ` stroke-opacity=".22" stroke-width="1.5"/>`,
  )
  canvas.line(
    `M${L - 3} ${y0 + deep - 5}A${rx + 4} ${ry} 0 0 0 ${R + 3} ${y0 + deep - 5}`,
    readable(lid, [look.accent], 1.5),
    2,
    'stroke-opacity=".7"',
  )
}

/** A gift tin standing on its edge; the panel is its round lid. */
export function roundTin(canvas: Canvas, look: Look, paint: (canvas: Canvas, panel: Panel) => void): void {
  const [r, cx, cy] = [150, 240, 246]
  const [bright, dull] = [mix(look.accent, '#FFF3CF', 0.5), mix(look.accent, '#5A3A08', 0.45)]
  const rim = canvas.linear(
    [
      [0, '#ffffff'],
      [0.2, bright],
      [0.6, dull],
      [1, bright],
    ],
    [0, 0, 1, 1],
  )
  shadow(canvas, cx, cy + r + 6, r * 0.9, 22)
  canvas
    .oval(cx + 10, cy + 4, r, dull)
    .oval(cx, cy, r, rim)
    .oval(cx, cy, r - 9, dull)
  const inner = r - 11
  const d = `M${cx - inner} ${cy}a${inner} ${inner} 0 1 1 ${inner * 2} 0a${inner} ${inner} 0 1 1-${inner * 2} 0z`
  canvas.within(d, () => {
    const side = inner * 1.4
    const safe = { x: cx - side / 2, y: cy - side / 2, w: side, h: side }
    paint(canvas, { x: cx - inner, y: cy - inner, w: inner * 2, h: inner * 2, safe, sag: 0 })
    canvas.oval(cx, cy, inner, faceLight(canvas, 1.2))
    canvas.path(`M110 ${cy + 40}L250 ${cy - 160}h50L140 ${cy + 90}z`, '#fff', 'opacity=".17"')
    canvas.path(`M150 ${cy + 100}L320 ${cy - 140}h14L164 ${cy + 110}z`, '#fff', 'opacity=".12"')
  })
}
