import type { Canvas } from '../canvas.ts'
import type { Look } from '../look.ts'
import type { View } from '../spec.ts'
import { detail } from './detail.ts'
import type { Scene } from './frame.ts'
import { front } from './front.ts'
import { size } from './size.ts'

const scenes: Record<View, Scene> = { front, detail, size }

/** Draws one view of a product, without the floor. */
export const scene = (canvas: Canvas, look: Look, view: View): void => scenes[view](canvas, look)
