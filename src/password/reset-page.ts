import { resetWith } from '../effects/passwords.ts'
import type { World } from '../start/assemble.ts'

export { ResetScreen as Screen } from './ResetScreen.tsx'

/** The page's machine with its effects. */
export const machine = (world: World) => resetWith(world)
