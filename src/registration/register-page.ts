import { registrationWith } from '../effects/registration.ts'
import type { Environment } from '../effects/environment.ts'

export { RegistrationScreen as Screen } from './RegistrationScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => registrationWith(environment)
