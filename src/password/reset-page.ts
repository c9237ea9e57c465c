import { resetWith } from '../effects/passwords.ts'
import type { World } from '../start/assemble.ts'

export { ResetScreen as Screen } from './ResetScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => resetWith(world)
