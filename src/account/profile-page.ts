import { profileWith } from '../effects/account.ts'
import type { Environment } from '../effects/environment.ts'

export { ProfileScreen as Screen } from './ProfileScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => profileWith(environment)
