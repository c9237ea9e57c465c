import { type Canvas, short } from '../canvas.ts'
import { deepened, lightness, mix, readable } from '../colour.ts'
import type { Paint } from '../labels/panel.ts'
import { roundLight, shadow } from '../light.ts'
import type { Look } from '../look.ts'
import { uprights } from '../ornaments.ts'

/** The default colour of a sauce in the bottle, by words on its label. */
const LIQUIDS: [words: RegExp, colour: string][] = [
  [/MIRIN|RICE WINE|COOKING|SAKE|RICE VINEGAR|WHITE|SYRUP/, '#C98A2B'],
  [/FISH|SESAME|PONZU|PLUM|OIL/, '#8A4310'],
  [/CHILLI|CHILI|HOT|SWEET/, '#A3210F'],
  [/SOY|OYSTER|HOISIN|TERIYAKI|VINEGAR|BEAN|KECAP|CARAMEL/, '#2E140B'],
  [/MAYO|TAHINI/, '#F3E3B8'],
]

/** The colour of the content: the product's own, else one derived from its label. */
function liquidOf({ art, flavour }: Look): string {
  const named = LIQUIDS.find(([words]) => words.test(art.label))?.[1]
  return art.contents?.[0] ?? named ?? (art.pack === 'sauceBottle' ? '#2A120A' : flavour)
}

function capOf({ art, accent, flavour, strip }: Look, n: number): string {
  const several = [art.colours.main, accent, flavour, strip]
  return several[Math.floor(n * several.length)] ?? strip
}

/** A glass bottle with a long neck and a paper label. */
export function sauceBottle(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('bottle')
  const w = 146 + Math.round(chance() * 16)
  const [L, R, T, B] = [240 - w / 2, 240 + w / 2, 206, 390]
  const liquid = liquidOf(look)
  const cap = capOf(look, chance())
  const d =
    `M219 96h42v44c0 34 ${R - 261} 34 ${R - 261} 80V398q0 18-18 18H${L + 18}q-18 0-18-18V220c0-46` +
    ` ${219 - L}-46 ${219 - L}-80z`
  shadow(canvas, 240, 414, w * 0.62)
  const glass = canvas.linear(
    [
      [0, mix(liquid, '#0c0502', 0.5)],
      [0.3, mix(liquid, '#ffffff', 0.14)],
      [0.7, liquid],
      [1, mix(liquid, '#0c0502', 0.55)],
    ],
    [0, 0, 1, 0],
  )
  canvas.path(d, glass)
  canvas.within(d, () => {
    canvas.path(`M200 90h80v38q-40 8-80 0z`, '#fff', 'opacity=".16"')
    const label = `M${L} ${T}Q240 ${T + 10} ${R} ${T}V${B}Q240 ${B + 10} ${L} ${B}z`
    canvas.within(label, () => {
      const safe = { x: L + 15, y: T + 8, w: w - 30, h: B - T - 12 }
      paint(canvas, { x: L, y: T, w, h: B - T + 10, safe, sag: 4 })
    })
    canvas.line(`M${L} ${T}Q240 ${T + 10} ${R} ${T}M${L} ${B}Q240 ${B + 10} ${R} ${B}`, look.accent, 2.5)
    canvas.path('M200 146q40 8 80 0v24q-40 8-80 0z', look.strip)
    canvas.path('M200 170q40 8 80 0v3q-40 8-80 0z', look.accent)
    canvas.path(`M${L} 176H${R}V420H${L}z`, roundLight(canvas)).path('M217 60h46v116h-46z', roundLight(canvas, 0.85))
    canvas.path(`M${L + 15} 236c-2-30 16-42 40-66l4 3c-22 24-34 38-34 66V400h-10z`, '#fff', 'opacity=".5"')
    canvas.line(`M${R - 8} 240V396`, '#fff', 3, 'stroke-opacity=".35"')
  })
  bottleCap(canvas, cap)
}

function bottleCap(canvas: Canvas, cap: string): void {
  const dark = mix(cap, '#160804', 0.5)
  const d = 'M214 58q0-8 8-8h36q8 0 8 8v40q-26 7-52 0z'
  canvas
    .path(d, cap)
    .line(uprights(218, 264, 56, 96, 5), dark, 1.6, 'stroke-opacity=".5"')
    .path(d, roundLight(canvas))
  canvas.oval(240, 52, 20, '#fff', 3, 'opacity=".35"').path('M213 96q27 8 54 0v8q-27 8-54 0z', dark)
}

/** A squeeze bottle, printed all round. */
export function squeeze(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('squeeze')
  const w = 140 + Math.round(chance() * 10)
  const [L, R] = [240 - w / 2, 240 + w / 2]
  const d =
    `M${L + 18} 158H${R - 18}q16 6 16 28c0 30-6 40-6 70s8 42 8 74v66q0 20-20 20H${L + 20}q-20 0-20-20` +
    `v-66c0-32 8-44 8-74s-6-40-6-70q0-22 16-28z`
  const [top, foot] = look.base
  shadow(canvas, 240, 414, w * 0.62)
  const body = canvas.linear([
    [0, top],
    [1, foot],
  ])
  canvas.path(d, body)
  canvas.within(d, () => {
    paint(canvas, { x: L - 2, y: 156, w: w + 4, h: 264, safe: { x: L + 15, y: 172, w: w - 30, h: 232 }, sag: 3 })
    canvas.path(`M${L} 150H${R}V420H${L}z`, roundLight(canvas))
    canvas.path(
      `M${L + 16} 200c0 30-4 40-4 60 0 24 8 40 8 72v60h8v-64c0-30-6-44-6-66 0-24 6-30 4-62z`,
      '#fff',
      'opacity=".55"',
    )
  })
  const several = ['#1E9A55', look.accent, '#FBF6EA', look.strip]
  const cap = several[Math.floor(chance() * several.length)] ?? look.accent
  const tip = 'M231 52q9-6 18 0l6 62h-30z'
  const collar = `M${L + 26} 122q0-10 12-12h${w - 76}q12 2 12 12v36q-${w / 2 - 26} 9-${w - 52} 0z`
  canvas.path(tip, cap).path(collar, cap)
  canvas.line(uprights(L + 30, R - 26, 120, 158, 5.5), mix(cap, '#160804', 0.5), 1.8, 'stroke-opacity=".5"')
  canvas.path(tip, roundLight(canvas, 0.9)).path(collar, roundLight(canvas, 0.9))
}

