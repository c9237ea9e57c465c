import { profileWith } from '../effects/account.ts'
import type { World } from '../start/assemble.ts'

export { ProfileScreen as Screen } from './ProfileScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => profileWith(world)
