import { passwordWith } from '../effects/account.ts'
import type { World } from '../start/assemble.ts'

export { PasswordScreen as Screen } from './PasswordScreen.tsx'

/** The page's machine with its effects. */
export const machine = (world: World) => passwordWith(world)
