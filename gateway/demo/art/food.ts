import bodies from './foods.json' with { type: 'json' }
import { type Box, type Canvas, short } from './canvas.ts'
import { drawnFoods } from './drawn-foods.ts'

/** The placement of a food picture. */
interface Pose {
  turn?: number
  flip?: boolean
}

const known: Record<string, string> = { ...bodies, ...drawnFoods }
const SIDE = 32

/** The names of all foods that have a picture. */
export const picturedFoods: readonly string[] = Object.keys(known)

/** The foods that have a picture, in their order, up to a total number of bytes. */
export function drawable(foods: string[], bytes: number): string[] {
  let left = bytes
  return foods.filter(name => {
    const size = known[name]?.length ?? Infinity
    if (size <= left) left -= size
    else return false
    return true
  })
}

/** Places a food picture by its centre; draws nothing if there is no such picture. */
export function food(canvas: Canvas, name: string, x: number, y: number, size: number, pose: Pose = {}): void {
  const body = known[name]
  if (!body) return
  const id = canvas.define(`food ${name}`, id => `<g id="${id}">${body.replaceAll('~', `${id}-`)}</g>`)
  const scale = Math.round((size / SIDE) * 100) / 100
  const turn = pose.turn ? ` rotate(${short(pose.turn)})` : ''
  const wide = pose.flip ? -scale : scale
  const at = `translate(${short(x)} ${short(y)})${turn} scale(${wide} ${scale}) translate(-16 -16)`
  canvas.add(`<use href="#${id}" transform="${at}"/>`)
}

/** The shadow on the ground below an object. */
export function contact(canvas: Canvas, x: number, y: number, r: number, opacity = 0.36): void {
  const fill = canvas.radial([
    [0, '#2a160a', opacity],
    [0.6, '#2a160a', opacity * 0.45],
    [1, '#2a160a', 0],
  ])
  canvas.oval(x, y, r, fill, r * 0.22)
}

/** One to three foods as a group in a box: the first is large and in front, the others behind it on both sides. */
export function foodGroup(canvas: Canvas, [first, ...others]: string[], { x, y, w, h }: Box): void {
  if (!first) return
  const size = Math.min(w, h) * (others.length ? 0.86 : 1)
  const [cx, cy] = [x + w / 2, y + h / 2]
  const spread = Math.min(w - size, size * 0.9) / 2 + size * 0.16
  others.slice(0, 2).forEach((name, i) => {
    const side = i ? -1 : 1
    const small = size * 0.66
    contact(canvas, cx + side * spread, cy + size * 0.42, small * 0.5, 0.26)
    food(canvas, name, cx + side * spread, cy + size * 0.16 - i * 4, small, { turn: side * 10, flip: side < 0 })
  })
  const aside = others.length === 1 ? -size * 0.16 : 0
  contact(canvas, cx + aside, cy + size * 0.45, size * 0.5, 0.3)
  food(canvas, first, cx + aside, cy - (others.length ? size * 0.02 : 0), size)
}
