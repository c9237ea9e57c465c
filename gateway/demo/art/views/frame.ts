import type { Canvas } from '../canvas.ts'
import type { Look } from '../look.ts'
import type { Pack } from '../spec.ts'

/** One way to show a product, without the floor. */
export type Scene = (canvas: Canvas, look: Look) => void

/** The scale of each pack relative to its template, so that it fills the picture. */
const GROWTH: Partial<Record<Pack, number>> = {
  can: 1.2,
  jar: 1.2,
  cup: 1.18,
  tub: 1.2,
  roundTin: 1.24,
  slimCan: 1.18,
  tin: 1.16,
}

/** Places a pack on the floor of the picture. */
export function framed(canvas: Canvas, { art }: Look, drawing: () => void): void {
  const scale = GROWTH[art.pack] ?? 1.13
  canvas.group(`transform="translate(240 430) scale(${scale}) translate(-240 -412)"`, drawing)
}
