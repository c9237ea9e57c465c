import { passwordWith } from '../effects/account.ts'
import type { World } from '../shop.ts'

export { PasswordScreen as Screen } from '../account/PasswordScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => passwordWith(world)
