import type { Canvas } from '../canvas.ts'
import { mix } from '../colour.ts'
import { SHADE } from '../light.ts'

/** Goods that no food picture shows, drawn about 90 units wide around (0, 0) in up to three colours. */
type Piece =
  | 'root'
  | 'persimmon'
  | 'egg'
  | 'fillet'
  | 'slice'
  | 'oyster'
  | 'chilli'
  | 'daikon'
  | 'squid'
  | 'eggplant'
  | 'pineapple'

type Inks = [first: string, second: string, third: string]
type Drawing = (canvas: Canvas, inks: Inks) => string

const gloss = (canvas: Canvas) =>
  canvas.linear(
    [
      [0, '#fff', 0.55],
      [0.45, '#fff', 0],
      [1, SHADE, 0.34],
    ],
    [0, 0, 1, 1],
  )
const ball = (canvas: Canvas, strength = 1) =>
  canvas.radial(
    [
      [0, '#fff', 0.6 * strength],
      [0.4, '#fff', 0.08],
      [1, SHADE, 0.4 * strength],
    ],
    [0.36, 0.3, 0.75],
  )
const cast = (d: string) => `<path d="${d}" fill="${SHADE}" opacity=".24" transform="translate(3 7)"/>`

const root: Drawing = (canvas, [first, second, third]) => {
  const holes = Array.from({ length: 7 }, (_, i) => {
    const turn = (i / 7) * 6.283
    const [x, y] = [Math.round(20 * Math.cos(turn)), Math.round(17 * Math.sin(turn))]
    return `<ellipse cx="${x}" cy="${y}" rx="6" ry="5" fill="${mix(second, '#5a3d18', 0.55)}"/>`
  })
  return (
    `<ellipse cx="3" cy="8" rx="40" ry="34" fill="${SHADE}" opacity=".24"/><ellipse rx="40" ry="34" cy="4"` +
    ` fill="${mix(first, '#7a5426', 0.35)}"/>` +
    `<ellipse rx="40" ry="34" fill="${third}"/><ellipse rx="36" ry="30" fill="${first}"/>${holes.join('')}` +
    `<circle r="4" fill="${mix(second, '#5a3d18', 0.55)}"/><ellipse rx="40" ry="34" fill="${ball(canvas, 0.7)}"/>`
  )
}

const persimmon: Drawing = (canvas, [first]) => {
  const d = 'M-40 2c0-26 18-34 40-34s40 8 40 34c0 24-18 34-40 34s-40-10-40-34z'
  const calyx = 'M0-30c6-8 22-8 28 0-4 8-12 10-18 10 4 6 2 14-10 16-12-2-14-10-10-16-6 0-14-2-18-10 6-8 22-8 28 0z'
  return (
    `${cast(d)}<path d="${d}" fill="${first}"/><path d="${d}" fill="${ball(canvas)}"/><path d="${calyx}"` +
    ` fill="#5E8A3A" transform="translate(0 -2)"/><path d="M-3-20q3-8 8-10" stroke="#7A5A2B" stroke-width="4"` +
    ` fill="none" stroke-linecap="round"/>`
  )
}

const egg: Drawing = (canvas, [first]) => {
  const d = 'M-30 8c0-24 14-42 30-42s30 18 30 42c0 18-12 28-30 28s-30-10-30-28z'
  return `${cast(d)}<path d="${d}" fill="${first}"/><path d="${d}" fill="${ball(canvas)}"/>`
}

const fillet: Drawing = (canvas, [first, second, third]) => {
  const d = 'M-56-6c12-26 84-32 106-10 14 16 2 36-22 40-30 6-78 2-88-14-4-6-2-10 4-16z'
  return (
    `${cast(d)}<path d="${d}" fill="${first}"/>` +
    `<path d="M-38-18q10 18 0 38M-16-24q12 22 2 46M10-26q12 24 2 48M32-22q10 20 2 38" fill="none"` +
    ` stroke="${third}" stroke-width="3.5" stroke-linecap="round" opacity=".85"/>` +
    `<path d="M-56 6q44 18 104 4" fill="none" stroke="${second}" stroke-width="4" opacity=".8"/><path` +
    ` d="${d}" fill="${gloss(canvas)}"/>`
  )
}

