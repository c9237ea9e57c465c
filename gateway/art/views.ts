import { amountOf } from './amount.ts'
import { type Canvas, short } from './canvas.ts'
import { mix, readable } from './colour.ts'
import { contact, food, foodGroup } from './food.ts'
import { frontLabel, type Paint, type Panel } from './labels.ts'
import { roundLight, shadow } from './light.ts'
import { write, writeLines } from './lettering.ts'
import type { Look } from './look.ts'
import { waves } from './ornaments.ts'
import { liquidOf } from './packs/glass.ts'
import { isLoose, pack } from './packs/pack.ts'
import { isGreens } from './packs/greens.ts'
import { pieceFor, place } from './packs/pieces.ts'
import { board } from './packs/produce.ts'
import { nest } from './packs/tray.ts'
import type { Pack, View } from './spec.ts'
import { brandMark, part, sizePill, titleMark } from './words.ts'

const SHADE = '#1a0d05'
type Scene = (canvas: Canvas, look: Look) => void

/** How much larger than their templates packs are drawn, so that each fills the picture. */
const GROWTH: Partial<Record<Pack, number>> = { can: 1.2, jar: 1.2, cup: 1.18, tub: 1.2, roundTin: 1.24, slimCan: 1.18, tin: 1.16 }

/** Stands a pack on the floor of the picture. */
function framed(canvas: Canvas, { art }: Look, drawing: () => void): void {
  const scale = GROWTH[art.pack] ?? 1.13
  canvas.group(`transform="translate(240 430) scale(${scale}) translate(-240 -412)"`, drawing)
}

const front: Scene = (canvas, look) => framed(canvas, look, () => pack(canvas, look, frontLabel(look)))

/** Lines where small print would be: shapes, since a drawing states no facts. */
function printLines(canvas: Canvas, x: number, y: number, widths: number[], gap: number, ink: string): void {
  for (const [i, w] of widths.entries()) canvas.rect({ x, y: y + i * gap, w, h: gap * 0.42 }, ink, gap * 0.2, 'opacity=".5"')
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
  for (let at = x + 6; at < x + w - 7; ) {
    const bar = 1 + Math.floor(chance() * 3)
    d += `M${short(at)} ${short(y + 5)}h${bar}v${short(h - 10)}h${-bar}z`
    at += bar + 1.4 + chance() * 1.6
  }
  canvas.path(d, '#1c1512')
}

/** The back of a label: the names again, a table, small print, a barcode. */
const backLabel =
  (look: Look): Paint =>
  (canvas, panel: Panel) => {
    const { safe } = panel
    const [top, foot] = look.base
    const paint = canvas.linear([
      [0, top],
      [1, foot],
    ])
    canvas.rect({ x: panel.x - 4, y: panel.y - 14, w: panel.w + 8, h: panel.h + 40 }, paint)
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

/** What stands on the back of produce: a tied card with its names. */
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
    writeLines(canvas, look.art.label, part(safe, 0, 0.28, 1, 0.12), { face: 'grotesk', fill: ink, track: 40, most: 20 })
    foodGroup(canvas, look.foods.slice(0, 1), part(safe, 0.25, 0.42, 0.5, 0.34))
    printLines(canvas, safe.x, safe.y + safe.h * 0.8, [96, 84, 100, 60], 13, ink)
    barcode(canvas, look, safe.x + 122, safe.y + safe.h * 0.79, 98, 52)
  })
}

const back: Scene = (canvas, look) =>
  framed(canvas, look, () => (isLoose(look) ? tag(canvas, look) : pack(canvas, look, backLabel(look))))

/** How close each pack is looked at, and where. */
function focusOf({ art }: Look): [x: number, y: number, scale: number] {
  if (art.pack === 'sauceBottle') return [240, 296, 2.2]
  if (art.pack === 'slimCan' || art.pack === 'squeeze') return [240, 280, 2.1]
  if (art.pack === 'gable') return [226, 270, 1.9]
  if (art.pack === 'basket' || art.pack === 'loose') return [236, 270, 1.7]
  return [246, 286, 1.75]
}

const detail: Scene = (canvas, look) => {
  const [x, y, scale] = focusOf(look)
  canvas.group(`transform="translate(240 240) rotate(-5) scale(${scale}) translate(${-x} ${-y})"`, () =>
    pack(canvas, look, frontLabel(look)),
  )
}

