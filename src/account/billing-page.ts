import { addressesWith } from '../effects/account.ts'
import type { World } from '../start/assemble.ts'

export { BillingScreen as Screen } from './BillingScreen.tsx'

/** The page's machine with its effects. */
export const machine = (world: World) => addressesWith(world)
