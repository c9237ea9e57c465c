import type { Canvas, Stop } from './canvas.ts'
import type { Ground } from './spec.ts'

/** The colour of shadows on packs: a warm black. */
export const SHADE = '#1a0d05'

/** A colour that changes from top to bottom, as a value for `fill`. */
export const cloth = (canvas: Canvas, [top, foot]: [string, string]): string =>
  canvas.linear([
    [0, top],
    [1, foot],
  ])

/** The colour at the top of each background. Pages paint it, lit from the upper left, in both colour schemes. */
export const tones: Record<Ground, string> = {
  grain: 'fefaef',
  sauce: 'fef6ef',
  fresh: 'f7fbf1',
  chill: 'f6fafb',
  snack: 'fef6f7',
  drink: 'f5faf8',
  tin: 'f9f7fb',
  gift: 'fef4ef',
}

/** The shadow of an object on the floor; light comes from the upper left. */
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
