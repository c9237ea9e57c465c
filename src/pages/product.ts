import { productWith } from '../effects/product.ts'
import type { World } from '../shop.ts'

export { ProductScreen as Screen } from '../product/ProductScreen.tsx'

/** The product page's chart with its effects. */
export const chart = ({ call }: World) => productWith(call)
