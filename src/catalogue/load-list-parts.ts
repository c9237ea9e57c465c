import { lazyParts } from '../ui/lazy-parts.ts'

/**
 * The parts of lists, and of the page for unknown paths, that the home page does not have. What the server renders of them is in an element with
 * `data-parts`: the browser then loads them before hydration.
 */
export const [loadListParts, useListParts] = lazyParts(() => import('./list-parts.ts'))