/** The content of a glass: a liquid with pieces in it, in the product's colours. */
function filling(canvas: Canvas, look: Look, L: number, R: number, T: number, B: number): void {
  const contents = look.art.contents?.length ? look.art.contents : [look.flavour, mix(look.flavour, '#ffffff', 0.35)]
  const first = contents[0] ?? look.flavour
  const chance = look.chance('filling')
  const liquid = canvas.linear([
    [0, mix(first, '#ffffff', 0.22)],
    [0.25, first],
    [1, mix(first, '#1a0502', 0.45)],
  ])
  canvas.path(`M${L} ${T}H${R}V${B}H${L}z`, liquid)
  const several = [...contents.slice(1), mix(first, '#ffffff', 0.3), mix(first, '#1a0502', 0.3)]
  const large = contents.length > 2
  for (let i = 0; i < (large ? 46 : 60); i++) {
    const [x, y] = [short(L + chance() * (R - L)), short(T + 14 + chance() * (B - T - 14))]
    const size = large ? 5 + chance() * 12 : 2 + chance() * 4
    const colour = several[i % several.length] ?? first
    canvas.oval(x, y, size, colour, size * 0.6, `opacity=".8" transform="rotate(${(i * 37) % 180} ${x} ${y})"`)
  }
  canvas.path(`M${L} ${T}H${R}v10Q240 ${T + 20} ${L} ${T + 10}z`, mix(first, '#ffffff', 0.6), 'opacity=".6"')
}

/** A glass jar with a screw lid. */
export function jar(canvas: Canvas, look: Look, paint: Paint): void {
  const chance = look.chance('jar')
  const w = 200 + Math.round(chance() * 22)
  const [L, R, y0, b] = [240 - w / 2, 240 + w / 2, 108, 410]
  const [T, B] = [206, 384]
  const d = `M${L + 14} 154H${R - 14}q14 10 14 34V382q0 28-28 28H${L + 28}q-28 0-28-28V188q0-24 14-34z`
  shadow(canvas, 240, b - 3, w * 0.56)
  canvas.path(d, '#EAF1EE', 'opacity=".92"')
  canvas.within(d, () => {
    filling(canvas, look, L, R, y0 + 58, b)
    const label = `M${L} ${T}Q240 ${T + 12} ${R} ${T}V${B}Q240 ${B + 12} ${L} ${B}z`
    canvas.within(label, () => {
      paint(canvas, { x: L, y: T, w, h: B - T + 12, safe: { x: L + 21, y: T + 8, w: w - 42, h: B - T - 12 }, sag: 5 })
    })
    const edge = readable(look.base[0], [look.accent, '#FFF8E8', look.strip], 1.7)
    canvas.line(`M${L} ${T}Q240 ${T + 12} ${R} ${T}M${L} ${B}Q240 ${B + 12} ${R} ${B}`, edge, 4)
    canvas.path(`M${L} 140H${R}V${b}H${L}z`, roundLight(canvas))
    canvas.path(
      `M${L + 18} ${y0 + 84}q0-18 12-26l6 2q-8 10-8 26V${b - 34}q0 8 6 14-16-4-16-22z`,
      '#fff',
      'opacity=".62"',
    )
    canvas.line(`M${R - 14} ${y0 + 86}V${b - 34}`, '#fff', 4, 'stroke-opacity=".45" stroke-linecap="round"')
  })
  jarLid(canvas, capOf(look, chance()), L, R, y0)
}

function jarLid(canvas: Canvas, colour: string, L: number, R: number, y0: number): void {
  const lid = lightness(colour) > 0.8 ? colour : deepened(colour, 1.8)
  const d =
    `M${L + 4} ${y0 + 4}q0-8 8-10Q240 ${y0 - 14} ${R - 12} ${y0 - 6}q8 2 8 10v36q0 6-6 7Q240` +
    ` ${y0 + 54} ${L + 10} ${y0 + 47}q-6-1-6-7z`
  canvas.path(d, lid)
  canvas.within(d, () => {
    canvas.line(uprights(L + 8, R - 4, y0 + 16, y0 + 60, 7), mix(lid, '#160804', 0.6), 2, 'stroke-opacity=".45"')
    canvas.line(`M${L} ${y0 + 14}Q240 ${y0 + 4} ${R} ${y0 + 14}`, '#fff', 2, 'stroke-opacity=".6"')
    canvas.path(`M${L} ${y0 - 20}H${R}V${y0 + 70}H${L}z`, roundLight(canvas))
  })
}
