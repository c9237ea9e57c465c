import { profileWith } from '../effects/account.ts'
import type { World } from '../start/assemble.ts'

export { ProfileScreen as Screen } from './ProfileScreen.tsx'

/** The page's machine with its effects. */
export const machine = (world: World) => profileWith(world)
