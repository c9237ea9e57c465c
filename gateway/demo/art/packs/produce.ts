import { type Canvas, short } from '../canvas.ts'
import { readable } from '../colour.ts'
import { contact, food } from '../food.ts'
import { SHADE, shadow } from '../light.ts'
import { write, writeLines } from '../lettering.ts'
import type { Look } from '../look.ts'
import { part } from '../words.ts'
import { greens, isGreens } from './greens.ts'
import { pieceFor, place } from './pieces.ts'

type Spot = [x: number, y: number, size: number, turn: number]

/** The positions of the pieces of a heap, the ones at the back first. */
const HEAPS: Record<'few' | 'some' | 'many', Spot[]> = {
  few: [
    [160, 250, 146, -24],
    [316, 252, 146, 20],
    [240, 214, 160, 4],
    [198, 304, 142, -40],
    [288, 308, 138, 30],
  ],
  some: [
    [150, 262, 108, -20],
    [330, 264, 108, 18],
    [204, 222, 112, 8],
    [282, 224, 112, -14],
    [242, 186, 112, 4],
    [180, 300, 112, 26],
    [304, 304, 112, -22],
    [242, 282, 116, -6],
  ],
  many: [
    [132, 282, 84, -30],
    [176, 250, 84, 40],
    [228, 226, 84, -12],
    [282, 230, 84, 60],
    [326, 262, 84, 10],
    [352, 292, 84, 100],
    [200, 272, 86, 110],
    [256, 260, 86, -40],
    [304, 292, 86, 150],
    [160, 312, 86, 20],
    [216, 306, 88, -70],
    [268, 318, 88, 30],
  ],
}

/** Drawings of several packs, which fill a basket. */
const PACKS = /-packs$/

const SMALL = /garlic/
const LARGE = /mango|ginger/

function heap(canvas: Canvas, look: Look, dy: number): void {
  const [first] = look.foods
  if (!first) return
  const spots = HEAPS[LARGE.test(first) ? 'few' : SMALL.test(first) ? 'many' : 'some']
  const flips = look.chance('heap')
  for (const [i, [x, y, size, turn]] of spots.entries()) {
    const name = look.foods[i % look.foods.length] ?? first
    contact(canvas, x, y + dy + size * 0.4, size * 0.42, 0.26)
    food(canvas, name, x, y + dy, size, { turn: SMALL.test(first) ? turn : turn * 0.8, flip: flips() < 0.4 })
  }
}

/** The card with the names of the produce. */
function slip(canvas: Canvas, look: Look, x: number, y: number, turn: number): void {
  const { art } = look
  const box = { x, y, w: 150, h: 72 }
  canvas.group(`transform="rotate(${turn} ${x + 75} ${y + 36})"`, () => {
    canvas.rect({ ...box, x: x + 3, y: y + 5 }, SHADE, 8, 'opacity=".3"').rect(box, '#FBF3DF', 8)
    canvas.rect(
      { x: x + 5, y: y + 5, w: 140, h: 62 },
      'none',
      5,
      `stroke="${look.flavour}" stroke-width="1.5" stroke-opacity=".7"`,
    )
    const ink = readable('#FBF3DF', [look.flavour, look.dark], 4.5)
    const hand = { face: 'grotesk', fill: look.dark, track: 30 } as const
    if (!art.second) return writeLines(canvas, art.label, part(box, 0.09, 0.16, 0.82, 0.68), hand)
    write(canvas, art.second.text, part(box, 0.09, 0.13, 0.82, 0.44), { face: look.titleFace, fill: ink, most: 40 })
    write(canvas, art.label, part(box, 0.09, 0.66, 0.82, 0.19), hand)
  })
}

