import { productWith } from '../effects/product.ts'
import type { Environment } from '../effects/environment.ts'

export { ProductScreen as Screen } from './ProductScreen.tsx'

/** The page's machine with its effects. */
export const machine = ({ call }: Environment) => productWith(call)
