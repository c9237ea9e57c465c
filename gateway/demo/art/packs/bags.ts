import { type Canvas, short } from '../canvas.ts'
import { mix } from '../colour.ts'
import type { Paint } from '../labels/panel.ts'
import { bagLight, cloth, SHADE, shadow } from '../light.ts'
import type { Look } from '../look.ts'
import { uprights } from '../ornaments.ts'

/** A highlight on a bulge of the film. */
function glare(canvas: Canvas, x: number, y: number, rx: number, ry: number, turn: number, strength: number): void {
  const fill = canvas.radial([
    [0, '#fff', strength],
    [0.5, '#fff', strength * 0.4],
    [1, '#fff', 0],
  ])
  canvas.oval(x, y, rx, fill, ry, `transform="rotate(${turn} ${x} ${y})"`)
}

/** A stand-up pouch with a sealed top. */
export function pouch(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('pouch')
  const [w, T, B] = [214 + Math.round(chance() * 18), 64 + Math.round(chance() * 14), 414]
  const [L, R] = [240 - w / 2, 240 + w / 2]
  const d =
    `M${L + 8} ${T}H${R - 8}q5 0 5 5C${R - 3} ${T + 100} ${R + 4} ${T + 240} ${R + 9} ${B - 24}q2 14-12 19` +
    `C${R - 60} ${B + 8} ${L + 60} ${B + 8} ${L + 3} ${B - 5}q-14-5-12-19C${L - 4} ${T + 240} ${L + 3}` +
    ` ${T + 100} ${L + 3} ${T + 5}q0-5 5-5z`
  shadow(canvas, 240, B - 2, w * 0.58)
  canvas.path(d, cloth(canvas, look.base))
  canvas.within(d, () => {
    const safe = { x: L + 14, y: T + 48, w: w - 28, h: B - T - 96 }
    paint(canvas, { x: L - 14, y: T + 34, w: w + 28, h: B - T - 34, safe, sag: 0 })
    const seal = chance() < 0.5 ? look.strip : look.base[1]
    canvas.path(`M${L} ${T}H${R}V${T + 34}H${L}z`, seal)
    canvas.line(uprights(L, R, T + 3, T + 32, 4), '#000', 1.2, 'stroke-opacity=".12"')
    canvas
      .line(`M${L} ${T + 34.5}H${R}`, '#000', 1, 'stroke-opacity=".24"')
      .line(`M${L} ${T + 36}H${R}`, '#fff', 1.2, 'stroke-opacity=".5"')
    if (chance() < 0.6) canvas.rect({ x: 222, y: T + 11, w: 36, h: 11 }, SHADE, 5.5, 'opacity=".42"')
    canvas.path(d, bagLight(canvas))
    glare(canvas, L + 40, T + 120, 34, 92, 8, 0.5)
    glare(canvas, R - 34, B - 110, 26, 80, 6, 0.28)
    const fold = `M${L - 12} ${B - 16}Q240 ${B - 48} ${R + 12} ${B - 16}`
    canvas.path(`${fold}V${B + 10}H${L - 12}z`, SHADE, 'opacity=".13"').line(fold, '#fff', 1.6, 'stroke-opacity=".45"')
    canvas.path(`M${L + 20} ${T + 36}l8 0 10 70zM${R - 34} ${T + 36}l9 0-26 48z`, '#fff', 'opacity=".4"')
    canvas.path(`M${L + 42} ${T + 36}l6 0 16 42zM${R - 18} ${T + 36}l4 0-6 86z`, SHADE, 'opacity=".14"')
  })
  canvas.line(d, SHADE, 1, 'stroke-opacity=".18"')
}

const teeth = (x0: number, x1: number, count: number, height: number) => {
  const half = short((x1 - x0) / count / 2)
  return `l${half} ${-height} ${half} ${height}`.repeat(count)
}

