import { asServed } from '../ui/as-served.tsx'

/* Parts of the layout that never change: see parts.ts for what stands in them. */

const parts = () => import('./part-names.ts')

export const SlimBar = asServed('slim-bar', async () => (await parts()).SlimBar)
export const Wordmark = asServed('wordmark', async () => (await parts()).Wordmark)
export const Foot = asServed('foot', async () => (await parts()).Foot)
