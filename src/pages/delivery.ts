import { addressesWith } from '../effects/account.ts'
import type { World } from '../shop.ts'

export { DeliveryScreen as Screen } from '../account/DeliveryScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => addressesWith(world)