/** A pillow bag: inflated film between two crimped ends. */
export function pillow(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('pillow')
  const flat = look.art.ground === 'grain'
  const w = flat ? 250 : 230 + Math.round(chance() * 18)
  const T = flat ? 98 : 70 + Math.round(chance() * 12)
  const B = flat ? 398 : 412
  const [L, R, M] = [240 - w / 2, 240 + w / 2, (T + B) / 2]
  const k = (B - T) / 338
  const q = (n: number) => short(n * k)
  const d =
    `M${L} ${T + 6}${teeth(L, R, 26, 5)}C${R - 2} ${short(T + q(60))} ${R + 18} ${short(T + q(110))} ${R + 16} ${M}` +
    `S${R - 2} ${short(B - q(50))} ${R} ${B - 6}${teeth(R, L, 26, -5)}` +
    `C${L + 2} ${short(B - q(50))} ${L - 16} ${short(B - q(110))} ${L - 16} ${M}S${L + 2} ${short(T + q(50))}` +
    ` ${L} ${T + 6}z`
  shadow(canvas, 240, B - 4, w * 0.54)
  canvas.path(d, cloth(canvas, look.base))
  canvas.within(d, () => {
    const safe = { x: L + 8, y: T + 38, w: w - 16, h: B - T - 76 }
    paint(canvas, { x: L - 18, y: T + 28, w: w + 36, h: B - T - 56, safe, sag: 0 })
    const crimp = chance() < 0.4 ? look.strip : look.base[chance() < 0.5 ? 0 : 1]
    for (const [t, b] of [
      [T - 6, T + 28],
      [B - 28, B + 8],
    ] as const) {
      canvas.path(`M${L - 20} ${t}H${R + 20}V${b}H${L - 20}z`, mix(crimp, '#ffffff', 0.1))
      canvas.line(uprights(L - 4, R + 6, t, b, 5), '#000', 1.6, 'stroke-opacity=".15"')
      canvas.line(`M${L - 20} ${t < M ? b : t}H${R + 20}`, '#fff', 1.4, 'stroke-opacity=".5"')
    }
    canvas.path(d, bagLight(canvas))
    glare(canvas, L + 46, T + 110, 46, 92, 10, 0.55)
    glare(canvas, R - 40, B - 96, 34, 70, 12, 0.3)
    creases(canvas, L, R, T, B)
  })
  canvas.line(d, SHADE, 1, 'stroke-opacity=".16"')
}

function creases(canvas: Canvas, L: number, R: number, T: number, B: number): void {
  const bright =
    `M${L + 10} ${T + 28}l9 0 12 56zM${L + 46} ${T + 28}l8 0 2 40zM${R - 40} ${T + 28}l8 0-20 46zM${R - 14}` +
    ` ${T + 28}l7 0-6 60z` +
    `M${L + 22} ${B - 28}l10 0 4-48zM${R - 44} ${B - 28}l12 0-20-40zM${R - 16} ${B - 28}l8 0-6-70z`
  const dull =
    `M${L + 26} ${T + 28}l7 0 8 36zM${R - 26} ${T + 28}l7 0-12 52z` +
    `M${L + 44} ${B - 28}l8 0 4-34zM${R - 28} ${B - 28}l7 0-8-54z`
  canvas.path(bright, '#fff', 'opacity=".38"').path(dull, SHADE, 'opacity=".17"')
}

/** A woven sack with a stitched top and a handle hole. */
export function sack(canvas: Canvas, look: Look, paint: Paint): void {
  const d =
    'M134 84Q240 74 346 84q6 0 7 8c3 20 20 60 22 140 2 70-4 110-8 150q-2 24-26 28-100 16-202 0-24-4-26-28' +
    'c-4-40-10-80-8-150 2-80 19-120 22-140q1-8 7-8z'
  shadow(canvas, 240, 410, 150)
  canvas.path(d, cloth(canvas, look.base))
  canvas.within(d, () => {
    paint(canvas, { x: 104, y: 116, w: 272, h: 300, safe: { x: 130, y: 122, w: 220, h: 280 }, sag: 2 })
    const inside =
      'width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 0H5M0 0V5" stroke="#fff"' +
      ' stroke-opacity=".2" stroke-width="1.4"/></pattern>'
    const weave = canvas.define(inside, id => `<pattern id="${id}" ${inside}`)
    canvas.path(d, `url(#${weave})`)
    canvas.path('M120 72H360V114H120z', mix(look.base[0], '#ffffff', 0.15))
    canvas.path('M120 72H360V114H120z', SHADE, 'opacity=".08"')
    canvas.line('M126 112Q240 104 354 112', '#fff', 2.4, 'stroke-opacity=".9" stroke-dasharray="9 5"')
    canvas.rect({ x: 204, y: 86, w: 72, h: 15 }, SHADE, 7.5, 'opacity=".5"')
    canvas.path(d, bagLight(canvas, 0.85))
    glare(canvas, 166, 210, 40, 110, 6, 0.32)
    const bright =
      'M140 116l10 0 16 70zM176 116l8 0 4 44zM300 116l10 0-22 54zM338 116l8 0-6 80zM118 330q20 30 14 80l-16-4' +
      'zM364 320q-24 34-20 88l16-6z'
    const dull =
      'M156 116l8 0 12 48zM318 116l10 0-24 70zM140 400q10-40-6-70 26 24 20 72zM334 404q-6-44 12-76-34 28-28 78z'
    canvas.path(bright, '#fff', 'opacity=".26"').path(dull, SHADE, 'opacity=".12"')
  })
}
