import { type Canvas, short } from '../canvas.ts'
import { mix, readable } from '../colour.ts'
import { roundLight, shadow } from '../light.ts'
import { write } from '../lettering.ts'
import type { Look } from '../look.ts'

/** The shape of a bunch: broad leaves on a white base or on long stems, many small leaves on thin ones, or bare stalks. */
interface Growth {
  kind: 'broad' | 'stems' | 'sprigs' | 'stalks'
  green: string
  pale: string
  /** The narrowness of the leaves; 1 is that of bok choy. */
  narrow: number
}

const NAMED: [words: RegExp, growth: Growth][] = [
  [/BOK CHOY/, { kind: 'broad', green: '#4F9E44', pale: '#DCEBB4', narrow: 1 }],
  [/GAI LAN/, { kind: 'stems', green: '#2F7F4A', pale: '#A9CF7A', narrow: 0.82 }],
  [/SPRING ONION|CHIVE|LEEK/, { kind: 'stalks', green: '#3F8F3A', pale: '#FBFCEF', narrow: 1 }],
  [/LEMONGRASS/, { kind: 'stalks', green: '#A3B457', pale: '#EFEBC8', narrow: 0.7 }],
  [/BASIL|MINT|PERILLA/, { kind: 'sprigs', green: '#3E8A3A', pale: '#7A4A6E', narrow: 0.8 }],
  [/SPINACH|MORNING GLORY/, { kind: 'sprigs', green: '#4B9440', pale: '#A9CF7A', narrow: 0.5 }],
  [/CORIANDER|PARSLEY|HERB/, { kind: 'sprigs', green: '#5AA848', pale: '#9CCB74', narrow: 1.2 }],
]

function growthOf({ art }: Look): Growth | undefined {
  const growth = NAMED.find(([words]) => words.test(art.label))?.[1]
  const [green = growth?.green, pale = growth?.pale] = art.contents ?? []
  return growth && green && pale ? { ...growth, green, pale } : undefined
}

/** Whether a product is a bunch or a head of greens that is drawn by code, not from a food picture. */
export const isGreens = (look: Look): boolean => growthOf(look) !== undefined

const light = (canvas: Canvas) =>
  canvas.linear(
    [
      [0, '#1f5a1c', 0.3],
      [0.3, '#fff', 0.55],
      [0.6, '#fff', 0],
      [1, '#1f5a1c', 0.36],
    ],
    [0, 0, 1, 0],
  )

/** One leaf, its lower end at the origin, about 170 high. */
function leaf(canvas: Canvas, colour: string, narrow: number): string {
  const gloss = canvas.linear(
    [
      [0, '#fff', 0.36],
      [0.5, '#fff', 0],
      [1, '#123f12', 0.38],
    ],
    [0, 0, 1, 1],
  )
  return canvas.define(`leaf ${colour}`, id => {
    const x = (n: number) => Math.round(n * narrow)
    const d =
      `M0 0C${x(-58)}-18 ${x(-74)}-92 ${x(-40)}-150 ${x(-18)}-186 ${x(24)}-186 ${x(44)}-150` +
      ` ${x(76)}-92 ${x(56)}-16 0 0z`
    const veins =
      `M0 8C-2-50 0-110 4-164M0-34c-16-10-${x(30)}-26-${x(38)}-44M0-34c16-8 ${x(32)}-24 ${x(40)}-42` +
      `M2-84c-12-8-${x(24)}-20-${x(30)}-34M2-84c12-8 ${x(24)}-20 ${x(30)}-34`
    return (
      `<g id="${id}"><path d="${d}" fill="${colour}"/><path d="${d}" fill="${gloss}"/>` +
      `<path d="${veins}" fill="none" stroke="#E9F4D0" stroke-width="3.6" stroke-linecap="round"` +
      ` opacity="${narrow < 0.7 ? 0.4 : 0.8}"/></g>`
    )
  })
}