const slice: Drawing = (canvas, [first, second]) => {
  const d = 'M-46-20q40-26 88-6 20 12 10 34-40 26-92 10-22-16-6-38z'
  return (
    `${cast(d)}<path d="${d}" fill="${first}"/>` +
    `<path d="M-40-8q30 10 52-2t40 4M-44 6q34 10 60-2t36 6M-20-20q20 8 44 2" fill="none" stroke="${second}"` +
    ` stroke-width="4" stroke-linecap="round"/>` +
    `<path d="M-46-20q40-26 88-6" fill="none" stroke="${mix(second, '#ffffff', 0.4)}" stroke-width="8"` +
    ` stroke-linecap="round"/><path d="${d}" fill="${gloss(canvas)}"/>`
  )
}

const oyster: Drawing = (canvas, [first, , third]) => {
  const d = 'M-46 8c-6-22 10-26 34-22l40-8c8 14 8 36 0 48l-40-2c-16 2-30-2-34-16z'
  const cap = 'M26-26c20-4 26 10 26 26s-8 34-26 30c10-18 10-38 0-56z'
  return (
    `${cast(d)}<path d="${d}" fill="${first}"/><path d="${cap}" fill="${third}"/><path d="M-34 0h54M-36` +
    ` 10h56" stroke="${third}" stroke-opacity=".3" stroke-width="2"/><path d="${d}" fill="${gloss(canvas)}"/>` +
    `<path d="${cap}" fill="${gloss(canvas)}"/>`
  )
}

const chilli: Drawing = (canvas, [first, , third]) => {
  const d = 'M-54 2c24-12 48-14 68-13q22 1 30 10-10 10-30 11c-22 2-46 0-68-8z'
  return (
    `${cast(d)}<path d="${d}" fill="${first}"/><path d="${d}" fill="${gloss(canvas)}"/>` +
    `<path d="M-34-3c20-5 42-5 60-2" stroke="#fff" stroke-opacity=".6" stroke-width="3" stroke-` +
    `linecap="round" fill="none"/>` +
    `<path d="M40-8q10 8 1 16 8-2 10-6 10 2 20-4-10-2-20 0-2-5-11-6z" fill="${third}"/>`
  )
}

const daikon: Drawing = canvas => {
  const d = 'M-34-22c26-10 64-4 92 12 8 6 14 12 16 18-10 2-20 2-30 0-30 0-60 0-78-6-14-6-14-18 0-24z'
  const leaves = 'M-32-14c-18-18-36-22-56-20 10 12 22 22 40 26-20-2-36 4-46 16 20 4 42-2 60-10z'
  return (
    `${cast(d)}<path d="${leaves}" fill="#4F9E44"/><path d="M-30-12c-20-8-36-14-52-16M-30-8c-18 2-34 6-46 12"` +
    ` stroke="#CFE6A8" stroke-width="2" fill="none"/>` +
    `<path d="${d}" fill="#FDFBF1"/><path d="M-34-22c-14 6-14 18 0 24 4 2 8 3 14 4-8-10-8-22 0-32-5 1-10 2-14` +
    ` 4z" fill="#C9DF9A"/>` +
    `<path d="M0-20q4 5 2 9M24-8q3 6 1 11M44 2q2 4 1 7" stroke="#CFC7A8" stroke-width="1.6" fill="none"/>` +
    `<path d="${d}" fill="${gloss(canvas)}"/>`
  )
}

const squid: Drawing = (canvas, [first, second, third]) => {
  const body = 'M0-48C14-34 20-14 17 10H-17C-20-14-14-34 0-48z'
  const fins = 'M0-48C22-44 34-28 32-16 24-18 18-16 14-10H-14C-18-16-24-18-32-16-34-28-22-44 0-48z'
  const arms = 'M-13 14q-8 16-3 30M-6 16q-4 14 0 28M1 16q2 14-1 28M7 16q6 12 2 28M13 14q8 16 3 32'
  return (
    `${cast(body)}<path d="${arms}" fill="none" stroke="${third}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="${fins}" fill="${first}"/><path d="${body}" fill="${second}"/><path d="${body}" fill="${ball(canvas, 0.6)}"/>` +
    `<path d="M-14 8h28q2 12-14 12t-14-12z" fill="${first}"/><circle cx="-8" cy="13" r="3" fill="#1c1512"/>` +
    `<circle cx="8" cy="13" r="3" fill="#1c1512"/>`
  )
}

