import { type Canvas, short } from '../canvas.ts'
import { mix, readable } from '../colour.ts'
import { cloth, faceLight, roundLight, SHADE, shadow, sideShade } from '../light.ts'
import type { Paint } from '../labels/panel.ts'
import { writeDown } from '../lettering.ts'
import type { Look } from '../look.ts'
import { dots, lattice, uprights, waves } from '../ornaments.ts'

/** The name down a side face, where its script runs downwards. */
function sideName(canvas: Canvas, look: Look, x: number, y: number, w: number, h: number, ground: string): void {
  const text = look.art.second?.text ?? ''
  if (!text || /[a-z\u0e00-\u0e7f]/iu.test(text) || [...text].length > 7) return
  const fill = readable(ground, [look.accent, '#fff', look.dark], 3)
  canvas.group(`transform="translate(${x} ${y}) skewY(-22)" opacity=".9"`, () =>
    writeDown(canvas, text, { x: 0, y: 0, w, h }, { face: look.titleFace, fill, most: 34 }),
  )
}

/** A milk carton with a gable roof and a screw cap. */
export function gable(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('gable')
  const [L, R, X, T, B] = [126, 304, 358, 148, 412]
  const side = mix(look.base[1], look.strip, 0.5)
  const roof = chance() < 0.6 ? look.strip : look.flavour
  const cap = chance() < 0.5 ? '#FFFDF6' : look.accent
  const [front, flank] = [`M${L} ${T}H${R}V${B}H${L}z`, `M${R} ${T}L${X} ${T - 20}V${B - 24}L${R} ${B}z`]
  shadow(canvas, 246, 410, 144)
  canvas.path(flank, side).path(front, cloth(canvas, look.base))
  canvas.within(front, () => {
    paint(canvas, {
      x: L,
      y: T,
      w: R - L,
      h: B - T,
      safe: { x: L + 12, y: T + 10, w: R - L - 24, h: B - T - 20 },
      sag: 0,
    })
  })
  canvas.within(flank, () => sideName(canvas, look, R + 10, T + 34, 34, 170, side))
  const [slope, wing, fin] = [
    `M${L} ${T}H${R}l26-64H${L + 26}z`,
    `M${R} ${T}L${X} ${T - 20}l-28-44z`,
    `M${L + 26} ${T - 64}H${R + 26}V${T - 90}H${L + 26}z`,
  ]
  canvas
    .path(wing, roof)
    .path(wing, SHADE, 'opacity=".34"')
    .path(slope, roof)
    .path(fin, roof)
    .path(fin, '#fff', 'opacity=".26"')
  canvas.line(uprights(L + 32, R + 24, T - 88, T - 66, 6), SHADE, 1.4, 'stroke-opacity=".16"')
  canvas.path(flank, sideShade(canvas)).path(front, faceLight(canvas)).path(slope, faceLight(canvas))
  canvas.path(`M${L + 16} ${T}h26L${L + 18} ${B}H${L + 4}z`, '#fff', 'opacity=".16"')
  canvas.line(`M${L} ${T}H${R}V${B}`, '#fff', 1.6, 'stroke-opacity=".6"')
  canvas.oval(228, 117, 26, SHADE, 15, 'opacity=".2"').oval(227, 113, 23, mix(cap, SHADE, 0.18), 13)
  canvas.oval(227, 108, 21, cap, 11).oval(222, 105, 12, '#fff', 5, 'opacity=".55"')
}

/** A printed box seen from its left front; flat, upright or nearly square, chosen pseudorandomly. */
export function box(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('box')
  const flat = chance() < 0.34
  const tall = !flat && chance() < 0.4
  const [x0, x1, y0] = flat ? [78, 334, 190] : tall ? [124, 312, 122] : [96, 324, 162]
  const [y1, dx, dy] = [406, flat ? 66 : 56, flat ? -36 : -30]
  const [side, top] = [mix(look.base[1], '#000000', 0.12), mix(look.base[0], '#ffffff', 0.1)]
  const front = `M${x0} ${y0}H${x1}V${y1}H${x0}z`
  const flank = `M${x1} ${y0}l${dx} ${dy}V${y1 + dy}l${-dx} ${-dy}z`
  const lid = `M${x0} ${y0}l${dx} ${dy}H${x1 + dx}l${-dx} ${-dy}z`
  shadow(canvas, (x0 + x1 + dx) / 2, y1 - 2, (x1 - x0) * 0.7, 28)
  canvas.path(flank, side).path(lid, top).path(front, cloth(canvas, look.base))
  canvas.within(front, () => {
    const safe = { x: x0 + 14, y: y0 + 12, w: x1 - x0 - 28, h: y1 - y0 - 24 }
    paint(canvas, { x: x0, y: y0, w: x1 - x0, h: y1 - y0, safe, sag: 0 })
  })
  canvas.within(flank, () => {
    const area = { x: x1, y: y0 + dy, w: dx, h: y1 - y0 - dy }
    if (chance() < 0.5) waves(canvas, area, 26, look.accent, 0.3)
    sideName(canvas, look, x1 + dx * 0.24, y0 + 14, dx * 0.5, y1 - y0 - 40, side)
  })
  canvas.within(lid, () => {
    const area = { x: x0, y: y0 + dy, w: x1 - x0 + dx, h: -dy }
    if (chance() < 0.5) dots(canvas, area, 18, 2.2, look.accent, 0.5)
    else lattice(canvas, area, 24, look.accent, 0.35)
  })
  canvas.path(flank, sideShade(canvas)).path(lid, '#fff', 'opacity=".26"').path(front, faceLight(canvas))
  canvas.path(`M${x0 + 30} ${y0}h44L${x0 + 20} ${y1}H${x0}v-30z`, '#fff', 'opacity=".13"')
  canvas.line(`M${x0} ${y0}H${x1}l${dx} ${dy}M${x1} ${y0}V${y1}`, '#fff', 1.6, 'stroke-opacity=".65"')
}

