import { addressesWith } from '../effects/account.ts'
import type { World } from '../start/assemble.ts'

export { DeliveryScreen as Screen } from './DeliveryScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => addressesWith(world)
