import { usualsWith } from '../effects/usuals.ts'
import type { Environment } from '../effects/environment.ts'

export { UsualsScreen as Screen } from './UsualsScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => usualsWith(environment)
