import { staticPart } from '../ui/static-part.tsx'

/* Parts of the layout that never change: see part-names.ts for their names. */

const parts = () => import('./part-names.ts')

export const SlimBar = staticPart('slim-bar', async () => (await parts()).SlimBar)
export const Wordmark = staticPart('wordmark', async () => (await parts()).Wordmark)
export const Foot = staticPart('foot', async () => (await parts()).Foot)
