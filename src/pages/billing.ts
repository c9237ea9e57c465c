import { addressesWith } from '../effects/account.ts'
import type { World } from '../shop.ts'

export { BillingScreen as Screen } from '../account/BillingScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => addressesWith(world)