/** About how tall a pack stands, in mugs; a guess from its kind and what it holds. */
function mugsTall({ art }: Look): number {
  const amount = amountOf(art.size) || 300
  const by = (tall: number, usual: number) => tall * Math.cbrt(amount / usual)
  const tall: Partial<Record<typeof art.pack, number>> = {
    sack: by(4.4, 5000),
    sauceBottle: by(2.5, 500),
    squeeze: by(2.1, 480),
    jar: by(1.15, 250),
    can: by(1.15, 400),
    slimCan: by(1.5, 330),
    tin: by(1.3, 100),
    gable: by(2.3, 1000),
    cup: by(1.2, 90),
    tub: by(1.3, 500),
    roundTin: by(2, 400),
    pillow: by(2.2, 500),
    pouch: by(2.1, 400),
    tray: by(1.8, 500),
  }
  return Math.min(4.6, Math.max(0.9, tall[art.pack] ?? 1.9))
}

/** A mug, the measure of things; its foot at (0, 0), one unit of `h` tall. */
function mug(canvas: Canvas, x: number, y: number, h: number): void {
  const w = h * 0.82
  shadow(canvas, x, y, w * 0.62)
  const [l, r, t] = [short(x - w / 2), short(x + w / 2), short(y - h)]
  canvas.line(`M${r} ${short(y - h * 0.78)}q${short(h * 0.42)} ${short(-h * 0.06)} ${short(h * 0.34)} ${short(h * 0.3)}t${short(-h * 0.36)} ${short(h * 0.26)}`, '#D8CBB4', short(h * 0.11))
  const body = `M${l} ${t}V${short(y - h * 0.1)}q0 ${short(h * 0.1)} ${short(h * 0.1)} ${short(h * 0.1)}H${short(x + w / 2 - h * 0.1)}q${short(h * 0.1)} 0 ${short(h * 0.1)} ${short(-h * 0.1)}V${t}z`
  canvas.path(body, '#F7F1E4')
  canvas.within(body, () => waves(canvas, { x: x - w / 2, y: y - h * 0.5, w, h: h * 0.5 }, Math.max(8, Math.round(h * 0.2)), '#2B5C88', 0.8, 1.4))
  canvas.path(body, roundLight(canvas, 0.8))
  canvas.oval(x, y - h, w / 2, '#FFFDF6', h * 0.1).oval(x, y - h, w / 2 - 3, '#5B3A20', h * 0.075)
}

/** Half of how wide each pack's template is, to its right. */
const HALF: Partial<Record<Pack, number>> = {
  sauceBottle: 80,
  squeeze: 76,
  slimCan: 74,
  tin: 104,
  jar: 108,
  can: 116,
  cup: 126,
  pouch: 122,
  box: 146,
  roundTin: 156,
  tray: 196,
  basket: 178,
  loose: 186,
}

const size: Scene = (canvas, look) => {
  const mugs = mugsTall(look)
  const tall = Math.min(300, 150 + mugs * 44)
  const unit = tall / mugs
  const [scale, floor] = [tall / 330, 396]
  const x = look.art.pack === 'tray' || isLoose(look) ? 286 : 276
  canvas.group(`transform="translate(${x} ${floor}) scale(${scale.toFixed(3)}) translate(-240 -412)"`, () =>
    pack(canvas, look, frontLabel(look)),
  )
  const cup = Math.min(unit, 150)
  mug(canvas, Math.max(cup * 0.5 + 14, x - (HALF[look.art.pack] ?? 130) * scale - cup * 0.9 - 12), floor + 6, cup)
  const edge = Math.min(450, x + (HALF[look.art.pack] ?? 130) * scale + 26)
  const top = floor - tall
  canvas.line(`M${short(edge)} ${short(top)}V${floor}M${short(edge - 10)} ${short(top)}h20M${short(edge - 10)} ${floor}h20`, '#12704F', 3, 'stroke-linecap="round"')
  sizePill(canvas, look, { x: x - 74, y: 424, w: 148, h: 36 }, look.accent)
}

