import type { Canvas } from '../canvas.ts'
import { mix } from '../colour.ts'
import { contact, food } from '../food.ts'
import { frontLabel } from '../labels/label.ts'
import { roundLight, SHADE, shadow } from '../light.ts'
import type { Look } from '../look.ts'
import { waves } from '../ornaments.ts'
import { liquidOf } from '../packs/glass.ts'
import { isGreens } from '../packs/greens.ts'
import { isLoose, pack } from '../packs/pack.ts'
import { pieceFor, place } from '../packs/pieces.ts'
import { board } from '../packs/produce.ts'
import { nest } from '../packs/tray.ts'
import type { Scene } from './frame.ts'

/** Foods whose drawing includes a dish. */
const DISHED = new RegExp(
  [
    'bowl|cooked-rice|pot-of|pan-of|curry|fondue|spaghetti|salad|bento|takeout|sushi|dango|fish-cake',
    'teacup|teapot|tea$|beverage|cup-|milk|sake|pancakes|custard|shaved-ice|ice-cream',
  ].join('|'),
)

function mat(canvas: Canvas, look: Look): void {
  const d = 'M70 318H410l44 96H26z'
  shadow(canvas, 240, 412, 214, 20, 0.3)
  canvas.path(d, mix(look.art.colours.main, '#ffffff', 0.12))
  canvas.within(d, () => {
    canvas.line('M0 326H480M0 336H480M0 396H480M0 406H480', look.accent, 2.4, 'stroke-opacity=".8"')
    canvas.path(
      d,
      canvas.linear([
        [0, SHADE, 0.14],
        [1, '#fff', 0.12],
      ]),
    )
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
    canvas.line(
      `M${330 + dx} 392L${452 + dx * 0.4} 236`,
      SHADE,
      8,
      'stroke-linecap="round" stroke-opacity=".25" transform="translate(5 8)"',
    )
    canvas.line(`M${330 + dx} 392L${452 + dx * 0.4} 236`, colour, 7.5, 'stroke-linecap="round"')
    canvas.line(`M${424 + dx * 0.5} 272L${452 + dx * 0.4} 236`, '#F2C75B', 7.5, 'stroke-linecap="round"')
  }
}

/** A glazed bowl, its rim at `y`; the content is drawn between its back and its front. */
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
      canvas.rect(
        { x: x - 20, y: y - 20, w: 40, h: 40 },
        '#fff',
        8,
        `opacity=".5" transform="rotate(${turn} ${x} ${y})"`,
      )
    }
    canvas.path('M150 130H330V392H150z', roundLight(canvas, 0.75))
  })
  canvas.oval(240, 132, 76, '#fff', 13, 'opacity=".35" stroke="#fff" stroke-width="3"')
  canvas.line('M262 250L296 76', look.accent, 9, 'stroke-linecap="round"')
}

function plateful(canvas: Canvas, look: Look): void {
  shadow(canvas, 240, 372, 190, 36)
  canvas
    .oval(240, 330, 190, '#E6DDCB', 66)
    .oval(240, 324, 188, '#FFFDF6', 64)
    .oval(240, 328, 136, SHADE, 42, 'opacity=".07"')
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

/** The food as it is served. */
export const serving: Scene = (canvas, look) => {
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
