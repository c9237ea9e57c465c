import outlines from './outlines.json' with { type: 'json' }
import { type Box, type Canvas, short } from './canvas.ts'

/** The typefaces with stored outlines. */
export type Face = 'serif' | 'grotesk' | 'chunky' | 'script' | 'soft' | 'brush' | 'song' | 'boku' | 'dela' | 'hangul'

type Letter = [advance: number, top: number, bottom: number, outline: string]
interface Outlines {
  units: number
  kern: Record<string, number>
  letters: Record<string, Letter>
}

/** The style of a text: colour, and alignment in its box. */
export interface Hand {
  face: Face
  fill: string
  /** Space between letters, in thousandths of an em. */
  track?: number
  align?: 'start' | 'middle' | 'end'
  stroke?: string
  strokeWidth?: number
  /** The maximum size, in drawing units per em. */
  most?: number
  opacity?: number
}

interface Placed {
  x: number
  advance: number
  outline: string
}
interface Run {
  units: number
  placed: Placed[]
  width: number
  top: number
  bottom: number
}

const faces = outlines as unknown as Record<Face, Outlines>
const FALLBACKS: Face[] = ['song', 'boku', 'dela', 'hangul', 'grotesk', 'serif']
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u
const NEVER_FIRST = /[ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]/
const CLUSTER = /[^\p{M}\u0e33][\p{M}\u0e33]*/gu

const clustersOf = (text: string): string[] => text.normalize('NFC').match(CLUSTER) ?? []
const letterIn = (face: Face, cluster: string): Letter | undefined => faces[face]?.letters[cluster]

/** The first face that has all letters: the preferred one, then the fallbacks; the preferred one if none does. */
function faceFor(clusters: string[], preferred: Face): Face {
  return [preferred, ...FALLBACKS].find(face => clusters.every(each => letterIn(face, each))) ?? preferred
}

/** Converts a letter to other units, for one that comes from a second face. */
function resized([advance, top, bottom, outline]: Letter, k: number): Letter {
  const at = (n: number) => Math.round(n * k)
  const d = k === 1 ? outline : outline.replace(/-?\d+/g, (n, i: number) => `${i && at(+n) >= 0 ? ' ' : ''}${at(+n)}`)
  return [at(advance), at(top), at(bottom), d]
}

function lettersOf(cluster: string, face: Face): Letter[] {
  for (const each of [face, ...FALLBACKS]) {
    const letter = letterIn(each, cluster)
    if (letter) return [each === face ? letter : resized(letter, faces[face].units / faces[each].units)]
  }
  const parts = [...cluster]
  return parts.length > 1 ? parts.flatMap(each => lettersOf(each, face)) : []
}

function run(text: string, preferred: Face, track: number): Run {
  const clusters = clustersOf(text)
  const face = faceFor(clusters, preferred)
  const { kern, units } = faces[face]
  const placed: Placed[] = []
  let [x, top, bottom] = [0, 0, 0]
  clusters.forEach((cluster, i) => {
    for (const [advance, up, down, outline] of lettersOf(cluster, face)) {
      if (outline) placed.push({ x, advance, outline })
      x += advance + (track * units) / 1000
      ;[top, bottom] = [Math.min(top, up), Math.max(bottom, down)]
    }
    x += kern[cluster + (clusters[i + 1] ?? '')] ?? 0
  })
  return { units, placed, width: Math.max(1, x - (track * units) / 1000), top, bottom }
}

/** Moves an outline: only its first move is absolute. */
function moved(outline: string, x: number, y: number): string {
  const [, px = '0', py = '0'] = /^M(-?\d+) ?(-?\d+)/.exec(outline) ?? []
  const rest = outline.replace(/^M-?\d+ ?-?\d+/, '')
  return `M${Math.round(Number(px) + x)} ${Math.round(Number(py) + y)}${rest}`
}

function inks({ fill, stroke, strokeWidth = 0, opacity = 1 }: Hand, scale: number): string {
  const faint = opacity < 1 ? ` opacity="${opacity}"` : ''
  if (!stroke) return `fill="${fill}"${faint}`
  const width = Math.round(strokeWidth / scale)
  return (
    `fill="${fill}"${faint} stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"` +
    ` paint-order="stroke"`
  )
}

const scaled = (x: number, y: number, scale: number, turn = 0) =>
  `transform="translate(${short(x)} ${short(y)})${turn ? ` rotate(${short(turn)})` : ''} scale(${scale.toFixed(4)})"`

/** The width of a text, in ems. */
function widthOf(text: string, face: Face, track = 0): number {
  const { width, units } = run(text, face, track)
  return width / units
}

