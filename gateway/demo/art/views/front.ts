import { frontLabel } from '../labels/label.ts'
import { pack } from '../packs/pack.ts'
import { framed, type Scene } from './frame.ts'

/** The pack from its front. */
export const front: Scene = (canvas, look) => framed(canvas, look, () => pack(canvas, look, frontLabel(look)))
