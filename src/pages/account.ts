import { ordersWith } from '../effects/orders.ts'
import type { World } from '../shop.ts'

export { AccountScreen as Screen } from '../account/AccountScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => ordersWith(world)