const stand = (canvas: Canvas, id: string, x: number, y: number, turn: number, scale: number) =>
  canvas.add(
    `<use href="#${id}" transform="translate(${short(x)} ${short(y)}) rotate(${short(turn)}) scale(${scale})"/>`,
  )

function broad(canvas: Canvas, { green, pale, narrow }: Growth): void {
  const shades = [mix(green, '#0c2a0c', 0.22), green, mix(green, '#ffffff', 0.14)].map(each =>
    leaf(canvas, each, narrow),
  )
  const [dark = '', plain = '', bright = ''] = shades
  const stem = (x: number, wide: number, colour: string) => {
    const w = wide * (0.4 + narrow * 0.6)
    const at = (k: number) => short(x + w * k)
    const d =
      `M${at(-0.4)} 236C${at(-1.3)} 300 ${at(-1.3)} 372 ${at(-0.42)} 398H${at(0.42)}C${at(1.3)} 372` +
      ` ${at(1.3)} 300 ${at(0.4)} 236z`
    canvas.path(d, colour).path(d, light(canvas))
  }
  stand(canvas, dark, 184, 264, -38, 1.02)
  stand(canvas, dark, 300, 264, 38, 1.02)
  stand(canvas, plain, 210, 260, -19, 1.1)
  stand(canvas, plain, 274, 260, 19, 1.1)
  stem(204, 36, mix(pale, green, 0.18))
  stem(278, 36, mix(pale, green, 0.22))
  stand(canvas, bright, 240, 256, 0, 1.12)
  stem(241, 44, mix(pale, '#ffffff', 0.3))
  canvas.line(
    'M214 350v36M240 346v44M267 350v36',
    mix(pale, green, 0.5),
    3,
    'stroke-linecap="round" stroke-opacity=".5"',
  )
}

/** Long green stems with a leaf at the end of each, and buds between them. */
function stems(canvas: Canvas, { green, pale, narrow }: Growth): void {
  const [dark = '', plain = ''] = [mix(green, '#0c2a0c', 0.22), green].map(each => leaf(canvas, each, narrow))
  const turns = [-40, 40, -25, 25, -9, 9]
  const ends = turns.map(turn => {
    const rad = (turn * Math.PI) / 180
    return { turn, foot: 240 + turn * 1.1, x: 240 + Math.sin(rad) * 110, y: 320 - Math.cos(rad) * 90 }
  })
  for (const [i, { turn, x, y }] of ends.entries()) stand(canvas, i < 2 ? dark : plain, x, y + 20, turn, 0.98)
  for (const { turn, foot, x, y } of ends) {
    const d = `M${short(foot)} 398L${short(240 + turn * 0.7)} 320L${short(x)} ${short(y)}`
    canvas.line(d, mix(pale, green, 0.45), 21, 'stroke-linejoin="round" stroke-linecap="round"')
    canvas.line(d, pale, 14, 'stroke-linejoin="round" stroke-linecap="round"')
  }
  for (const [x, y] of [
    [240, 150],
    [200, 178],
    [280, 176],
  ] as const) {
    canvas.line(`M${x} ${y}L240 310`, pale, 6)
    for (const [dx, dy] of [
      [-13, 4],
      [12, 4],
      [0, -8],
      [-6, 12],
      [8, 13],
    ] as const)
      canvas.oval(x + dx, y + dy, 9, dy > 4 ? '#7FA84A' : '#97BF5A', 11)
  }
}

