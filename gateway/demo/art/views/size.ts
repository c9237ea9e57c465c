import { amountOf } from '../amount.ts'
import { type Canvas, short } from '../canvas.ts'
import { frontLabel } from '../labels/label.ts'
import { roundLight, shadow } from '../light.ts'
import type { Look } from '../look.ts'
import { waves } from '../ornaments.ts'
import { isSixPack } from '../packs/metalware.ts'
import { isLoose, pack } from '../packs/pack.ts'
import type { Pack } from '../spec.ts'
import { sizePill } from '../words.ts'
import type { Scene } from './frame.ts'

/** The approximate height of a pack, in mugs, estimated from its kind and content. */
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
    box: by(1.9, 400),
  }
  return Math.min(4.6, Math.max(0.9, tall[art.pack] ?? 1.9))
}

/** A mug for comparison; its bottom at (0, 0), `h` units high. */
function mug(canvas: Canvas, x: number, y: number, h: number): void {
  const w = h * 0.82
  shadow(canvas, x, y, w * 0.62)
  const [l, r, t] = [short(x - w / 2), short(x + w / 2), short(y - h)]
  canvas.line(
    `M${r} ${short(y - h * 0.78)}q${short(h * 0.42)} ${short(-h * 0.06)} ${short(h * 0.34)} ${short(h * 0.3)}` +
      `t${short(-h * 0.36)} ${short(h * 0.26)}`,
    '#D8CBB4',
    short(h * 0.11),
  )
  const body =
    `M${l} ${t}V${short(y - h * 0.1)}q0 ${short(h * 0.1)} ${short(h * 0.1)} ${short(h * 0.1)}` +
    `H${short(x + w / 2 - h * 0.1)}q${short(h * 0.1)} 0 ${short(h * 0.1)} ${short(-h * 0.1)}V${t}z`
  canvas.path(body, '#F7F1E4')
  canvas.within(body, () =>
    waves(
      canvas,
      { x: x - w / 2, y: y - h * 0.5, w, h: h * 0.5 },
      Math.max(8, Math.round(h * 0.2)),
      '#2B5C88',
      0.8,
      1.4,
    ),
  )
  canvas.path(body, roundLight(canvas, 0.8))
  canvas.oval(x, y - h, w / 2, '#FFFDF6', h * 0.1).oval(x, y - h, w / 2 - 3, '#5B3A20', h * 0.075)
}

/** The extent of each pack's template: to the right, and up from the floor. */
const REACH: Record<Pack, [half: number, tall: number]> = {
  sack: [130, 330],
  sauceBottle: [80, 362],
  squeeze: [76, 364],
  jar: [108, 308],
  can: [110, 316],
  slimCan: [74, 342],
  tin: [104, 336],
  gable: [122, 354],
  box: [148, 284],
  tray: [194, 300],
  cup: [126, 312],
  pouch: [122, 346],
  pillow: [132, 340],
  tub: [132, 300],
  roundTin: [158, 318],
  basket: [178, 250],
  loose: [186, 330],
}

const SIX_PACK = [146, 278, 1.9] as const

/** The extent of produce without a pack, and its height in mugs. */
const PRODUCE: [words: RegExp, half: number, tall: number, mugs: number][] = [
  [/BOK CHOY/, 186, 330, 2.1],
  [/GAI LAN/, 186, 330, 3.1],
  [/SPINACH/, 186, 330, 3.5],
  [/WOMBOK/, 186, 304, 2.9],
  [/SPRING ONIONS/, 120, 366, 4.3],
  [/EGGPLANT/, 186, 212, 2.2],
  [/PINEAPPLE/, 186, 289, 2.7],
  [/COCONUT/, 186, 297, 1.6],
  [/BLUE SWIMMER/, 186, 297, 2.1],
  [/MANDARINS/, 186, 240, 1.9],
  [/GINGER/, 186, 214, 1.5],
  [/GARLIC/, 186, 186, 1.6],
  [/BASKET/, 178, 280, 3],
]

/** The extent of the drawing and its height in mugs. */
function extentOf(look: Look): readonly [half: number, tall: number, mugs: number] {
  if (isSixPack(look)) return SIX_PACK
  const produce = isLoose(look) && PRODUCE.find(([words]) => words.test(look.art.label))
  if (produce) return [produce[1], produce[2], produce[3]]
  return [...REACH[look.art.pack], mugsTall(look)]
}

/** The pack beside a mug, with its size. */
export const size: Scene = (canvas, look) => {
  const [half, height, mugs] = extentOf(look)
  const scale = Math.min((150 + mugs * 44) / height, 300 / height, 124 / half)
  const tall = height * scale
  const cup = Math.min(tall / mugs, 150)
  const [floor, edge] = [396, half * scale]
  const left = 236 - (cup * 1.24 + edge * 2 + 24) / 2
  const x = left + cup * 1.24 + edge
  canvas.group(`transform="translate(${short(x)} ${floor}) scale(${scale.toFixed(3)}) translate(-240 -412)"`, () =>
    pack(canvas, look, frontLabel(look)),
  )
  mug(canvas, left + cup * 0.41, floor + 6, cup)
  sizePill(canvas, look, { x: 166, y: 424, w: 148, h: 36 }, look.accent)
}
