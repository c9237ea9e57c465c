import { passwordWith } from '../effects/account.ts'
import type { World } from '../start/assemble.ts'

export { PasswordScreen as Screen } from './PasswordScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => passwordWith(world)
