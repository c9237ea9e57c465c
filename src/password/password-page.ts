import { passwordWith } from '../effects/account.ts'
import type { Environment } from '../effects/environment.ts'

export { PasswordScreen as Screen } from './PasswordScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => passwordWith(environment)
