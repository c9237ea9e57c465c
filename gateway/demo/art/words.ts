import { type Box, type Canvas, short } from './canvas.ts'
import { contrast, readable } from './colour.ts'
import { write, writeLines } from './lettering.ts'
import type { Look } from './look.ts'
import { burst } from './ornaments.ts'

/** A part of a box, in fractions of it. */
export const part = (box: Box, x: number, y: number, w: number, h: number): Box => ({
  x: box.x + box.w * x,
  y: box.y + box.h * y,
  w: box.w * w,
  h: box.h * h,
})

const asName = (text: string) => text.toLowerCase().replace(/(^|[\s&·-])\p{L}/gu, start => start.toUpperCase())

/** The brand in the case that suits its face: script and soft faces are not set in capitals. */
export const brandText = ({ art, brandFace }: Look): string =>
  brandFace === 'script' || brandFace === 'soft' ? asName(art.brand) : art.brand.toUpperCase()

/** Writes the brand. */
export function brandMark(canvas: Canvas, look: Look, box: Box, fill: string): void {
  const track = look.brandFace === 'script' || look.brandFace === 'soft' ? 0 : 50
  write(canvas, brandText(look), box, { face: look.brandFace, fill, track, most: box.h * 1.5 })
}

/** Writes the title: the name in its own script, or the Latin one without another. */
export function titleMark(canvas: Canvas, look: Look, box: Box, fill: string, stroke?: string): void {
  const { art, titleFace } = look
  const text = art.second?.text ?? (titleFace === 'script' || titleFace === 'soft' ? asName(art.label) : art.label)
  const edge = stroke ? { stroke, strokeWidth: 6 } : {}
  writeLines(canvas, text, box, { face: titleFace, fill, ...edge, most: 92 })
}

/** Writes the Latin name and the size; only the size if the title is the Latin name. */
export function nameMark(canvas: Canvas, look: Look, box: Box, fill: string, withSize = true): void {
  const { label, second, size } = look.art
  const hand = { face: 'grotesk', fill, track: 30 } as const
  if (!second) return void write(canvas, size, box, { ...hand, most: 22 })
  if (!withSize || !size) return writeLines(canvas, label, box, { ...hand, most: 24 })
  if (box.w / box.h > 7) {
    writeLines(canvas, label, part(box, 0, 0, 0.72, 1), { ...hand, align: 'start', most: 24 })
    return void write(canvas, size, part(box, 0.75, 0.06, 0.25, 0.88), { ...hand, align: 'end', track: 0, most: 21 })
  }
  writeLines(canvas, label, part(box, 0, 0, 1, 0.56), { ...hand, most: 24 })
  write(canvas, size, part(box, 0, 0.65, 1, 0.35), { ...hand, track: 10, most: 16 })
}

/** A round sticker with the size, as a star or a plain seal. */
export function sizeBurst(canvas: Canvas, look: Look, x: number, y: number, r: number, grounds: string[]): void {
  const { accent, strip, plate, art } = look
  const fill = [accent, plate, strip].find(each => grounds.every(ground => contrast(each, ground) > 1.3)) ?? look.dark
  if (look.chance('burst')() < 0.5) burst(canvas, x, y, r, 16, fill)
  else
    canvas
      .oval(x, y, r, fill)
      .line(`M${short(x - r + 4)} ${short(y)}a${short(r - 4)} ${short(r - 4)} 0 1 1 0 .1`, strip, 1.5)
  const halves = art.size.split(/ (?=[a-zA-Z]+$)/)
  const face = halves.length > 1 && art.size.length < 8 ? 'chunky' : 'grotesk'
  const hand = { face, fill: readable(fill, [look.dark, '#fff'], 4.5) } as const
  const box = { x: x - r * 0.72, y: y - r * 0.5, w: r * 1.44, h: r }
  if (halves.length < 2) return writeLines(canvas, art.size, box, hand)
  write(canvas, halves[0] ?? '', part(box, 0, 0, 1, 0.6), hand)
  write(canvas, halves[1] ?? '', part(box, 0.15, 0.68, 0.7, 0.34), { ...hand, face: 'grotesk', most: r * 0.5 })
}

/** A pill with the size. */
export function sizePill(canvas: Canvas, look: Look, box: Box, fill: string): void {
  canvas.rect(box, fill, box.h / 2)
  const ink = readable(fill, [look.dark, '#fff'], 4.5)
  write(canvas, look.art.size, part(box, 0.1, 0.22, 0.8, 0.56), { face: 'grotesk', fill: ink, most: 17 })
}