/** Foods that are drawn in a dish of their own. */
const DISHED =
  /bowl|cooked-rice|pot-of|pan-of|curry|teacup|teapot|tea$|beverage|cup-|milk|sake|bento|salad|takeout|fondue|spaghetti|pancakes|custard|shaved-ice|ice-cream|fish-cake|dango|sushi/

function mat(canvas: Canvas, look: Look): void {
  const d = 'M70 318H410l44 96H26z'
  shadow(canvas, 240, 412, 214, 20, 0.3)
  canvas.path(d, mix(look.art.colours.main, '#ffffff', 0.12))
  canvas.within(d, () => {
    canvas.line('M0 326H480M0 336H480M0 396H480M0 406H480', look.accent, 2.4, 'stroke-opacity=".8"')
    canvas.path(d, canvas.linear([[0, SHADE, 0.14], [1, '#fff', 0.12]]))
  })
}

function steam(canvas: Canvas, x: number, y: number): void {
  const fill = canvas.radial([
    [0, '#fff', 0.75],
    [1, '#fff', 0],
  ])
  canvas.oval(x - 28, y, 15, fill, 54, `transform="rotate(10 ${x - 28} ${y})"`)
  canvas.oval(x + 26, y - 8, 13, fill, 50, `transform="rotate(-12 ${x + 26} ${y - 8})"`)
}

function sticks(canvas: Canvas, colour: string): void {
  for (const dx of [0, 15]) {
    canvas.line(`M${330 + dx} 392L${452 + dx * 0.4} 236`, SHADE, 8, 'stroke-linecap="round" stroke-opacity=".25" transform="translate(5 8)"')
    canvas.line(`M${330 + dx} 392L${452 + dx * 0.4} 236`, colour, 7.5, 'stroke-linecap="round"')
    canvas.line(`M${424 + dx * 0.5} 272L${452 + dx * 0.4} 236`, '#F2C75B', 7.5, 'stroke-linecap="round"')
  }
}

/** A glazed bowl, its rim at `y`; what is in it is drawn between its back and its front. */
function bowl(canvas: Canvas, colour: string, accent: string, inside: () => void): void {
  const d = 'M96 246H384C380 326 330 384 296 388H184C150 384 100 326 96 246z'
  shadow(canvas, 240, 390, 122, 26)
  canvas.path(d, colour)
  canvas.within(d, () => {
    waves(canvas, { x: 90, y: 300, w: 300, h: 60 }, 44, accent, 0.75, 2.4)
    canvas.path('M90 240H390V392H90z', roundLight(canvas, 0.9))
  })
  canvas.oval(240, 246, 144, '#FFF9EA', 40).oval(240, 249, 134, mix(colour, '#1a0d05', 0.2), 33)
  inside()
}

function dip(canvas: Canvas, look: Look): void {
  const liquid = liquidOf(look)
  shadow(canvas, 170, 372, 112, 22)
  canvas.path('M62 318H278q-6 50-64 58H126q-58-8-64-58z', '#F7F1E4')
  canvas.path('M62 318H278q-6 50-64 58H126q-58-8-64-58z', roundLight(canvas, 0.8))
  canvas.oval(170, 318, 108, '#FFFDF6', 32).oval(170, 321, 96, mix(liquid, '#0c0502', 0.3), 25)
  canvas.oval(170, 323, 94, liquid, 23)
  canvas.line('M96 316q40-16 92-14', '#fff', 5, 'stroke-opacity=".6" stroke-linecap="round"')
  canvas.oval(210, 328, 12, '#fff', 4, 'opacity=".35"')
}

function glass(canvas: Canvas, look: Look): void {
  const d = 'M164 132H316L300 376q-2 14-16 14H196q-14 0-16-14z'
  const drink = look.art.contents?.[0] ?? look.flavour
  shadow(canvas, 240, 390, 84, 20)
  canvas.path(d, '#FFFFFF', 'opacity=".45"')
  canvas.within(d, () => {
    const fill = canvas.linear([
      [0, mix(drink, '#ffffff', 0.42)],
      [1, mix(drink, '#ffffff', 0.06)],
    ])
    canvas.path('M150 182H330V392H150z', fill).oval(240, 182, 76, mix(drink, '#ffffff', 0.6), 13)
    for (const [x, y, turn] of [
      [206, 206, 12],
      [262, 214, -16],
      [230, 250, 30],
    ] as const) {
      canvas.rect({ x: x - 20, y: y - 20, w: 40, h: 40 }, '#fff', 8, `opacity=".5" transform="rotate(${turn} ${x} ${y})"`)
    }
    canvas.path('M150 130H330V392H150z', roundLight(canvas, 0.75))
  })
  canvas.oval(240, 132, 76, '#fff', 13, 'opacity=".35" stroke="#fff" stroke-width="3"')
  canvas.line('M262 250L296 76', look.accent, 9, 'stroke-linecap="round"')
}

