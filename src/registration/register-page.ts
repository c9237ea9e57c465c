import { registrationWith } from '../effects/registration.ts'
import type { World } from '../start/assemble.ts'

export { RegistrationScreen as Screen } from './RegistrationScreen.tsx'

/** The page's machine with its effects. */
export const machine = (world: World) => registrationWith(world)
