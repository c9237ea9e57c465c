import { ordersWith } from '../effects/orders.ts'
import type { World } from '../start/assemble.ts'

export { AccountScreen as Screen } from './AccountScreen.tsx'

/** The page's machine with its effects. */
export const machine = (world: World) => ordersWith(world)
