import { idIn } from '#contract/paths'
import { productReaderOf, productWith } from '../effects/product.ts'
import type { Environment } from '../effects/environment.ts'

export { ProductScreen as Screen } from './ProductScreen.tsx'
export { prefetchLikely } from './prefetch-likely.ts'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => productWith(productReaderOf(environment), environment.call)

/** Requests the product that a link leads to. */
export const prefetch = (environment: Environment, pathname: string) =>
  productReaderOf(environment).prefetch(idIn(pathname))