/** A flat bamboo basket with a heap in it. */
export function basket(canvas: Canvas, look: Look): void {
  const [cy, rx, ry] = [300, 176, 94]
  const bamboo = canvas.linear([
    [0, '#DDB06B'],
    [0.5, '#C48A43'],
    [1, '#94602A'],
  ])
  shadow(canvas, 240, cy + ry * 0.72, rx * 1.02, 40)
  canvas.path(`M${240 - rx} ${cy}a${rx} ${ry} 0 0 0 ${rx * 2} 0v24a${rx} ${ry} 0 0 1-${rx * 2} 0z`, '#8A5926')
  const ribs = Array.from({ length: 39 }, (_, i) => {
    const turn = ((i + 1) / 40) * Math.PI
    return `M${short(240 - rx * Math.cos(turn))} ${short(cy + ry * Math.sin(turn))}v24`
  })
  canvas
    .line(ribs.join(''), '#5E3A14', 2.5, 'stroke-opacity=".5"')
    .oval(240, cy, rx, bamboo, ry)
    .oval(240, cy, rx - 12, '#B98040', ry - 9)
  const floor =
    `M${240 - rx + 12} ${cy}a${rx - 12} ${ry - 9} 0 1 1 ${(rx - 12) * 2} 0a${rx - 12} ${ry - 9} 0` +
    ` 1 1-${(rx - 12) * 2} 0z`
  canvas.within(floor, () => {
    const strands = Array.from({ length: 40 }, (_, i) => {
      const at = (i - 12) * 16
      return `M${240 - rx + at} ${cy - ry}l120 ${ry * 2}M${240 + rx - at} ${cy - ry}l-120 ${ry * 2}`
    }).join('')
    canvas.line(strands, '#8A5926', 3, 'stroke-opacity=".55"').line(strands, '#F0CD93', 1, 'stroke-opacity=".35"')
    canvas.oval(240, cy - 10, rx, 'none', ry, 'stroke="#5E3A14" stroke-opacity=".35" stroke-width="24"')
  })
  canvas.oval(240, cy, rx - 5, 'none', ry - 4, 'stroke="#F3D6A2" stroke-opacity=".75" stroke-width="3"')
  const [first = ''] = look.foods
  if (PACKS.test(first)) {
    contact(canvas, 240, 312, 120, 0.3)
    food(canvas, first, 240, 214, 236)
  } else heap(canvas, look, 8)
  slip(canvas, look, 246, 346, -4)
}

/** A board of light wood, seen a little from above. */
function board(canvas: Canvas): void {
  const wood = canvas.linear([
    [0, '#E9C48C'],
    [1, '#C8955A'],
  ])
  shadow(canvas, 240, 396, 196, 34)
  canvas.path(
    'M92 330H388q12 0 16 12l22 48q6 16-12 16H66q-18 0-12-16l22-48q4-12 16-12z',
    '#8F5F2E',
    'transform="translate(0 10)"',
  )
  canvas.path('M92 330H388q12 0 16 12l22 48q6 16-12 16H66q-18 0-12-16l22-48q4-12 16-12z', wood)
  const grain = 'M96 346q70 6 140-2t150 4M84 366q90-8 170 0t146-4M76 388q120 6 200-4t136 6'
  canvas.line(grain, '#8F5F2E', 1.6, 'stroke-opacity=".35"').line('M92 331.5H388', '#fff', 2, 'stroke-opacity=".55"')
}

/** Loose produce: a bunch under a paper band, one large piece, or a heap on a board. */
export function loose(canvas: Canvas, look: Look): void {
  const [first = '', second] = look.foods
  if (isGreens(look)) return greens(canvas, look)
  board(canvas)
  const piece = pieceFor(look.art.label)
  if (piece)
    place(
      canvas,
      piece,
      [],
      232,
      piece === 'daikon' ? 280 : 262,
      piece === 'daikon' ? 262 : 250,
      piece === 'daikon' ? -16 : 0,
    )
  else if (/bunch|each|head|piece|half/.test(look.art.size)) {
    contact(canvas, 232, 360, 130, 0.4)
    if (second) food(canvas, second, 336, 286, 130, { turn: 12 })
    food(canvas, first, 222, 232, 268, { turn: -6 })
  } else heap(canvas, look, 44)
  slip(canvas, look, 262, 350, 3)
}
