import { productWith } from '../effects/product.ts'
import type { World } from '../start/assemble.ts'

export { ProductScreen as Screen } from './ProductScreen.tsx'

/** The page's machine with its effects. */
export const machine = ({ call }: World) => productWith(call)
