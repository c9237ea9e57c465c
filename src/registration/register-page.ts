import { registrationWith } from '../effects/registration.ts'
import type { World } from '../start/assemble.ts'

export { RegistrationScreen as Screen } from './RegistrationScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => registrationWith(world)