/** A paper cup with a peel-off lid. */
export function cup(canvas: Canvas, look: Look, paint: Paint): void {
  const [rt, rb, y0, y1] = [118, 88, 122, 396]
  const [ry, rby] = [short(rt * 0.19), short(rb * 0.19)]
  const d = `M${240 - rt} ${y0}L${240 - rb} ${y1}A${rb} ${rby} 0 0 0 ${240 + rb} ${y1}L${240 + rt} ${y0}z`
  const lid = mix(look.accent, '#FFFDF6', 0.6)
  shadow(canvas, 240, y1 + 10, rb * 1.3)
  canvas.path(d, cloth(canvas, look.base))
  canvas.within(d, () => {
    const safe = { x: 240 - rb - 2, y: y0 + 34, w: rb * 2 + 4, h: y1 - y0 - 32 }
    paint(canvas, { x: 240 - rt, y: y0, w: rt * 2, h: y1 - y0 + 24, safe, sag: 7 })
    canvas.path(`M${240 - rt} ${y0}H${240 + rt}V${y1 + 24}H${240 - rt}z`, roundLight(canvas, 0.9))
  })
  const edge = `M${240 - rt - 6} ${y0}v8A${rt + 6} ${ry} 0 0 0 ${240 + rt + 6} ${y0 + 8}v-8z`
  canvas
    .path(edge, mix(lid, SHADE, 0.14))
    .path(edge, roundLight(canvas, 0.7))
    .oval(240, y0, rt + 6, lid, ry)
  const top = `M${240 - rt - 6} ${y0}a${rt + 6} ${ry} 0 1 1 ${rt * 2 + 12} 0a${rt + 6} ${ry} 0 1 1-${rt * 2 + 12} 0z`
  canvas.within(top, () => {
    canvas.oval(240, y0, rt - 16, look.flavour, ry - 5, 'opacity=".85"').oval(240, y0, rt - 22, lid, ry - 7)
    canvas.path(`M100 ${y0 + 30}L190 ${y0 - 30}h40l-80 60z`, '#fff', 'opacity=".5"')
  })
  canvas.path(`M${240 + rt - 14} ${y0 + 12}q22 4 30 16 4 8-6 6-22-4-34-16z`, lid)
  canvas.oval(240, y0, rt + 5, 'none', ry - 1, 'stroke="#fff" stroke-opacity=".75" stroke-width="1.5"')
}

/** A plastic tub with a snap lid. */
export function tub(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('tub')
  const [w, y0, y1] = [238 + Math.round(chance() * 16), 138, 404]
  const [L, R] = [240 - w / 2, 240 + w / 2]
  const d = `M${L} ${y0 + 30}H${R}l-10 ${y1 - y0 - 52}q-2 20-22 22-${w / 2 - 32} 8-${w - 64} 0-20-2-22-22z`
  const lid = chance() < 0.5 ? look.strip : look.flavour
  shadow(canvas, 240, y1 - 2, w * 0.55)
  canvas.path(d, cloth(canvas, look.base))
  canvas.within(d, () => {
    const safe = { x: L + 22, y: y0 + 50, w: w - 44, h: y1 - y0 - 62 }
    paint(canvas, { x: L, y: y0 + 30, w, h: y1 - y0 - 20, safe, sag: 3 })
    canvas.path(`M${L} ${y0 + 30}H${R}V${y1 + 8}H${L}z`, roundLight(canvas, 0.85))
    canvas.path(`M${L} ${y0 + 30}H${R}v12H${L}z`, SHADE, 'opacity=".26"')
  })
  const cover =
    `M${L - 10} ${y0 - 2}q0-16 18-18Q240 ${y0 - 30} ${R - 8} ${y0 - 20}q18 2 18 18v28q0 8-8 8Q240` +
    ` ${y0 + 44} ${L - 2} ${y0 + 34}q-8 0-8-8z`
  const gloss = canvas.linear([
    [0, '#fff', 0.5],
    [0.35, '#fff', 0.06],
    [1, SHADE, 0.24],
  ])
  canvas.path(cover, lid).path(cover, gloss).path(cover, roundLight(canvas, 0.6))
  canvas.line(
    `M${L - 8} ${y0 + 4}Q240 ${y0 + 14} ${R + 8} ${y0 + 4}`,
    mix(lid, '#160804', 0.5),
    2,
    'stroke-opacity=".5"',
  )
  canvas.line(`M${L - 8} ${y0 + 6}Q240 ${y0 + 16} ${R + 8} ${y0 + 6}`, '#fff', 1.4, 'stroke-opacity=".45"')
}
