import { ordersWith } from '../effects/orders.ts'
import type { World } from '../shop.ts'

export { OrdersScreen as Screen } from '../orders/OrdersScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => ordersWith(world)
