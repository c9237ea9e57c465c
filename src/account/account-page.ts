import { ordersWith } from '../effects/orders.ts'
import type { World } from '../start/assemble.ts'

export { AccountScreen as Screen } from './AccountScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => ordersWith(world)