function plateful(canvas: Canvas, look: Look): void {
  shadow(canvas, 240, 372, 190, 36)
  canvas.oval(240, 330, 190, '#E6DDCB', 66).oval(240, 324, 188, '#FFFDF6', 64).oval(240, 328, 136, SHADE, 42, 'opacity=".07"')
  canvas.oval(240, 330, 132, '#FBF8F2', 40)
  canvas.oval(240, 324, 180, 'none', 60, `stroke="${look.art.colours.main}" stroke-width="3" stroke-opacity=".7"`)
  const [first, second] = look.foods
  if (!first) return
  for (const [i, [x, y, s]] of (
    [
      [166, 268, 120],
      [314, 270, 120],
      [240, 232, 136],
      [202, 312, 118],
      [284, 314, 118],
    ] as const
  ).entries()) {
    contact(canvas, x, y + s * 0.42, s * 0.44)
    food(canvas, second && i % 2 ? second : first, x, y, s, { turn: (i % 3) * 12 - 12, flip: i % 2 > 0 })
  }
}

function garnish(canvas: Canvas, look: Look): void {
  for (const [i, name] of look.foods.slice(0, 2).entries()) {
    contact(canvas, 330 - i * 96, 330 - i * 16, 58)
    food(canvas, name, 330 - i * 96, 262 - i * 10, 150 - i * 20, { turn: 8 - i * 20, flip: i > 0 })
  }
}

const serving: Scene = (canvas, look) => {
  const { art, foods } = look
  const [first = ''] = foods
  const { main } = art.colours
  const dished = foods.find(name => DISHED.test(name))
  if (isLoose(look)) {
    if (isGreens(look)) return void pack(canvas, look, frontLabel(look))
    board(canvas)
    const piece = pieceFor(art.label)
    if (piece) {
      place(canvas, piece, [], 190, 280, 210, -14)
      place(canvas, piece, [], 318, 322, 150, 16)
      return
    }
    contact(canvas, 220, 356, 120)
    food(canvas, first, 206, 250, 226, { turn: -8 })
    food(canvas, foods[1] ?? first, 340, 316, 126, { turn: 24, flip: true })
    return
  }
  mat(canvas, look)
  if (dished) {
    contact(canvas, 236, 366, 140, 0.4)
    food(canvas, dished, 236, 232, 290)
    if (/rice|bowl|curry|pot|pan|tea|spaghetti|beverage-hot/.test(dished)) steam(canvas, 230, 84)
    if (art.ground === 'grain' || art.ground === 'chill') sticks(canvas, main)
  } else if (/sauceBottle|squeeze|jar|tub|pouch/.test(art.pack) && art.ground === 'sauce') {
    canvas.group('transform="translate(240 396) scale(1.22) translate(-232 -396)"', () => {
      garnish(canvas, look)
      dip(canvas, look)
    })
  } else if (art.ground === 'drink' && /gable|slimCan|can|sauceBottle/.test(art.pack)) {
    glass(canvas, look)
    food(canvas, first, 366, 340, 100, { turn: 10 })
  } else if (art.ground === 'grain' || art.ground === 'tin' || art.pack === 'jar') {
    bowl(canvas, main, look.accent, () => {
      if (art.ground === 'grain') nest(canvas, look, 240, 236, 118, 34, 6)
      const [a, b] = [first, foods[1] ?? first]
      food(canvas, a, 198, 212, 118, { turn: -10 })
      food(canvas, b, 288, 218, 106, { turn: 14, flip: true })
    })
    sticks(canvas, main)
  } else plateful(canvas, look)
}

const scenes: Record<View, Scene> = { front, back, serving, detail, size }

/** Draws one view of a product, without the floor it stands on. */
export const scene = (canvas: Canvas, look: Look, view: View): void => (scenes[view] ?? front)(canvas, look)
