import { profileWith } from '../effects/account.ts'
import type { World } from '../shop.ts'

export { ProfileScreen as Screen } from '../account/ProfileScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => profileWith(world)
