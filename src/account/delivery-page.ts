import { addressesWith } from '../effects/account.ts'
import type { Environment } from '../effects/environment.ts'

export { DeliveryScreen as Screen } from './DeliveryScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => addressesWith(environment)
