import { registrationWith } from '../effects/registration.ts'
import type { World } from '../shop.ts'

export { RegistrationScreen as Screen } from '../registration/RegistrationScreen.tsx'

/** The page's chart with its effects. */
export const chart = (world: World) => registrationWith(world)