/** Writes one line as large as its box allows, vertically centred. Returns the box that it fills. */
export function write(canvas: Canvas, text: string, box: Box, hand: Hand): Box {
  const { units, placed, width, top, bottom } = run(text, hand.face, hand.track ?? 0)
  const height = Math.max(1, bottom - top)
  const scale = Math.min(box.w / width, box.h / height, (hand.most ?? 999) / units)
  if (!placed.length || !(scale > 0)) return { ...box, w: 0, h: 0 }
  const [w, h] = [width * scale, height * scale]
  const free = box.w - w
  const x = box.x + (hand.align === 'start' ? 0 : hand.align === 'end' ? free : free / 2)
  const y = box.y + (box.h - h) / 2
  const d = placed.map(each => moved(each.outline, each.x, 0)).join('')
  canvas.add(`<path ${inks(hand, scale)} ${scaled(x, y - top * scale, scale)} d="${d}"/>`)
  return { x, y, w, h }
}

/** Splits a text in two: at the space nearest its middle, or between letters of a script without spaces. */
function halved(text: string): [string, string] | undefined {
  const blanks = [...text.matchAll(/ /g)].map(found => found.index)
  const middle = text.length / 2
  const off = (at: number) => Math.abs(at - middle)
  const at = blanks.toSorted((a, b) => off(a) - off(b))[0]
  if (at !== undefined) return [text.slice(0, at), text.slice(at + 1)]
  const letters = [...text]
  if (letters.length < 4 || !UNSPACED.test(text)) return undefined
  const middling = Math.ceil(letters.length / 2)
  const half = NEVER_FIRST.test(letters[middling] ?? '') ? middling - 1 : middling
  return [letters.slice(0, half).join(''), letters.slice(half).join('')]
}

/** Writes a text in one line, or in two if that makes the letters larger. */
export function writeLines(canvas: Canvas, text: string, box: Box, hand: Hand): void {
  const halves = halved(text)
  const one = Math.min(box.w / widthOf(text, hand.face, hand.track), box.h / 0.75, hand.most ?? 999)
  const longest = Math.max(...(halves ?? [text]).map(half => widthOf(half, hand.face, hand.track)))
  const two = Math.min(box.w / longest, (box.h * 0.46) / 0.75, hand.most ?? 999)
  if (!halves || one >= two * 0.8) return void write(canvas, text, box, hand)
  const line = Math.min(box.h * 0.46, two * 0.75)
  const gap = line * 0.2
  const y = box.y + (box.h - line * 2 - gap) / 2
  halves.forEach((half, i) => write(canvas, half, { ...box, y: y + i * (line + gap), h: line }, { ...hand, most: two }))
}

/** Writes a text vertically, filling its box. */
export function writeDown(canvas: Canvas, text: string, box: Box, hand: Hand): void {
  const clusters = clustersOf(text).filter(cluster => cluster.trim())
  const cell = Math.min(box.h / Math.max(1, clusters.length), box.w * 1.06, hand.most ?? 999)
  const y = box.y + (box.h - cell * clusters.length) / 2
  clusters.forEach((cluster, i) => {
    const place = { x: box.x, y: y + i * cell + cell * 0.04, w: box.w, h: cell * 0.92 }
    const letter = () => void write(canvas, cluster, place, { ...hand, most: cell })
    if (cluster !== 'ー') return letter()
    // The stroke of the long vowel follows the direction of the text.
    canvas.group(`transform="rotate(90 ${short(place.x + place.w / 2)} ${short(place.y + place.h / 2)})"`, letter)
  })
}

/** Writes along a circle, over its top or, with `under`, along its bottom; `reach` is the maximum angle, in radians. */
export function writeArc(
  canvas: Canvas,
  text: string,
  {
    cx,
    cy,
    r,
    size,
    reach,
    under = false,
  }: { cx: number; cy: number; r: number; size: number; reach: number; under?: boolean },
  hand: Hand,
): void {
  const { units, placed, width } = run(text, hand.face, hand.track ?? 0)
  const scale = Math.min(size / units, (reach * r) / width)
  const sign = under ? -1 : 1
  const radius = under ? r + units * scale * 0.72 : r
  const marks = placed.map(({ x, advance, outline }) => {
    const turn = sign * (((x + advance / 2 - width / 2) * scale) / (under ? r + size * 0.36 : r))
    const [px, py] = [cx + radius * Math.sin(turn), cy - sign * radius * Math.cos(turn)]
    const d = moved(outline, -advance / 2, 0)
    return `<path ${scaled(px, py, scale, (turn * 180) / Math.PI)} d="${d}"/>`
  })
  canvas.group(inks(hand, scale), () => canvas.add(marks.join('')))
}