const eggplant: Drawing = (canvas, [first, , third]) => {
  const d = 'M-44 12C-40-2-8-2 16-14 28-20 40-18 43-9 46 1 36 8 22 14-2 26-46 32-44 12z'
  return (
    `${cast(d)}<path d="${d}" fill="${first}"/><path d="${d}" fill="${gloss(canvas)}"/>` +
    `<path d="M28-20c8-4 18 0 18 10-2 8-8 12-14 12 2-6-2-8-8-8 4-4 6-8 4-14zM42-12l12-8 3 5-12 9z" fill="${third}"/>`
  )
}

const pineapple: Drawing = (canvas, [first, second, third]) => {
  const d = 'M0-16c22 0 28 16 28 32S18 48 0 48-28 32-28 16-22-16 0-16z'
  const scales = 'M-40 4L20 60M-36-20L36 48M-16-26L44 30M40 4L-20 60M36-20L-36 48M16-26L-44 30'
  const crown =
    'M0-50q8 14 3 36h-6q-5-22 3-36zM-2-14q-20-4-24-26 18 4 24 26zM2-14q20-4 24-26-18 4-24 26zM-2-14q-16-12-12-34 14 12 12 34zM2-14q16-12 12-34-14 12-12 34z'
  const clip = canvas.define('pineapple clip', id => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
  return (
    `${cast(d)}<path d="${crown}" fill="${third}"/><path d="${d}" fill="${first}"/>` +
    `<path d="${scales}" stroke="${second}" stroke-width="3" fill="none" clip-path="url(#${clip})"/>` +
    `<path d="${d}" fill="${ball(canvas, 0.8)}"/>`
  )
}

const drawings: Record<Piece, Drawing> = {
  root,
  persimmon,
  egg,
  fillet,
  slice,
  oyster,
  chilli,
  daikon,
  squid,
  eggplant,
  pineapple,
}

/** The default colours of a piece. */
const USUAL: Record<Piece, Inks> = {
  root: ['#E9D6B4', '#D9C096', '#F5E8CE'],
  persimmon: ['#F08A24', '#D96A12', '#F9AE55'],
  egg: ['#E9B98A', '#D99E69', '#F5D3AE'],
  fillet: ['#F2B8A0', '#E6A98F', '#FAE0D2'],
  slice: ['#B5394A', '#E9B9B4', '#8E2634'],
  oyster: ['#F1E7D6', '#D9C5A5', '#B99A6E'],
  chilli: ['#D2280F', '#A3170A', '#4C8A2A'],
  daikon: ['#FDFBF1', '#C9DF9A', '#4F9E44'],
  squid: ['#C9A9B8', '#EFE2E6', '#D9C2CC'],
  eggplant: ['#4A1F4F', '#6B3B70', '#5E7A3A'],
  pineapple: ['#D99A26', '#8A5A14', '#3F7A3A'],
}

/** Places a drawn piece by its centre. */
export function place(canvas: Canvas, kind: Piece, inks: string[], x: number, y: number, size: number, turn = 0): void {
  const [first = USUAL[kind][0], second = USUAL[kind][1], third = USUAL[kind][2]] = inks
  const drawing = drawings[kind](canvas, [first, second, third])
  const id = canvas.define(`piece ${kind} ${first}`, id => `<g id="${id}">${drawing}</g>`)
  const scale = Math.round(size / 0.9) / 100
  canvas.add(
    `<use href="#${id}" transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(turn)})` +
      ` scale(${scale})"/>`,
  )
}

const NAMED: [words: RegExp, kind: Piece][] = [
  [/LOTUS ROOT/, 'root'],
  [/PERSIMMON/, 'persimmon'],
  [/\bEGGS\b/, 'egg'],
  [/KING OYSTER/, 'oyster'],
  [/BIRD'?S EYE|BIRD’S EYE/, 'chilli'],
  [/DAIKON/, 'daikon'],
  [/WHOLE SQUID/, 'squid'],
  [/EGGPLANT/, 'eggplant'],
  [/GOLDEN PINEAPPLE/, 'pineapple'],
  [/FILLET|SALMON|THIGH|BARRAMUNDI/, 'fillet'],
  [/BEEF|LAMB/, 'slice'],
]

/** The drawn piece for the food that a label names, if there is one. */
export const pieceFor = (label: string): Piece | undefined => NAMED.find(([words]) => words.test(label))?.[1]
