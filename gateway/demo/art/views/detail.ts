import { frontLabel } from '../labels/label.ts'
import type { Look } from '../look.ts'
import { pack } from '../packs/pack.ts'
import type { Scene } from './frame.ts'

/** The zoom factor and centre of the detail view, by pack. */
function focusOf({ art }: Look): [x: number, y: number, scale: number] {
  if (art.pack === 'sauceBottle') return [240, 296, 2.2]
  if (art.pack === 'slimCan' || art.pack === 'squeeze') return [240, 280, 2.1]
  if (art.pack === 'gable') return [226, 270, 1.9]
  if (art.pack === 'basket' || art.pack === 'loose') return [236, 270, 1.7]
  return [246, 286, 1.75]
}

/** A close-up of the front. */
export const detail: Scene = (canvas, look) => {
  const [x, y, scale] = focusOf(look)
  canvas.group(`transform="translate(240 240) rotate(-5) scale(${scale}) translate(${-x} ${-y})"`, () =>
    pack(canvas, look, frontLabel(look)),
  )
}
