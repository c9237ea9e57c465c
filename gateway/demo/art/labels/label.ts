import type { Canvas } from '../canvas.ts'
import type { Look } from '../look.ts'
import type { Layout } from '../spec.ts'
import { archLabel } from './arch.ts'
import { bandLabel } from './band.ts'
import { discLabel } from './disc.ts'
import { latticeLabel } from './lattice.ts'
import { raysLabel } from './rays.ts'
import { sealLabel } from './seal.ts'
import { splitLabel } from './split.ts'
import { wavesLabel } from './waves.ts'
import type { Paint, Panel } from './panel.ts'

const layouts: Record<Layout, (canvas: Canvas, look: Look, panel: Panel) => void> = {
  band: bandLabel,
  disc: discLabel,
  rays: raysLabel,
  waves: wavesLabel,
  split: splitLabel,
  arch: archLabel,
  seal: sealLabel,
  lattice: latticeLabel,
}

/** The label's composition; without a food picture, one that has no empty place for it. */
const layoutOf = ({ art, foods }: Look): Layout => (foods.length || art.layout === 'seal' ? art.layout : 'rays')

/** The front label of a product, as a paint. */
export const frontLabel =
  (look: Look): Paint =>
  (canvas, panel) =>
    (layouts[layoutOf(look)] ?? bandLabel)(canvas, look, panel)
