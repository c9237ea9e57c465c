import { resetWith } from '../effects/passwords.ts'
import type { Environment } from '../effects/environment.ts'

export { ResetScreen as Screen } from './ResetScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => resetWith(environment)
