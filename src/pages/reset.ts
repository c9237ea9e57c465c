import { resetWith } from '../effects/passwords.ts'
import type { World } from '../shop.ts'

export { ResetScreen as Screen } from '../passwords/ResetScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => resetWith(world)
