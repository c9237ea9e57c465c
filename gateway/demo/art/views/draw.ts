import { Canvas } from '../canvas.ts'
import { lookOf } from '../look.ts'
import type { Art, View } from '../spec.ts'
import { scene } from './scene.ts'

/** The maximum bytes of a drawing, and of its foods: tried in this order until the drawing fits. */
const MOST = 40_000
const FOOD = [32_000, 22_000, 12_000, 5_000, 0]

function drawn(art: Art, slug: string, view: View, food: number): string {
  const canvas = new Canvas()
  scene(canvas, lookOf(art, slug, food), view)
  return canvas.document()
}

/**
 * Draws one view of a product as a complete SVG document, 480 × 480.
 *
 * @param slug - of the product; the small differences between packs of one kind are derived from it
 * @returns the same text for the same arguments, at most 40 000 bytes, self-contained and without a background
 */
export function draw(art: Art, slug: string, view: View): string {
  let document = ''
  for (const food of FOOD) {
    document = drawn(art, slug, view, food)
    if (document.length <= MOST) break
  }
  return document
}
