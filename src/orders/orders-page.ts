import { ordersWith } from '../effects/orders.ts'
import type { World } from '../start/assemble.ts'

export { OrdersScreen as Screen } from './OrdersScreen.tsx'

/** The page's machine with its effects. */
export const machine = (world: World) => ordersWith(world)
