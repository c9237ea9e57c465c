import { productWith } from '../effects/product.ts'
import type { World } from '../start/assemble.ts'

export { ProductScreen as Screen } from './ProductScreen.tsx'

/** The product page's chart with its effects. */
export const chart = ({ call }: World) => productWith(call)