function sprigs(canvas: Canvas, look: Look, { green, pale, narrow }: Growth): void {
  const shades = [mix(green, '#0c2a0c', 0.24), green, mix(green, '#ffffff', 0.16)].map(each =>
    leaf(canvas, each, narrow),
  )
  const chance = look.chance('sprigs')
  const turns = [-40, 40, -28, 28, -15, 15, -4, 6]
  for (const [i, turn] of turns.entries()) {
    const rad = (turn * Math.PI) / 180
    const reach = 196 + chance() * 30 - Math.abs(turn) * 0.9
    const at = (t: number): [number, number] => [
      240 + turn * 0.5 + Math.sin(rad) * reach * t,
      330 - Math.cos(rad) * reach * t,
    ]
    const [tx, ty] = at(1)
    canvas.line(
      `M${short(240 - turn * 0.35)} 398L${short(240 + turn * 0.5)} 330L${short(tx)} ${short(ty)}`,
      pale,
      6,
      'stroke-linejoin="round"',
    )
    const id = shades[Math.min(2, Math.floor(i / 3))] ?? ''
    for (const t of [0.3, 0.52, 0.74]) {
      const [x, y] = at(t)
      const size = 0.42 + chance() * 0.14 + (1 - t) * 0.1
      stand(canvas, id, x, y, turn - 58, short(size * 10) / 10)
      stand(canvas, id, x, y, turn + 58, short(size * 10) / 10)
    }
    stand(canvas, id, tx, ty + 26, turn, 0.52)
  }
}

function stalks(canvas: Canvas, look: Look, { green, pale, narrow }: Growth): void {
  const chance = look.chance('stalks')
  const skin = canvas.linear([
    [0, mix(green, '#0c2a0c', 0.12)],
    [0.45, green],
    [0.72, mix(green, pale, 0.6)],
    [0.86, pale],
    [1, mix(pale, '#b9a878', 0.16)],
  ])
  for (let i = 0; i < 9; i++) {
    const [foot, top] = [184 + ((i * 5) % 9) * 14, 120 + ((i * 5) % 9) * 30 + chance() * 10]
    const [w, y] = [9 + chance() * 3, 44 + chance() * 40]
    const d =
      `M${short(foot - w)} 400C${short(foot - w * 1.4)} 372` +
      ` ${short(240 - 46 + ((i * 5) % 9) * 10 - w)} 320 ${short(top - w * narrow)} ${short(y + 26)}` +
      `L${short(top)} ${short(y)}L${short(top + w * narrow)} ${short(y + 26)}` +
      `C${short(240 - 46 + ((i * 5) % 9) * 10 + w)} 320 ${short(foot + w * 1.4)} 372 ${short(foot + w)}` +
      ` 400q${short(-w)} 8 ${short(-2 * w)} 0z`
    canvas.path(d, skin).path(d, light(canvas))
    if (narrow === 1)
      canvas.line(
        `M${short(foot - 5)} 402l-3 12M${short(foot)} 403v14M${short(foot + 5)} 402l3 12`,
        '#D9CFA8',
        1.6,
        'stroke-linecap="round"',
      )
  }
}

/** The paper band round a bunch, with its name. */
function paperBand(canvas: Canvas, look: Look): void {
  const d = 'M164 306Q240 330 316 306v40Q240 370 164 346z'
  const fill = look.chance('paper')() < 0.5 ? '#C2281D' : '#F6E7B8'
  canvas.path(d, fill)
  const text = look.art.second?.text ?? look.art.label
  const ink = readable(fill, ['#FFF3D0', '#8A1A10', look.dark], 4)
  write(
    canvas,
    text,
    { x: 178, y: 323, w: 124, h: 30 },
    { face: look.art.second ? look.titleFace : 'grotesk', fill: ink, most: 32 },
  )
  canvas.path(d, roundLight(canvas, 0.6))
}

/** Draws a bunch or a head of greens. */
export function greens(canvas: Canvas, look: Look): void {
  const growth = growthOf(look)
  if (!growth) return
  shadow(canvas, 240, 400, 132, 30)
  if (growth.kind === 'sprigs') sprigs(canvas, look, growth)
  else if (growth.kind === 'stalks') stalks(canvas, look, growth)
  else if (growth.kind === 'stems') stems(canvas, growth)
  else broad(canvas, growth)
  paperBand(canvas, look)
}
