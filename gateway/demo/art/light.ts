import type { Canvas, Stop } from './canvas.ts'
import type { Ground } from './spec.ts'

/** What shadows on packs are made of: black with the warmth of the room. */
export const SHADE = '#1a0d05'

/** A colour that changes from top to foot, as a paint. */
export const cloth = (canvas: Canvas, [top, foot]: [string, string]): string =>
  canvas.linear([
    [0, top],
    [1, foot],
  ])

/** The tints of the floor: light scheme top and foot, dark scheme top and foot. */
const GROUNDS: Record<Ground, [string, string, string, string]> = {
  grain: ['#FBEFCF', '#F0D99F', '#4A3C1C', '#322812'],
  sauce: ['#FCE3D0', '#F2BF9C', '#4E2C1C', '#351C11'],
  fresh: ['#E8F2D6', '#C3DDA4', '#2C3D20', '#1D2A14'],
  chill: ['#E3F0F4', '#B5D6E2', '#1F3A45', '#14272F'],
  snack: ['#FCE4E6', '#F3B9C2', '#4B2530', '#331720'],
  drink: ['#E0F1EA', '#ABD8C8', '#1C3D36', '#122923'],
  tin: ['#ECE6F4', '#CDBFE2', '#332A47', '#221B31'],
  gift: ['#FBDDCF', '#F0A98F', '#522218', '#37150E'],
}

/** The tinted floor and its light, in both colour schemes. */
export function ground(canvas: Canvas, kind: Ground, w = 480, h = 480): void {
  const [top, foot, darkTop, darkFoot] = GROUNDS[kind]
  canvas.style(
    `.a{stop-color:${top}}.b{stop-color:${foot}}@media(prefers-color-scheme:dark){` +
      `.a{stop-color:${darkTop}}.b{stop-color:${darkFoot}}.l{opacity:.12}}`,
  )
  const floor = canvas.linear([
    [0, 'a'],
    [1, 'b'],
  ])
  const sun = canvas.radial(
    [
      [0, '#fff', 0.75],
      [1, '#fff', 0],
    ],
    [0.36, 0.34, 0.6],
  )
  canvas.path(`M0 0h${w}v${h}H0z`, floor).path(`M0 0h${w}v${h}H0z`, sun, 'class="l"')
}

/** The shadow of something standing on the floor; light comes from the upper left. */
export function shadow(canvas: Canvas, cx: number, cy: number, rx: number, ry = rx * 0.16, opacity = 0.44): void {
  const fill = canvas.radial([
    [0, '#2a160a', opacity],
    [0.55, '#2a160a', opacity * 0.5],
    [1, '#2a160a', 0],
  ])
  canvas.oval(cx + rx * 0.16, cy, rx * 1.32, fill, ry * 1.5).oval(cx, cy, rx, fill, ry * 0.6)
}

const fade = (stops: Stop[], strength: number): Stop[] =>
  stops.map(([at, colour, opacity = 1]) => [at, colour, opacity * strength])

/** Light across a round, glossy body, as a paint. */
export function roundLight(canvas: Canvas, strength = 1): string {
  const stops: Stop[] = [
    [0, SHADE, 0.46],
    [0.05, SHADE, 0.26],
    [0.12, SHADE, 0.06],
    [0.18, '#fff', 0.1],
    [0.24, '#fff', 0.62],
    [0.29, '#fff', 0.5],
    [0.34, '#fff', 0.1],
    [0.5, '#fff', 0],
    [0.74, SHADE, 0.12],
    [0.9, SHADE, 0.42],
    [0.95, '#fff', 0.16],
    [1, SHADE, 0.34],
  ]
  return canvas.linear(fade(stops, strength), [0, 0, 1, 0])
}

/** Light across a soft, filled bag, as a paint. */
export function bagLight(canvas: Canvas, strength = 1): string {
  const stops: Stop[] = [
    [0, SHADE, 0.34],
    [0.06, '#fff', 0.2],
    [0.13, '#fff', 0.46],
    [0.18, '#fff', 0.2],
    [0.26, '#fff', 0.02],
    [0.6, SHADE, 0],
    [0.82, SHADE, 0.14],
    [0.9, '#fff', 0.22],
    [0.94, '#fff', 0.08],
    [1, SHADE, 0.4],
  ]
  return canvas.linear(fade(stops, strength), [0, 0, 1, 0])
}

/** Light on a flat face, from its upper left, as a paint. */
export function faceLight(canvas: Canvas, strength = 1): string {
  const stops: Stop[] = [
    [0, '#fff', 0.34],
    [0.4, '#fff', 0.03],
    [0.65, SHADE, 0],
    [1, SHADE, 0.2],
  ]
  return canvas.linear(fade(stops, strength), [0, 0, 1, 1])
}

/** Shade that deepens to the right of a side face, as a paint. */
export const sideShade = (canvas: Canvas): string =>
  canvas.linear(
    [
      [0, SHADE, 0.4],
      [1, SHADE, 0.2],
    ],
    [0, 0, 1, 0],
  )

/** Bare metal across a round body, as a paint. */
export const metal = (canvas: Canvas): string =>
  canvas.linear(
    [
      [0, '#7E878C'],
      [0.12, '#B9C1C5'],
      [0.25, '#ffffff'],
      [0.38, '#C9D0D4'],
      [0.55, '#E4E8EA'],
      [0.8, '#8D969B'],
      [0.93, '#C9D0D4'],
      [1, '#8D969B'],
    ],
    [0, 0, 1, 0],
  )
