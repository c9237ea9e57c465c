/* One chunk, which the browser loads with a list, or before a link to one is followed. */

export { ShelfChips } from '../menus/ShelfChips.tsx'
export { FilterRegion } from './FilterRegion.tsx'
export { NoProducts, SimilarNote } from './NoProducts.tsx'
export { UnknownPathHelp } from './UnknownPathHelp.tsx'
