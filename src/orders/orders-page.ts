import { ordersWith } from '../effects/orders.ts'
import type { World } from '../start/assemble.ts'

export { OrdersScreen as Screen } from './OrdersScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => ordersWith(world)
