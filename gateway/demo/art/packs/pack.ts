import type { Canvas } from '../canvas.ts'
import type { Paint } from '../labels/panel.ts'
import type { Look } from '../look.ts'
import type { Pack } from '../spec.ts'
import { pillow, pouch, sack } from './bags.ts'
import { box, cup, gable, tub } from './board.ts'
import { jar, sauceBottle, squeeze } from './glass.ts'
import { can, roundTin, slimCan, tin } from './metalware.ts'
import { basket, loose } from './produce.ts'
import { tray } from './tray.ts'

type Template = (canvas: Canvas, look: Look, paint: Paint) => void

const templates: Record<Pack, Template> = {
  pouch,
  pillow,
  sauceBottle,
  squeeze,
  jar,
  can,
  slimCan,
  tin,
  gable,
  box,
  tray,
  cup,
  sack,
  tub,
  roundTin,
  basket,
  loose,
}

/** Whether the product has no printed pack. */
export const isLoose = ({ art }: Look): boolean => art.pack === 'basket' || art.pack === 'loose'

/** Draws a product's pack with its shadow and the given label. */
export const pack: Template = (canvas, look, paint) => (templates[look.art.pack] ?? box)(canvas, look, paint)
