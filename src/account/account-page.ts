import { ordersWith } from '../effects/orders.ts'
import type { Environment } from '../effects/environment.ts'

export { AccountScreen as Screen } from './AccountScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => ordersWith(environment)
